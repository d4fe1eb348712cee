import { Command, CommanderError, Option } from 'commander';
import type { Verb, VerbExample } from '../../app/index.ts';
import { RegisteredError } from '../../kernel/index.ts';
import { optionsOf, valueOf } from './option.ts';
import type { CliOption } from './option.ts';

/** What every command takes besides its own options. */
export interface GlobalOptions {
  readonly output: 'text' | 'json';
  readonly quiet: boolean;
  readonly config?: string | undefined;
  readonly dataDir?: string | undefined;
}

/** A command line understood: which verb, with which parameters, and how to run it. */
export interface Invocation {
  readonly verb: Verb;
  readonly parameters: Record<string, unknown>;
  readonly globals: GlobalOptions;
}

/** A word under which several verbs stand: `estate shop`. */
export interface VerbGroup {
  readonly path: readonly string[];
  readonly summary: string;
}

/** How the program introduces itself. */
export interface ProgramIdentity {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** What to try first. */
  readonly examples: readonly VerbExample[];
}

const asWritten = (option: CliOption): string => {
  if (option.kind === 'flag') return option.words;
  return `${option.words} <${option.placeholder}>`;
};

const collect = (word: string, earlier: readonly string[] | undefined): readonly string[] => [...(earlier ?? []), word];

function addOption(command: Command, option: CliOption): void {
  const defaultNote = option.defaultText === undefined ? '' : ` (default: ${option.defaultText})`;
  const choiceNote = option.choices === undefined ? '' : ` (one of: ${option.choices.join(', ')})`;
  const description = `${option.description}${choiceNote}${defaultNote}`;
  if (option.position !== undefined) {
    const several = option.kind === 'list' ? '...' : '';
    const word = `${option.words}${several}`;
    command.argument(option.required ? `<${word}>` : `[${word}]`, description);
    return;
  }
  const made = new Option(asWritten(option), description);
  if (option.kind === 'list' || option.kind === 'pairs') made.argParser(collect);
  if (option.required) made.makeOptionMandatory();
  command.addOption(made);
}

function addGlobalOptions(command: Command): void {
  command
    .addOption(new Option('--output <format>', 'what stdout gets').choices(['text', 'json']).default('text'))
    .addOption(new Option('--config <path>', "the configuration file (default: backlot.yaml here, else the user's)"))
    .addOption(new Option('--data-dir <path>', 'where Backlot keeps what is its own'))
    .addOption(new Option('--quiet', 'no progress on stderr'));
}

const exampleText = (examples: readonly VerbExample[]): string =>
  ['', 'Examples:', ...examples.flatMap(({ line, does }) => [`  $ ${line}`, `      ${does}`])].join('\n');

/** Finds or makes the command of a group, so that verbs of the same path share it. */
function commandOfGroup(root: Command, path: readonly string[], groups: readonly VerbGroup[]): Command {
  return path.reduce((parent, word, depth) => {
    const known = parent.commands.find((candidate) => candidate.name() === word);
    if (known !== undefined) return known;
    const here = path.slice(0, depth + 1).join(' ');
    const made = parent.command(word);
    made.summary(groups.find((group) => group.path.join(' ') === here)?.summary ?? here);
    made.description(made.summary());
    return made;
  }, root);
}

/** Silent and throwing: what the parser would print and exit with becomes a registered error, help excepted. */
function tame(command: Command, writeHelp: (text: string) => void): void {
  command.exitOverride();
  command.configureOutput({ writeOut: writeHelp, writeErr: () => undefined, outputError: () => undefined });
  for (const child of command.commands) tame(child, writeHelp);
}

/** Thrown when help or the version was asked for and has been written. */
export class HelpWritten extends Error {}

/**
 * Understands a command line.
 *
 * @param identity - The program's name, version and description.
 * @param verbs - What it can do.
 * @param groups - One line for each word under which several verbs stand.
 * @param words - The command line after the program's name.
 * @param writeHelp - Takes the help where it was asked for.
 * @throws RegisteredError `usage-invalid`
 * @throws HelpWritten after help or version.
 */
export function parseCommandLine(
  identity: ProgramIdentity,
  verbs: readonly Verb[],
  groups: readonly VerbGroup[],
  words: readonly string[],
  writeHelp: (text: string) => void,
): Invocation {
  let invocation: Invocation | undefined;
  const root = new Command(identity.name).description(identity.description).version(identity.version);
  root.configureHelp({ sortSubcommands: false, subcommandTerm: (command) => command.name() });
  root.addHelpText('after', exampleText(identity.examples));

  for (const verb of verbs) {
    const options = optionsOf(verb.parameters);
    const command = commandOfGroup(root, verb.path, groups);
    command.summary(verb.summary).description(verb.description ?? verb.summary);
    for (const option of options) addOption(command, option);
    addGlobalOptions(command);
    command.addHelpText('after', exampleText(verb.examples));
    command.action((...received: unknown[]) => {
      const typed = command.opts<Record<string, unknown> & Partial<GlobalOptions>>();
      const parameters = Object.fromEntries(
        options
          .map((option): [string, unknown] => [
            option.parameter,
            option.position === undefined ? typed[option.parameter] : received[option.position],
          ])
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [
            name,
            valueOf(options.find(({ parameter }) => parameter === name) as CliOption, value),
          ]),
      );
      invocation = {
        verb,
        parameters,
        globals: {
          output: typed.output ?? 'text',
          quiet: typed.quiet === true,
          config: typed.config,
          dataDir: typed.dataDir,
        },
      };
    });
  }
  tame(root, writeHelp);

  try {
    root.parse([...words], { from: 'user' });
  } catch (thrown) {
    if (!(thrown instanceof CommanderError)) throw thrown;
    if (thrown.exitCode === 0) throw new HelpWritten();
    const problem =
      thrown.code === 'commander.help'
        ? 'a command is missing'
        : thrown.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
    throw new RegisteredError('usage-invalid', { problem, command: deepestCommand(root, words) }, { cause: thrown });
  }
  if (invocation === undefined) {
    throw new RegisteredError('usage-invalid', {
      problem: 'a command is missing',
      command: deepestCommand(root, words),
    });
  }
  return invocation;
}

/** The longest known command that the words begin with: whose help is worth reading. */
function deepestCommand(root: Command, words: readonly string[]): string {
  let command = root;
  const path = [root.name()];
  for (const word of words) {
    const next = command.commands.find((candidate) => candidate.name() === word);
    if (next === undefined) break;
    command = next;
    path.push(word);
  }
  return path.join(' ');
}
