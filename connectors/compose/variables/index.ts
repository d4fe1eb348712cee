/** Variables in texts and files of variables, as docker compose takes them; nothing here may read a file. */
export { readDotenv, readRawVariables } from './dotenv.ts';
export type { DotenvFault, DotenvReading } from './dotenv.ts';
export { interpolate, variableUses } from './interpolate.ts';
export type { Interpolated, VariableLookup, VariableUse } from './interpolate.ts';
export type { TemplateFault } from './template.ts';
