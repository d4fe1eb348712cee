import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseDocument } from 'yaml';
import { reasonOf, RegisteredError } from '../../../src/kernel/index.ts';
import { composeVariables } from '../runner/index.ts';
import type { ComposeSource } from '../runner/index.ts';
import type { profileNames } from './services/payment-provider/behaviour.ts';

/** How the payment provider behaves, by name. */
export type ProviderProfile = (typeof profileNames)[number];

/** What an operator may ask of a shop; what is left out is as the compose file says. */
export interface ShopSettings {
  /** The gateway's port on the engine's loopback address; a free one where left out. */
  readonly port?: number | undefined;
  /** Requests per second in the mean. */
  readonly ratePerSecond?: number | undefined;
  readonly provider?: ProviderProfile | undefined;
  /** Where the services send traces and metrics, as they reach it: OTLP over HTTP. */
  readonly telemetryEndpoint?: string | undefined;
  /** Any variable of the compose file. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** Values that stand in the compose file, in place of its own. */
  readonly values?: readonly ComposeValue[] | undefined;
  /** Labels of its containers, by which whoever made it knows it again. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** A value of the compose file: the keys that lead to it, and what it is to be. */
export interface ComposeValue {
  readonly path: readonly string[];
  readonly value: string | number;
}

const composePath = fileURLToPath(new URL('compose.yaml', import.meta.url));

/**
 * The shop's compose file.
 *
 * @throws RegisteredError `compose-unreadable`
 */
export function shopCompose(): ComposeSource {
  try {
    return { path: composePath, text: readFileSync(composePath, 'utf8') };
  } catch (thrown) {
    const reason = reasonOf(thrown);
    throw new RegisteredError('compose-unreadable', { path: composePath, reason }, { cause: thrown });
  }
}

/**
 * A compose file with some of its values replaced, as an operator would edit it.
 *
 * @param compose - The file.
 * @param values - In place of its own; each must have one.
 * @throws RegisteredError `compose-invalid` where the file has no such value
 */
export function withValues(compose: ComposeSource, values: readonly ComposeValue[]): ComposeSource {
  const document = parseDocument(compose.text);
  for (const { path, value } of values) {
    if (!document.hasIn(path)) {
      const problem = {
        kind: 'value' as const,
        place: compose.path,
        key: path.join('.'),
        found: 'nothing to replace',
        accepted: 'the path of a value that the file has',
      };
      throw new RegisteredError('compose-invalid', { problems: [problem] });
    }
    document.setIn(path, value);
  }
  return values.length === 0 ? compose : { path: compose.path, text: document.toString() };
}

/** Set by the runner: it is the estate's name. */
const projectName = 'COMPOSE_PROJECT_NAME';

/**
 * Settings as values for the compose file's variables.
 *
 * @param settings - What is asked.
 * @param compose - The file that is to use them.
 * @throws RegisteredError `compose-variable-unknown`, `usage-invalid` where one thing is set twice, `compose-invalid`
 */
export function shopVariables(settings: ShopSettings, compose: ComposeSource): Readonly<Record<string, string>> {
  const known = composeVariables(compose)
    .map(({ name }) => name)
    .filter((name) => name !== projectName);
  const free = settings.variables ?? {};
  for (const name of Object.keys(free)) {
    if (!known.includes(name)) throw new RegisteredError('compose-variable-unknown', { name, known });
  }
  const named: readonly (readonly [option: string, name: string, value: string | number | undefined])[] = [
    ['--port', 'SHOP_GATEWAY_PORT', settings.port],
    ['--rate', 'SHOP_RATE_PER_SECOND', settings.ratePerSecond],
    ['--provider', 'SHOP_PROVIDER_PROFILE', settings.provider],
    ['--telemetry-endpoint', 'SHOP_OTLP_ENDPOINT', settings.telemetryEndpoint],
  ];
  // Port 0 is the engine's choice; the file's own default would be taken when a second shop comes up.
  const values: Record<string, string> = { SHOP_GATEWAY_PORT: '0', ...free };
  for (const [option, name, value] of named) {
    if (value === undefined) continue;
    if (name in free) {
      const problem = `${option} and --set ${name} set the same thing; give one of them`;
      throw new RegisteredError('usage-invalid', { problem, command: 'backlot estate shop up' });
    }
    values[name] = String(value);
  }
  return values;
}

/** What a capture reads of a shop's configuration: the files and variables that it was brought up with. */
export interface ShopConfiguration {
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly projectName: string;
}

/**
 * The configuration that a shop of this name and these settings is made of, as `docker compose` would be given it.
 *
 * @param name - What the shop is called.
 * @param settings - What was asked of it.
 * @throws RegisteredError as `shopVariables` does
 */
export function shopConfiguration(name: string, settings: ShopSettings): ShopConfiguration {
  return { files: [composePath], environment: { ...shopVariables(settings, shopCompose()) }, projectName: name };
}
