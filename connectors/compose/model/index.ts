/** What a compose file says, in one form for each thing; nothing here may read a file. */
export type {
  ComposeProject,
  ProjectFile,
  ProjectModel,
  ProjectNetwork,
  ProjectResource,
  ProjectSource,
  ProjectVolume,
} from './project.ts';
export type { ComposeService, EnvironmentFile } from './service.ts';
export type { ServiceBuild } from './service-build.ts';
export type { DeployRestartPolicy, Deployment, Resources, RolloutPolicy } from './service-deploy.ts';
export type { ExtraHost, NetworkAttachment, PortPublication, ServiceLink } from './service-network.ts';
export type {
  Dependency,
  DependencyCondition,
  DeviceMapping,
  DeviceRequest,
  HealthCheck,
  LifecycleHook,
  RestartPolicy,
  Ulimit,
} from './service-run.ts';
export type { FileGrant, MountKind, ServiceMount } from './service-storage.ts';
