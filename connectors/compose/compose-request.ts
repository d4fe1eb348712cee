import type { Seal } from '../../src/kernel/index.ts';

/** Which files make up a project, and what they are read with. */
export interface ComposeRequest {
  /** The layers, the first is the base: as after `-f` of docker compose. */
  readonly files: readonly string[];
  /** Where variables are looked up before `.env`; usually the process's own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /**
   * Files of variables, as after `--env-file`.
   *
   * @defaultValue `.env` in the project's directory, where there is one
   */
  readonly envFiles?: readonly string[];
  /**
   * Profiles to activate; `*` for all.
   *
   * @defaultValue `COMPOSE_PROFILES` of the environment or `.env`
   */
  readonly profiles?: readonly string[];
  /**
   * @defaultValue `COMPOSE_PROJECT_NAME`, else the `name` of the files, else the name of the directory
   */
  readonly projectName?: string;
  /**
   * What relative paths are taken from.
   *
   * @defaultValue the directory of the first file
   */
  readonly projectDirectory?: string;
  /**
   * What becomes of a required `env_file` that is not there. Such files are seldom under version control, so whoever
   * captures what is declared wants the rest of it; whoever starts it wants to be stopped.
   *
   * @defaultValue note
   */
  readonly missingEnvFiles?: 'note' | 'refuse';
  /**
   * What becomes of `${NAME:?message}` without a value.
   *
   * @defaultValue refuse
   */
  readonly missingVariables?: 'note' | 'refuse';
  /** Makes the fingerprints of secret values. */
  readonly seal: Seal;
}
