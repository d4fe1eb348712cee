import type { Setting } from '../../../src/kernel/index.ts';
import type { ComposeService } from './service.ts';

/** Something that services share and that the engine knows by a name of its own. */
export interface ProjectResource<Kept = Setting> {
  /** What the engine calls it: the project's name before its own, unless the file names it. */
  readonly engineName: string;
  /** It is there already, made by somebody else. */
  readonly external: boolean;
  readonly labels: readonly Kept[];
  readonly further: readonly Kept[];
  /** `file:line:column`; undefined for the network that is there without being written. */
  readonly declaredAt: string | undefined;
}

/** A network. */
export interface ProjectNetwork<Kept = Setting> extends ProjectResource<Kept> {
  readonly driver: string | undefined;
  readonly driverOptions: readonly Kept[];
  /** It leads nowhere outside. */
  readonly internal: boolean;
  readonly attachable: boolean;
  readonly subnets: readonly string[];
}

/** A volume. */
export interface ProjectVolume<Kept = Setting> extends ProjectResource<Kept> {
  readonly driver: string | undefined;
  readonly driverOptions: readonly Kept[];
}

/** A secret or a configuration: where its content is from, never the content. */
export interface ProjectFile<Kept = Setting> extends ProjectResource<Kept> {
  readonly from:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'environment'; readonly variable: string }
    | { readonly kind: 'inline' | 'external' | 'driver' };
}

/** A language model that services are given. */
export interface ProjectModel<Kept = Setting> {
  readonly model: string;
  readonly further: readonly Kept[];
  readonly declaredAt: string | undefined;
}

/** A file that went into a project. */
export interface ProjectSource {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of its bytes; of a file of variables, which holds secrets, under the store's salt. */
  readonly fingerprint: string;
  readonly role: 'compose' | 'include' | 'extends' | 'environment' | 'labels';
}

/** A whole project of Compose, as its files declare it. Services and resources stand by their keys in the files. */
export interface ComposeProject<Kept = Setting> {
  readonly name: string;
  /** Absolute: what relative paths are taken from. */
  readonly directory: string;
  readonly sources: readonly ProjectSource[];
  /** Profiles that were asked for. */
  readonly activeProfiles: readonly string[];
  /** All, also those that no active profile starts. */
  readonly services: Readonly<Record<string, ComposeService<Kept>>>;
  /** One-off work that is started by hand or by the clock, in the same words. */
  readonly jobs: Readonly<Record<string, ComposeService<Kept>>>;
  readonly networks: Readonly<Record<string, ProjectNetwork<Kept>>>;
  readonly volumes: Readonly<Record<string, ProjectVolume<Kept>>>;
  readonly secrets: Readonly<Record<string, ProjectFile<Kept>>>;
  readonly configs: Readonly<Record<string, ProjectFile<Kept>>>;
  readonly models: Readonly<Record<string, ProjectModel<Kept>>>;
}
