import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { closest } from 'fastest-levenshtein';
import type { z } from 'zod';
import { RegisteredError } from '../kernel/index.ts';
import type { ConfigProblem } from '../kernel/index.ts';
import type { Config } from './config.ts';
import { readConfigFile, showFound } from './read-config-file.ts';
import type { ConfigFileReading } from './read-config-file.ts';
import { databaseUrlSchema, dockerHostSchema, logLevelSchema, pathSchema, portSchema } from './schema.ts';

/** The port that the OpenTelemetry specification gives to OTLP over HTTP. */
const otlpHttpPort = 4318;

/** The same over gRPC. */
const otlpGrpcPort = 4317;

const fileName = 'backlot.yaml';

/** Every variable that is read, and what it sets. A `BACKLOT_` variable that is not here is a mistake. */
export const environmentVariables = {
  BACKLOT_CONFIG: 'the configuration file',
  BACKLOT_DATA_DIR: 'dataDir',
  BACKLOT_LOG_LEVEL: 'log.level',
  BACKLOT_TELEMETRY_PORT: 'telemetry.port',
  BACKLOT_TELEMETRY_GRPC_PORT: 'telemetry.grpcPort',
  DATABASE_URL: 'database.url',
  DOCKER_HOST: 'docker.host',
} as const;

type VariableName = keyof typeof environmentVariables;

/** Variables with this prefix belong to the tests and are left alone. */
const testPrefix = 'BACKLOT_TEST_';

/** Where settings come from, from the strongest: the command line, the environment, the file, the defaults. */
export interface ConfigSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder that relative paths of the command line and the environment are taken from. */
  readonly currentDir: string;
  /** `--config` */
  readonly configPath?: string | undefined;
  /** `--data-dir` */
  readonly dataDir?: string | undefined;
  /** Whether the process runs as root. */
  readonly isRoot: boolean;
}

/**
 * Where Backlot keeps its own where nothing else was said: under the user's XDG data home. For root it is
 * `/var/lib/backlot`: PostgreSQL refuses to run as root, and root's home is closed to the user that it runs as.
 */
function defaultDataDir({ environment, isRoot }: ConfigSources): string {
  // The XDG specification: a relative path is invalid and must be ignored.
  const xdg = environment['XDG_DATA_HOME'];
  if (xdg?.startsWith('/') === true) return join(xdg, 'backlot');
  if (isRoot) return '/var/lib/backlot';
  return join(environment['HOME'] || homedir(), '.local', 'share', 'backlot');
}

/** The configuration file in force: the one that was named, else `backlot.yaml` here, else the user's. */
function findFile({ environment, currentDir, configPath }: ConfigSources): string | undefined {
  const named = (configPath ?? environment['BACKLOT_CONFIG']) || undefined;
  if (named !== undefined) return resolve(currentDir, named);
  // The XDG specification: a relative path is invalid and must be ignored.
  const xdg = environment['XDG_CONFIG_HOME'];
  const configHome = xdg?.startsWith('/') === true ? xdg : join(environment['HOME'] || homedir(), '.config');
  return [join(currentDir, fileName), join(configHome, 'backlot', fileName)].find(
    (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  );
}

/** Reads single variables and options, and keeps what is wrong with them. */
class SettingReader {
  readonly problems: ConfigProblem[] = [];
  readonly #environment: ConfigSources['environment'];

  constructor(environment: ConfigSources['environment']) {
    this.#environment = environment;
  }

  read<Value>(
    name: VariableName,
    schema: z.ZodType<Value>,
    parse: (text: string) => unknown = String,
  ): Value | undefined {
    const text = this.#environment[name];
    if (text === undefined || text === '') return undefined;
    const checked = schema.safeParse(parse(text));
    if (checked.success) return checked.data;
    this.problems.push({
      place: `environment variable ${name}`,
      found: name === 'DATABASE_URL' ? 'a value that is not shown, it may hold a password' : showFound(text),
      accepted: checked.error.issues[0]?.message ?? 'another value',
    });
    return undefined;
  }

  /** Checks what was given on the command line. */
  check(option: string, value: string | undefined, schema: z.ZodType): void {
    if (value === undefined) return;
    const checked = schema.safeParse(value);
    if (checked.success) return;
    const accepted = checked.error.issues[0]?.message ?? 'another value';
    this.problems.push({ place: `option ${option}`, found: showFound(value), accepted });
  }

  refuseUnknown(): void {
    const known = Object.keys(environmentVariables);
    for (const name of Object.keys(this.#environment)) {
      if (!name.startsWith('BACKLOT_') || name.startsWith(testPrefix) || known.includes(name)) continue;
      this.problems.push({
        place: `environment variable ${name}`,
        found: 'an unknown variable',
        accepted: `one of ${known.join(', ')} (did you mean ${closest(name, known)}?)`,
      });
    }
  }
}

/**
 * Reads, checks and freezes the configuration. A wrong value is never replaced by a default.
 *
 * @param sources - The command line's settings, the environment and the current folder.
 * @throws RegisteredError `config-invalid` with every mistake of file and environment; `config-unreadable`.
 */
export async function loadConfig(sources: ConfigSources): Promise<Config> {
  const path = findFile(sources);
  const file: ConfigFileReading = path === undefined ? { value: {}, problems: [] } : await readConfigFile(path);
  const settings = new SettingReader(sources.environment);
  settings.refuseUnknown();

  const fileDataDir =
    file.value.dataDir === undefined || path === undefined ? undefined : resolve(dirname(path), file.value.dataDir);
  const environmentDataDir = settings.read('BACKLOT_DATA_DIR', pathSchema);
  settings.check('--data-dir', sources.dataDir, pathSchema);
  settings.check('--config', sources.configPath, pathSchema);
  const givenDataDir = sources.dataDir ?? environmentDataDir;
  const config: Config = {
    dataDir:
      givenDataDir === undefined ? (fileDataDir ?? defaultDataDir(sources)) : resolve(sources.currentDir, givenDataDir),
    database: { url: settings.read('DATABASE_URL', databaseUrlSchema) ?? file.value.database?.url },
    docker: { host: settings.read('DOCKER_HOST', dockerHostSchema) ?? file.value.docker?.host },
    telemetry: {
      port: settings.read('BACKLOT_TELEMETRY_PORT', portSchema, Number) ?? file.value.telemetry?.port ?? otlpHttpPort,
      grpcPort:
        settings.read('BACKLOT_TELEMETRY_GRPC_PORT', portSchema, Number) ??
        file.value.telemetry?.grpcPort ??
        otlpGrpcPort,
    },
    estate: { owners: file.value.estate?.owners ?? [] },
    log: { level: settings.read('BACKLOT_LOG_LEVEL', logLevelSchema) ?? file.value.log?.level ?? 'warn' },
  };

  const problems = [...file.problems, ...settings.problems];
  if (problems.length > 0) throw new RegisteredError('config-invalid', { problems });
  for (const part of Object.values(config)) Object.freeze(part);
  return Object.freeze(config);
}
