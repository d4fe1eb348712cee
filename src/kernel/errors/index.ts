/** Every error that a person can meet, in words; nothing here may know where an error comes from. */
export type { ConfigProblem } from './command-errors.ts';
export { exitCodeOfCategory, interruptedExitCode } from './entry.ts';
export type { ErrorCategory } from './entry.ts';
export { asRegisteredError, errorCodes, exampleOfError, RegisteredError } from './error-registry.ts';
export type { ErrorCode, ErrorDetails } from './error-registry.ts';
export type { ComposeProblem, ComposeProblemKind } from './compose-errors.ts';
export type { ModelProblem } from './model-errors.ts';
export type { UnknownThing, VocabularyProblem } from './vocabulary-errors.ts';
