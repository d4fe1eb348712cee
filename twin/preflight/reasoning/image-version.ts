import type { AttributeValueOf } from '../../../src/estate/index.ts';

/** What the tag of an image says of its version. */
export interface ImageVersion {
  /**
   * `pinned`: a digest; `full`: all of a version, or a commit; `minor` and `major`: the first two numbers, or one, and
   * later images take the tag over; `any`: `latest`, or none; `channel`: a word, such as `stable`.
   */
  readonly names: 'pinned' | 'full' | 'minor' | 'major' | 'any' | 'channel';
  /** As many as the tag has; none where it names no number. */
  readonly numbers: readonly number[];
}

/** `16.2-alpine`, `v1.25`, `pg16`, `2.11.2-pg16`, `RELEASE.2024-05-01T00-00-00Z`, `7.0-ubuntu`. */
const versionTag = /^(?:v|pg|release[-._]?)?(\d+(?:\.\d+)*)(?:$|[-_+.a-z])/i;

/** A day, or a commit: nothing takes that over. */
const uniqueTag = /\d{4}-?\d{2}-?\d{2}|^(?:sha-?|git-?)?(?=[0-9a-f]*\d)[0-9a-f]{7,40}$/i;

/**
 * What an image's tag says of its version.
 *
 * @param image - Its parts.
 */
export function imageVersion({ tag, digest }: AttributeValueOf<'image'>): ImageVersion {
  const isUnique = uniqueTag.test(tag ?? '');
  const [, version] = isUnique ? [] : (versionTag.exec(tag ?? '') ?? []);
  const numbers = version === undefined ? [] : version.split('.').map(Number);
  if (digest !== undefined) return { names: 'pinned', numbers };
  if (tag === undefined || tag === 'latest') return { names: 'any', numbers };
  if (isUnique) return { names: 'full', numbers };
  if (numbers.length === 0) return { names: 'channel', numbers };
  return { names: numbers.length === 1 ? 'major' : numbers.length === 2 ? 'minor' : 'full', numbers };
}
