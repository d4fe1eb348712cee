import { createHash } from 'node:crypto';

/** What secrets look like: drawn by a machine, written by a person, in the form of a standard, escaped for a URL. */
export const secretShapes = [
  'random',
  'hexadecimal',
  'words',
  'short',
  'jwt',
  'pem',
  'url-encoded',
  'base64',
  'issued',
] as const;

/** One of `secretShapes`. */
export type SecretShape = (typeof secretShapes)[number];

const nouns = 'horse battery staple lantern copper meadow pickle anchor velvet walnut harbor saddle'.split(' ');

const drawn = (seed: string): Buffer => createHash('sha512').update(seed).digest();

/** A secret of a shape: another one for each place. */
function secretOf(shape: SecretShape, place: string): string {
  const bytes = drawn(`${shape} ${place}`);
  const word = (index: number): string => nouns[(bytes[index] ?? 0) % nouns.length] ?? '';
  const base64url = (text: string): string => Buffer.from(text).toString('base64url');
  switch (shape) {
    case 'random':
      return bytes.toString('base64url').replaceAll(/[-_]/g, 'k').slice(0, 28);
    case 'hexadecimal':
      return bytes.toString('hex').slice(0, 32);
    case 'words':
      return `correct-${word(0)}-${word(1)}-${word(2)}-${word(3)}`;
    case 'short':
      return `hunt${(bytes[0] ?? 0) % 10}r${word(1).slice(0, 3)}${word(2).slice(0, 2)}`;
    case 'jwt':
      return [
        base64url('{"alg":"HS256","typ":"JWT"}'),
        base64url(`{"sub":"${bytes.toString('hex').slice(0, 12)}"}`),
        bytes.toString('base64url').slice(0, 43),
      ].join('.');
    case 'pem': {
      const body = bytes.toString('base64').slice(0, 64);
      return `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----`;
    }
    case 'url-encoded':
      return `p%40ss%2F${bytes.toString('hex').slice(0, 9)}%3Dq`;
    case 'base64':
      return `${bytes.toString('base64').replaceAll(/[+/]/g, 'Q').slice(0, 38)}==`;
    case 'issued':
      return `ghp_${bytes.toString('hex').slice(0, 36)}`;
  }
}

/** What of a secret must stand nowhere: of a PEM block its body, of others all of them. */
const telling = (shape: SecretShape, secret: string): readonly string[] => {
  switch (shape) {
    case 'pem':
      return [secret.split('\n')[1] ?? ''];
    case 'jwt':
      // The header says nothing; whoever has the other two parts has the token.
      return secret.split('.').slice(1);
    case 'url-encoded':
      return [secret, decodeURIComponent(secret)];
    default:
      return [secret];
  }
};

/** Hands out secrets, and finds those that got out. */
export class PlantedSecrets {
  readonly #planted = new Map<string, { readonly shape: SecretShape; readonly secret: string }>();

  /** How many were handed out. */
  get size(): number {
    return this.#planted.size;
  }

  /**
   * A secret that stands at one place only.
   *
   * @param shape - What it looks like.
   * @param place - Where it is planted: by that it is told of when it gets out.
   */
  plant(shape: SecretShape, place: string): string {
    const secret = secretOf(shape, place);
    this.#planted.set(`${place} (${shape})`, { shape, secret });
    return secret;
  }

  /** The places of those secrets that a text holds, as they are or escaped as JSON, in base64 or for a URL. */
  foundIn(text: string): string[] {
    return [...this.#planted].flatMap(([place, { shape, secret }]) => {
      const forms = telling(shape, secret).flatMap((part) => [
        part,
        JSON.stringify(part).slice(1, -1),
        encodeURIComponent(part),
        Buffer.from(part).toString('base64').replace(/=+$/, ''),
      ]);
      return forms.some((form) => text.includes(form)) ? [place] : [];
    });
  }
}
