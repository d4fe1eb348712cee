/** An image reference, taken apart as Docker does. */
export interface ImageParts {
  /** `docker.io` where none is written. */
  readonly registry: string;
  /** `library/redis` for `redis`. */
  readonly repository: string;
  /** Undefined where neither tag nor digest is written: Docker then takes `latest`. */
  readonly tag: string | undefined;
  /** `sha256:…` */
  readonly digest: string | undefined;
}

const dockerHub = 'docker.io';

/**
 * Takes an image reference apart.
 *
 * @param reference - As a person wrote it: `ghcr.io/acme/shop:1.2@sha256:…`.
 * @returns Its parts; undefined where it is no reference, such as one with a variable left in it.
 */
export function imageParts(reference: string): ImageParts | undefined {
  const match = /^(?<name>[A-Za-z0-9](?:[\w.:/-]*[A-Za-z0-9])?)(?<digest>@[A-Za-z][\w+.-]*:[0-9a-fA-F]{32,128})?$/.exec(
    reference,
  );
  const name = match?.groups?.['name'];
  if (name === undefined) return undefined;
  const slash = name.indexOf('/');
  const first = slash < 0 ? '' : name.slice(0, slash);
  // The rule of Docker: only what could be a host is one.
  const hasRegistry = first === 'localhost' || /[.:]/.test(first);
  const rest = hasRegistry ? name.slice(slash + 1) : name;
  const [path = '', tag, ...more] = rest.split(':');
  if (
    more.length > 0 ||
    !/^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/.test(path)
  )
    return undefined;
  if (tag !== undefined && !/^\w[\w.-]{0,127}$/.test(tag)) return undefined;
  const registry = hasRegistry && first !== 'index.docker.io' ? first : dockerHub;
  return {
    registry,
    repository: registry === dockerHub && !path.includes('/') ? `library/${path}` : path,
    tag,
    digest: match?.groups?.['digest']?.slice(1),
  };
}
