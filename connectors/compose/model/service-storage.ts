import type { Setting } from '../../../src/kernel/index.ts';

/** What is mounted into a container. */
export type MountKind = 'bind' | 'volume' | 'tmpfs' | 'cluster' | 'npipe' | 'image';

/** One mount of a container. */
export interface ServiceMount<Kept = Setting> {
  readonly kind: MountKind;
  /**
   * A key of the project's `volumes` for a volume, an absolute path of the host for a bind mount, an image for an image;
   * undefined for an anonymous volume and for memory.
   */
  readonly source: string | undefined;
  /** A path in the container. */
  readonly target: string;
  readonly readOnly: boolean;
  /** For memory: the most that it may hold. */
  readonly sizeBytes: number | undefined;
  readonly further: readonly Kept[];
}

/** A secret or configuration that a container sees as a file; never its content. */
export interface FileGrant<Kept = Setting> {
  /** A key of the project's `secrets` or `configs`. */
  readonly source: string;
  /** The path in the container. */
  readonly target: string;
  /** User, group and mode. */
  readonly further: readonly Kept[];
}
