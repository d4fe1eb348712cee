import { randomBytes } from 'node:crypto';
import type { ComposeVariable } from './compose/index.ts';
import type { Engine, EngineContainer } from '../../../connectors/docker/index.ts';
import { labelNames } from './labels.ts';

/** 192 bits: more than a throw-away password needs, in letters that no shell, URL or option parser trips over. */
const secretBytes = 24;

const secretName = /(?:PASSWORD|SECRET|TOKEN|KEY)$/;

/** Values for an estate's secrets, and whether some had to be made up. */
export interface Secrets {
  readonly values: Readonly<Record<string, string>>;
  readonly generated: readonly string[];
}

/** Which variables are secrets to be found or made: required, named like one, not given, and readable again later. */
function wanted(
  variables: readonly ComposeVariable[],
  given: Readonly<Record<string, string>>,
): readonly ComposeVariable[] {
  return variables.filter(
    ({ name, required, readableFrom }) => required && secretName.test(name) && !given[name] && readableFrom.length > 0,
  );
}

/**
 * Finds the secrets that an estate's containers were made with, and makes up those that none has. They live in the
 * containers' environment and nowhere else, so an estate has them for as long as it exists.
 *
 * @param engine - Where the containers are.
 * @param containers - The estate's, as far as it exists.
 * @param variables - What the compose file uses.
 * @param given - Values that the caller sets.
 * @throws RegisteredError as the engine does
 */
export async function findSecrets(
  engine: Engine,
  containers: readonly EngineContainer[],
  variables: readonly ComposeVariable[],
  given: Readonly<Record<string, string>>,
): Promise<Secrets> {
  const values: Record<string, string> = {};
  const generated: string[] = [];
  const secrets = wanted(variables, given);
  if (secrets.length === 0) return { values, generated };
  const holders = await Promise.all(
    containers.map(async ({ id, labels }) => ({
      service: labels[labelNames.service],
      variables: await engine.containerVariables(id),
    })),
  );
  for (const { name, readableFrom } of secrets) {
    for (const { service, key } of readableFrom) {
      const value = holders.find((holder) => holder.service === service)?.variables?.[key];
      if (value !== undefined) values[name] ??= value;
    }
    if (values[name] !== undefined) continue;
    values[name] = randomBytes(secretBytes).toString('hex');
    generated.push(name);
  }
  return { values, generated };
}

/**
 * Blots secrets out of lines that a service wrote.
 *
 * @param lines - From a log or a health check.
 * @param secrets - Values to hide.
 */
export function withoutSecrets(lines: readonly string[], secrets: readonly string[]): readonly string[] {
  const hidden = secrets.filter((secret) => secret !== '');
  return lines.map((line) => hidden.reduce((text, secret) => text.replaceAll(secret, '[secret]'), line));
}
