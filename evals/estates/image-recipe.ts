/** A file of a build context. */
export interface ImageRecipeFile {
  /** Where it stands inside the build context, with forward slashes. */
  readonly path: string;
  /** Read from disk when the context is packed, or given as it is. */
  readonly source: { readonly file: string } | { readonly content: string | Uint8Array };
  /**
   * Permission bits.
   *
   * @defaultValue `0o644`
   */
  readonly mode?: number;
}

/** All that an engine needs to build one image: no command line, no working directory, nothing read by the way. */
export interface ImageRecipe {
  /** Repository and tag, as the compose file names it. */
  readonly tag: string;
  /** Path of the Dockerfile inside the context. */
  readonly dockerfile: string;
  readonly files: readonly ImageRecipeFile[];
  readonly buildArguments: Readonly<Record<string, string>>;
}
