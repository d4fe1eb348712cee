/** Words and values that all share; nothing here may read or write anything outside the process but the clock. */
export { canonicalJson, sha256Hex } from './canonical-json.ts';
export type { Json } from './canonical-json.ts';
export { systemClock } from './clock.ts';
export type { Clock } from './clock.ts';
export { compareText } from './compare-text.ts';
export { CoverageCount } from './coverage.ts';
export type { Coverage, NotUnderstood } from './coverage.ts';
export { durationMsSchema, formatDuration, parseDurationMs } from './duration.ts';
export {
  asRegisteredError,
  errorCodes,
  exampleOfError,
  exitCodeOfCategory,
  interruptedExitCode,
  RegisteredError,
} from './errors/index.ts';
export type {
  ComposeProblem,
  ComposeProblemKind,
  ConfigProblem,
  ErrorCategory,
  ErrorCode,
  ErrorDetails,
  ModelProblem,
  VocabularyProblem,
} from './errors/index.ts';
export { holdsToken } from './holds-token.ts';
export { createLogger, logLevels } from './log.ts';
export type { LogFields, Logger, LogLevel } from './log.ts';
export { workloadOfPod } from './pod-workload.ts';
export {
  bytesPerSecondSchema,
  bytesSchema,
  coresSchema,
  countOf,
  countOrShareSchema,
  perSecondSchema,
  ratioSchema,
} from './quantity.ts';
export type { CountOrShare } from './quantity.ts';
export { createRandom } from './random.ts';
export type { RandomSource } from './random.ts';
export { withoutCredentials } from './redact.ts';
export { ownerLabels } from './owner-label.ts';
export { keepArguments, keepImageReference, keepSetting, sealWith } from './setting.ts';
export type { Seal, SecretShape, Setting } from './setting.ts';
export { similarNames } from './similar-names.ts';
export { valueAt } from './value-at.ts';
export { keepLabel, withoutSecrets } from './without-secrets.ts';
export { codeOf, reasonOf } from './thrown.ts';
export {
  acceptedOf,
  actionEntry,
  actionNamed,
  actionNames,
  exampleLine,
  faultEntry,
  faultNamed,
  faultNames,
  readAction,
  readFault,
  tierNames,
  valueNameOf,
} from './vocabulary/index.ts';
export type {
  Action,
  ActionEntry,
  ActionName,
  ActionOf,
  Fault,
  FaultEntry,
  FaultName,
  FaultOf,
  Parameter,
  TierName,
} from './vocabulary/index.ts';
export { formatPlace, locate, parseYaml, plainValue } from './yaml/index.ts';
export type {
  YamlEntry,
  YamlList,
  YamlMap,
  YamlNode,
  YamlPlace,
  YamlProblem,
  YamlReading,
  YamlScalar,
  YamlStep,
} from './yaml/index.ts';
