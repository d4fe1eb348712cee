import type { z } from 'zod';
import type { Verb } from '../../app/index.ts';
import { loadConfig } from '../../config/index.ts';
import type { Config } from '../../config/index.ts';
import { asRegisteredError, codeOf, createLogger, RegisteredError, withoutSecrets } from '../../kernel/index.ts';
import type { Clock, LogLevel } from '../../kernel/index.ts';
import { HelpWritten, parseCommandLine } from './command-line.ts';
import type { GlobalOptions, Invocation, ProgramIdentity, VerbGroup } from './command-line.ts';
import { optionsOf } from './option.ts';
import { createLiveProgress, createPlainProgress, silentProgress } from './progress-view.ts';
import type { ProgressView } from './progress-view.ts';
import { renderDocument } from './render-document.ts';
import { renderError } from './render-error.ts';

/** The process around a command, as arguments. */
export interface CliProcess {
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly currentDir: string;
  readonly isRoot: boolean;
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly clock: Clock;
  /** Aborted at Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

/** What the command line offers. */
export interface CliProgram {
  readonly identity: ProgramIdentity;
  readonly verbs: readonly Verb[];
  readonly groups: readonly VerbGroup[];
}

const hasColour = (stream: NodeJS.WriteStream, { environment }: CliProcess): boolean =>
  stream.isTTY && (environment['NO_COLOR'] ?? '') === '' && environment['TERM'] !== 'dumb';

/** Writes a result whole. Whoever reads it may go away (`| head`); a disk that is full loses what was asked for. */
async function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(text, (failure) => {
      const reason = codeOf(failure);
      if (failure === null || failure === undefined || reason === 'EPIPE') resolve();
      else reject(new RegisteredError('output-not-written', { reason: reason ?? failure.message }));
    });
  });
}

/** `--output json` also decides how a mistake in the command line itself is told, so it is looked up before parsing. */
function asksForJson(words: readonly string[]): boolean {
  return words.some((word, at) => word === '--output=json' || (word === '--output' && words[at + 1] === 'json'));
}

function progressFor(process: CliProcess, globals: GlobalOptions): ProgressView {
  if (globals.quiet) return silentProgress;
  if (process.stderr.isTTY && process.environment['TERM'] !== 'dumb') {
    return createLiveProgress(process.stderr, hasColour(process.stderr, process));
  }
  return createPlainProgress((text) => process.stderr.write(text), process.clock);
}

/** Checks the typed parameters with the verb's own schema; each problem is told by the words that were typed. */
function checkParameters({ verb, parameters }: Invocation, program: string): Record<string, unknown> {
  const checked = verb.parameters.safeParse(parameters);
  if (checked.success) return checked.data;
  const options = optionsOf(verb.parameters);
  const problem = checked.error.issues
    .map((issue: z.core.$ZodIssue) => {
      const option = options.find(({ parameter }) => parameter === issue.path[0]);
      // Of pairs only the one that is wrong: the others may hold a password.
      const typed = option?.kind === 'pairs' ? issue.path[1] : parameters[String(issue.path[0])];
      // An address may have been typed with its password in it.
      const found = typed === undefined ? 'nothing' : withoutSecrets(JSON.stringify(typed));
      return `${option?.words ?? issue.path.join('.')}: found ${found}; accepted: ${issue.message}`;
    })
    .join('\n');
  throw new RegisteredError('usage-invalid', { problem, command: [program, ...verb.path].join(' ') });
}

/** The log level before the configuration is read, so that reading it can be looked into. */
const earlyLevel = ({ environment }: CliProcess): LogLevel =>
  environment['BACKLOT_LOG_LEVEL'] === 'debug' ? 'debug' : 'warn';

async function invoke(program: CliProgram, process: CliProcess, invocation: Invocation): Promise<number> {
  const { verb, globals } = invocation;
  const parameters = checkParameters(invocation, program.identity.name);
  let loading: Promise<Config> | undefined;
  let level = earlyLevel(process);
  const config = (): Promise<Config> => {
    loading ??= loadConfig({
      environment: process.environment,
      currentDir: process.currentDir,
      configPath: globals.config,
      dataDir: globals.dataDir,
      isRoot: process.isRoot,
    }).then((loaded) => {
      level = loaded.log.level;
      return loaded;
    });
    return loading;
  };
  const progress = progressFor(process, globals);
  const log = createLogger(
    () => level,
    (line) => process.stderr.write(line),
    () => process.clock.nowMs(),
  );
  try {
    const raw = await verb.run(parameters, {
      config,
      environment: process.environment,
      clock: process.clock,
      log,
      progress,
      signal: process.signal,
    });
    const result: unknown = verb.result.parse(raw);
    progress.close();
    await print(
      process.stdout,
      globals.output === 'json'
        ? `${JSON.stringify(result, undefined, 2)}\n`
        : renderDocument(verb.present(result), {
            colour: hasColour(process.stdout, process),
            columns: process.stdout.isTTY ? process.stdout.columns : undefined,
          }),
    );
    return verb.exitCode?.(result) ?? 0;
  } catch (thrown) {
    progress.close();
    // Work that was told to stop throws the signal's own reason, which says nothing to a person. A defect that shows only
    // then is one of being stopped: what it called was stopped by the same Ctrl-C.
    const isOurs = asRegisteredError(thrown).category === 'bug';
    if (!process.signal.aborted || (thrown !== process.signal.reason && !isOurs)) throw thrown;
    const what = [program.identity.name, ...verb.path].join(' ');
    throw new RegisteredError('interrupted', { what }, { cause: thrown });
  }
}

/** What was asked for; undefined where that was help or the version, which is written then. */
async function understand(program: CliProgram, process: CliProcess): Promise<Invocation | undefined> {
  // Whoever types the name alone wants to know what there is.
  const words = process.words.length === 0 ? ['--help'] : process.words;
  let help = '';
  try {
    return parseCommandLine(program.identity, program.verbs, program.groups, words, (text) => {
      help += text;
    });
  } catch (thrown) {
    if (!(thrown instanceof HelpWritten)) throw thrown;
    await print(process.stdout, help);
    return undefined;
  }
}

/**
 * Runs one command: results to stdout, progress, log and errors to stderr.
 *
 * @param program - What the command line offers.
 * @param process - The process around it.
 * @returns The exit code.
 */
export async function runCli(program: CliProgram, process: CliProcess): Promise<number> {
  try {
    const invocation = await understand(program, process);
    return invocation === undefined ? 0 : await invoke(program, process, invocation);
  } catch (thrown) {
    const error = asRegisteredError(thrown);
    process.stderr.write(
      renderError(error, { json: asksForJson(process.words), colour: hasColour(process.stderr, process) }),
    );
    if (error.code === 'internal-fault' && earlyLevel(process) === 'debug' && thrown instanceof Error) {
      process.stderr.write(`${thrown.stack ?? ''}\n`);
    }
    return error.exitCode;
  }
}
