/** The terminal: words to a verb, and its document or its JSON back; nothing here may decide what is said. */
export { runCli } from './run-cli.ts';
export type { CliProcess, CliProgram } from './run-cli.ts';
export type { ProgramIdentity, VerbGroup } from './command-line.ts';
