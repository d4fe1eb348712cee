import { findProgram } from '../../../connectors/host/index.ts';
import type { Finding } from './check.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Command line programs that are used where they are there. */
const programs = [
  {
    name: 'kind',
    versionArgs: ['version'],
    neededFor: 'a replica of a Kubernetes estate on this machine',
    remedy: 'Install it from https://kind.sigs.k8s.io; nothing else waits for it.',
  },
  {
    name: 'kubectl',
    versionArgs: ['version', '--client'],
    neededFor: 'a Kubernetes estate',
    remedy: 'Install it from https://kubernetes.io/docs/tasks/tools; nothing else waits for it.',
  },
] as const;

/**
 * Looks for the optional programs.
 *
 * @param environment - Where PATH is.
 */
export function checkPrograms(environment: Environment): Promise<Finding[]> {
  return Promise.all(
    programs.map(async ({ name, versionArgs, neededFor, remedy }): Promise<Finding> => {
      const finding = await findProgram(name, versionArgs, environment);
      switch (finding.state) {
        case 'found':
          return { name, state: 'ok', found: finding.version, neededFor };
        case 'missing':
          return { name, state: 'absent', found: 'not on the PATH', neededFor, remedy };
        case 'broken':
          return { name, state: 'warn', found: `does not run: ${finding.reason}`, neededFor, remedy };
      }
    }),
  );
}

/**
 * Looks whether a language model could be called. Only the presence of a key is told, nothing of it.
 *
 * @param environment - Where the key would be.
 */
export function checkModelKey(environment: Environment): Finding {
  const neededFor = 'plans proposed by a language model; the runbook planner needs none';
  if ((environment['ANTHROPIC_API_KEY'] ?? '') !== '') {
    return { name: 'model key', state: 'ok', found: 'ANTHROPIC_API_KEY is set', neededFor };
  }
  return {
    name: 'model key',
    state: 'absent',
    found: 'none',
    neededFor,
    remedy: 'Set ANTHROPIC_API_KEY if a model shall propose plans; nothing else waits for it.',
  };
}
