import { holdsToken } from './holds-token.ts';
import { withoutCredentials } from './redact.ts';
import { issuedKey } from './setting.ts';

const blotted = '***';

/** A name before `=` or `: ` that says that what follows is secret; of a longer word, such as a class, the end counts. */
const secretEnd =
  /(?:pass(?:word|wd|phrase)?|pwd|secret|token|credentials?|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|signature|\bsig|authorization|cookie|session(?:[_-]?id)?|\bjwt|bearer|otp|nonce|pin)$/i;

/** A text in quotes, a word after the name of a scheme of authentication, or a word. */
const value = String.raw`(?:(?:bearer|basic|digest|negotiate|token)\s+)?(?:"[^"]*"|'[^']*'|[^\s,;&"']+)`;
const pair = new RegExp(String.raw`([\w.-]{1,60})(["']?\s{0,2}[=:]\s{0,2})(${value})`, 'gi');
const scheme = /\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi;
/** As Redis writes its commands; in small letters they are words of any program. */
const commands = /^(\s*(?:AUTH|HELLO \d)\s).*/;
const jsonWebToken = /\bey[\w-]{8,}\.ey[\w-]{4,}(?:\.[\w-]*)?/g;
const pem = /-----BEGIN [A-Z ]{1,40}-----[\s\S]*?(?:-----END [A-Z ]{1,40}-----|$)/g;
/** `user:password@` without a scheme in front; a colon that is followed by the name of a package or a digest is none. */
const credentials = /(^|[\s,;=("'/])[^\s:/@"',;=]*:[^\s/@"']{1,200}@(?!sha\d{3}:)(?=[\w[])/g;

/**
 * Text from outside without what tells by its form or by the word before it that it is secret: credentials and queries of
 * addresses, `password=…`, `token: …`, `Bearer …`, `AUTH …`, JSON web tokens, PEM blocks, keys with an issuer's prefix. A
 * password that stands among words like a word is not told from one.
 *
 * @param text - Such as the name of an operation or of an instance, of bounded length.
 */
export function withoutSecrets(text: string): string {
  return withoutCredentials(text)
    .replaceAll(pem, blotted)
    .replaceAll(jsonWebToken, blotted)
    .replaceAll(issuedKey, blotted)
    .replaceAll(credentials, `$1${blotted}@`)
    .replaceAll(pair, (whole, name: string, sign: string) =>
      secretEnd.test(name) ? `${name}${sign}${blotted}` : whole,
    )
    .replaceAll(scheme, `$1 ${blotted}`)
    .replace(commands, `$1${blotted}`);
}

/** Labels that say which one it is: their values are drawn by whoever runs it, and are no secrets. */
const identityLabel = /pod|container|instance|node|host|name|image|replica|address|id$/i;

/**
 * The value of a label of a metric or a rule in the form in which it may be kept: such labels name and classify, so that
 * what is secret by its label's name, or looks drawn where no identity is told, is blotted out.
 *
 * @param label - Its name.
 * @param text - Its value, of bounded length.
 */
export function keepLabel(label: string, text: string): string {
  if (secretEnd.test(label) || (!identityLabel.test(label) && holdsToken(text))) return blotted;
  return withoutSecrets(text);
}
