/**
 * Reads projects of Docker Compose as their files declare them; nothing here may start or change anything, fetch what is
 * remote, or let a secret value out.
 */
export type { ComposeRequest } from './compose-request.ts';
export { findComposeFiles } from './find-compose-files.ts';
export { imageParts } from './image-parts.ts';
export type { ImageParts } from './image-parts.ts';
export type {
  ComposeProject,
  ComposeService,
  Dependency,
  ExtraHost,
  HealthCheck,
  NetworkAttachment,
  PortPublication,
  ProjectFile,
  ProjectNetwork,
  ProjectVolume,
  Resources,
  RestartPolicy,
  ServiceBuild,
  ServiceMount,
} from './model/index.ts';
export { readComposeInTheClear, readComposeProject } from './read-compose-project.ts';
export type { ProjectReading } from './read-compose-project.ts';
export type { PlainValue } from './read/index.ts';
export { looksLikeCompose } from './recognise-yaml.ts';
export { variableUses } from './variables/index.ts';
export type { VariableUse } from './variables/index.ts';
