import type { Setting } from '../../../src/kernel/index.ts';

/** How a service's image is built. */
export interface ServiceBuild<Kept = Setting> {
  /** An absolute path, or an address without credentials. */
  readonly context: string;
  /** Relative to the context; undefined where the file is written out in the project. */
  readonly dockerfile: string | undefined;
  readonly hasInlineDockerfile: boolean;
  readonly target: string | undefined;
  readonly arguments: readonly Kept[];
  readonly tags: readonly string[];
  readonly platforms: readonly string[];
  /** By name: an image, a folder, or `service:` and a service. */
  readonly additionalContexts: readonly { readonly name: string; readonly context: string }[];
  /** Keys of the project's `secrets`. */
  readonly secrets: readonly string[];
  readonly further: readonly Kept[];
}
