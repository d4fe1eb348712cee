import { createHmac } from 'node:crypto';
import { namesOwner } from './owner-label.ts';
import { withoutCredentials } from './redact.ts';

/** What a value looks like, without it: enough to make a synthetic one that passes the same checks. */
export interface SecretShape {
  /** Characters. */
  readonly length: number;
  readonly alphabet: 'digits' | 'hexadecimal' | 'alphanumeric' | 'base64' | 'text';
  /** A published format: `jwt`, `pem`, `uuid`, or the well-known prefix of an issuer's keys, such as `ghp_`. */
  readonly format?: string;
}

/**
 * A named value of a configuration in the form in which it may be kept. A value that is plainly no secret is kept as it
 * is; of an address, scheme, host and port; of everything else only a fingerprint and the shape.
 */
export interface Setting {
  readonly name: string;
  /** A number, a size, a duration, a switch, a well-known word, a path or a host: what cannot be a secret. */
  readonly value?: string;
  /** `scheme://host:port` of an address; its user, password, path and query are only in the fingerprint. */
  readonly address?: string;
  readonly secret?: {
    /** 16 hexadecimal digits of HMAC-SHA256 under the store's salt: tells that a value changed, not what it is. */
    readonly fingerprint: string;
    readonly shape: SecretShape;
  };
}

/** Makes fingerprints under one salt. */
export type Seal = (value: string) => string;

/**
 * Makes fingerprints that only this salt gives.
 *
 * @param salt - At least 16 random bytes, the same for all captures that are to be compared.
 */
export function sealWith(salt: Uint8Array): Seal {
  return (value) => createHmac('sha256', salt).update(value).digest('hex').slice(0, 16);
}

/** Names that say that a value is secret, whatever it looks like. */
const secretName =
  /pass(?!ive|enger|ing)|pwd|secret|token|credential|api_?-?key|_key\b|key$|private|salt|cookie|session|dsn|connection_?string|auth|signature|licen[cs]e|basicauth|users?$|login|account|webhook|cert|pin$|otp|nonce|seed|sid$|jwt|bearer|hash/i;

/** A file that holds a secret may be named. */
const fileName = /_file$|_path$|_dir$|^path$/i;

const plainWords: ReadonlySet<string> = new Set(
  `true false yes no on off enabled enable disabled disable none null auto default always never
  debug info warn warning error fatal trace silent verbose json text console stdout stderr logfmt pretty
  production prod development dev staging test testing local release
  http https grpc grpc-web tcp udp tls ssl h2 h2c http/protobuf http/json
  otlp zipkin jaeger prometheus b3 tracecontext baggage tracecontext,baggage
  always_on always_off traceidratio parentbased_always_on parentbased_always_off parentbased_traceidratio
  round_robin least_request random strict lax require prefer allow verify-ca verify-full
  utc c posix c.utf-8 en_us.utf-8 memory redis postgres postgresql mysql mariadb mongodb sqlite kafka rabbitmq nats amqp
  unless-stopped on-failure single-node read-only read-write master slave primary replica leader follower standalone
  localhost delta cumulative
  noeviction allkeys-lru allkeys-lfu allkeys-random volatile-lru volatile-lfu volatile-random volatile-ttl`.split(
    /\s+/,
  ),
);

const numberWithUnit =
  /^[+-]?\d{1,9}(?:\.\d{1,6})?\s?(?:%|n?s|us|µs|ms|m|h|d|min|sec|[kmgt]?i?b|[kmgt]i?|cores?|rps|x)?$/i;
const duration = /^(?:\d{1,6}(?:\.\d{1,3})?(?:h|ms|m|s|us|ns|d))+$/;
const version = /^v?\d{1,4}\.\d{1,4}(?:\.\d{1,6}){0,2}(?:-(?:alpine|slim|rc\d*|beta\d*))?$/;
const path = /^\.{0,2}\/(?:[\w.@-]{1,48}\/?)*$/;
const ipv4 = /^(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?:\/\d{1,2})?$/;
const dottedHost = /^(?:[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?\.)+[a-z]{2,12}(?::\d{1,5})?$/;
const hostWithPort = /^([a-z][a-z0-9_.-]{0,60}):(\d{2,5})$/i;
const nameOfHost =
  /(?:^|[_.-])(?:addr|address|host|hosts|hostname|url|uri|endpoint|server|servers|peer|broker|brokers|upstream|backend|target)$/i;
const address =
  /^([a-z][a-z0-9+.-]{1,20}):\/\/(?:[^\s/?#@]*@)?(\[[0-9a-f:]+\]|[\w.-]{1,253})(?::(\d{1,5}))?([/?#].*)?$/i;

/**
 * Scheme, host and port of an address. A password may hold any character: where an at sign stands behind what looks like
 * the host, it is part of a password, and nothing is taken for the host.
 */
function addressIn(value: string): readonly (string | undefined)[] {
  const found = address.exec(value.replace(/^jdbc:/i, '')) ?? [];
  return found[4]?.includes('@') === true ? [] : found;
}

/** Random text is at least this long where anybody hides something in a path or a host name. */
const shortestRandomText = 16;

/** Whether a word looks drawn rather than written: long, with letters and digits mixed. */
function looksRandom(word: string): boolean {
  return (
    word.length >= shortestRandomText && /\d/.test(word) && /[a-z]/i.test(word) && !/^[a-z-]+-?\d{1,4}$/i.test(word)
  );
}

/** Variables whose value is sent out with every span, and so is public already. */
const publicNames: ReadonlySet<string> = new Set(['OTEL_SERVICE_NAME', 'DD_SERVICE', 'ELASTIC_APM_SERVICE_NAME']);
const publicName = /^[\w.][\w./ -]{0,63}$/;

/** Of `OTEL_RESOURCE_ATTRIBUTES`, what says who sends. */
const publicAttribute =
  /^(?:service\.(?:name|namespace|version)|deployment\.environment(?:\.name)?)=[\w.][\w./-]{0,63}$/;

/** A list has no more members than a person would write. */
const mostMembers = 20;

function isPlainList(name: string, value: string, knownNames: ReadonlySet<string>): boolean {
  const members = value.split(',');
  return (
    members.length > 1 &&
    members.length <= mostMembers &&
    members.every((member) => isPlain(name, member.trim(), knownNames))
  );
}

function isPlain(name: string, value: string, knownNames: ReadonlySet<string>): boolean {
  if (value === '') return true;
  if (knownNames.has(value.toLowerCase())) return !secretName.test(name);
  if (path.test(value) && !value.split(/[/.]/).some(looksRandom)) return fileName.test(name) || !secretName.test(name);
  if (plainWords.has(value.toLowerCase()))
    return !secretName.test(name) || /^(?:true|false|yes|no|on|off)$/i.test(value);
  if (secretName.test(name)) return false;
  if (numberWithUnit.test(value) || duration.test(value) || version.test(value) || ipv4.test(value)) return true;
  if (dottedHost.test(value) && !value.split(/[.:]/).some(looksRandom)) return true;
  const [, host = ''] = hostWithPort.exec(value) ?? [];
  return host !== '' && (knownNames.has(host.toLowerCase()) || (nameOfHost.test(name) && !looksRandom(host)));
}

const issuerPrefix =
  'sk_live_|sk_test_|pk_live_|rk_live_|ghp_|gho_|ghs_|github_pat_|glpat-|AKIA|ASIA|xoxb-|xoxp-|AIza|SG\\.|sk-ant-|sk-|npm_|pypi-|dop_v1_|hvs\\.';

const issuers = new RegExp(`^(${issuerPrefix})`);

/** A key that bears the well-known prefix of its issuer, anywhere in a text. */
export const issuedKey = new RegExp(String.raw`\b(?:${issuerPrefix})(?=[\w-]*\d)[\w-]{12,}`, 'g');

function formatOf(value: string): string | undefined {
  if (/^-----BEGIN [A-Z ]+-----/.test(value)) return 'pem';
  if (/^ey[\w-]+\.ey[\w-]+\.[\w-]*$/.test(value)) return 'jwt';
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return 'uuid';
  return issuers.exec(value)?.[1];
}

function alphabetOf(value: string): SecretShape['alphabet'] {
  if (/^\d+$/.test(value)) return 'digits';
  if (/^[0-9a-f]+$/i.test(value)) return 'hexadecimal';
  if (/^[a-z0-9]+$/i.test(value)) return 'alphanumeric';
  return /^[\w+/=-]+$/.test(value) ? 'base64' : 'text';
}

/**
 * The form in which a named value may be kept.
 *
 * @param name - The variable, flag or label.
 * @param value - Its value; read, and dropped unless it is plainly no secret.
 * @param seal - Makes fingerprints.
 * @param knownNames - Names of services and hosts of the same configuration, in lower case: as values, they are no secrets.
 */
export function keepSetting(
  name: string,
  value: string,
  seal: Seal,
  knownNames: ReadonlySet<string> = new Set(),
): Setting {
  const [, scheme, host = '', port] = addressIn(value);
  const named = scheme === undefined || looksRandom(host) ? {} : { address: addressOf(scheme, host, port) };
  if (publicNames.has(name) && publicName.test(value) && !looksRandom(value)) return { name, value };
  if (namesOwner(name, value)) return { name, value };
  if (name === 'OTEL_RESOURCE_ATTRIBUTES') {
    const kept = value
      .split(',')
      .filter((pair) => publicAttribute.test(pair) && !looksRandom(pair.replace(/^.*=/, '')));
    return { name, value: kept.join(',') };
  }
  if (named.address !== undefined && (value === named.address || value === `${named.address}/`))
    return { name, ...named };
  const isListed = isPlain(name, value, knownNames) || isPlainList(name, value, knownNames);
  if (named.address === undefined && isListed) return { name, value };
  const format = formatOf(value);
  const shape = { length: value.length, alphabet: alphabetOf(value), ...(format === undefined ? {} : { format }) };
  return { name, ...named, secret: { fingerprint: seal(value), shape } };
}

const addressOf = (scheme: string, host: string, port: string | undefined): string =>
  `${scheme.toLowerCase()}://${host}${port === undefined ? '' : `:${port}`}`;

/** `-psecret`, as `mysql` and `sshpass` take a password; not a flag that is a word of its own, such as `-port`. */
const attachedPassword =
  /^-p(?!(?:ath|orts?|id|idfile|refix|rofile|roxy|rint|retty|rotocol|roto|lugins?|arallel|eers?|rivileged|rogress|assword|ubsub|ublic|ull|ush|eriod|riority)(?:[.=_-]|$))([^=]+)$/;

/**
 * The words of a command line in the form in which they may be kept: flags by name, everything else as a value.
 *
 * @param words - The arguments, as the process gets them.
 * @param seal - Makes fingerprints.
 * @param knownNames - As for `keepSetting`.
 */
export function keepArguments(
  words: readonly string[],
  seal: Seal,
  knownNames: ReadonlySet<string> = new Set(),
): readonly Setting[] {
  const kept: Setting[] = [];
  let flag = '';
  for (const [index, word] of words.entries()) {
    const [, attached] = attachedPassword.exec(word) ?? [];
    if (attached !== undefined) {
      kept.push({ ...keepSetting('password', attached, seal, knownNames), name: '-p' });
      flag = '';
      continue;
    }
    const [, name, value] = /^(-{1,2}[a-z][\w.-]{0,60}?)(?:=(.*))?$/is.exec(word) ?? [];
    if (name !== undefined && !looksRandom(name)) {
      flag = value === undefined ? name : '';
      kept.push(value === undefined ? { name } : keepSetting(name, value, seal, knownNames));
      continue;
    }
    // An option by name behind a flag such as `-c`: a plain name says what its value is as a flag would.
    const [, option, told] = /^([a-z]{2,}(?:[._-][a-z]+){0,8})=(.*)$/s.exec(word) ?? [];
    if (option !== undefined && told !== undefined && !looksRandom(option)) {
      kept.push(keepSetting(option, told, seal, knownNames));
      flag = '';
      continue;
    }
    // The program itself is a path or a plain word; nobody's secret stands first.
    if (index === 0 && /^[\w./-]{1,64}$/.test(word) && !looksRandom(word)) kept.push({ name: '', value: word });
    else kept.push({ ...keepSetting(flag, word, seal, knownNames), name: '' });
    flag = '';
  }
  return kept;
}

/**
 * An image reference without what a registry's address may hold of credentials.
 *
 * @param reference - As a person wrote it.
 */
export function keepImageReference(reference: string): string {
  return withoutCredentials(reference).replace(/^[^/@\s]*:[^/@\s]*@/, '');
}
