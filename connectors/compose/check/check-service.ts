import type { ComposeProblemKind } from '../../../src/kernel/index.ts';
import type { ComposeProject, ComposeService } from '../model/index.ts';

/** Told of something wrong with a service's attribute. */
export type Tell = (kind: ComposeProblemKind, attribute: string, found: string, accepted: string) => void;

const none = 'none is declared';

/** The project's names of a kind, as far as a line holds them. */
const listed = new WeakMap<object, string>();

function known(record: Readonly<Record<string, unknown>>): string {
  const line = listed.get(record) ?? listNames(record);
  listed.set(record, line);
  return line;
}

function listNames(record: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(record).join(', ');
  return names === '' ? none : names.length <= 200 ? names : `${names.slice(0, 197)}...`;
}

const quoted = (name: string): string => JSON.stringify(name.slice(0, 80));

function checkDependencies(
  project: ComposeProject<unknown>,
  service: ComposeService<unknown>,
  isJob: boolean,
  tell: Tell,
): void {
  for (const { service: name, required, from } of service.dependsOn) {
    const attribute = from === 'depends_on' ? `depends_on.${name}` : from;
    const other = project.services[name];
    if (other === undefined) {
      if (isJob && project.jobs[name] !== undefined) continue;
      tell(
        'reference',
        attribute,
        `${quoted(name)}, which is no service`,
        `a service of the project: ${known(project.services)}`,
      );
    } else if (!other.active && required) {
      const profiles = other.profiles.join(', ');
      const accepted = `the profile active (--profile ${other.profiles[0] ?? ''}), or 'required: false'`;
      tell('reference', attribute, `${quoted(name)}, which starts only with a profile of ${profiles}`, accepted);
    }
  }
}

function checkShared(project: ComposeProject<unknown>, service: ComposeService<unknown>, tell: Tell): void {
  for (const { network } of service.networks) {
    if (project.networks[network] !== undefined) continue;
    tell(
      'reference',
      `networks.${network}`,
      `${quoted(network)}, which is no network of the project`,
      `a network under the top-level key networks: ${known(project.networks)}`,
    );
  }
  for (const { kind, source } of service.mounts) {
    if (kind !== 'volume' || source === undefined || project.volumes[source] !== undefined) continue;
    tell(
      'reference',
      'volumes',
      `${quoted(source)}, which is no volume of the project`,
      `a volume under the top-level key volumes (${known(project.volumes)}), or a path that begins with ./ or /`,
    );
  }
  for (const section of ['secrets', 'configs'] as const) {
    for (const { source } of service[section]) {
      if (project[section][source] !== undefined) continue;
      tell(
        'reference',
        section,
        `${quoted(source)}, which is none of the project's ${section}`,
        `one under the top-level key ${section}: ${known(project[section])}`,
      );
    }
  }
  for (const source of service.build?.secrets ?? []) {
    if (project.secrets[source] === undefined)
      tell(
        'reference',
        'build.secrets',
        `${quoted(source)}, which is no secret of the project`,
        `one under the top-level key secrets: ${known(project.secrets)}`,
      );
  }
  for (const name of service.models) {
    if (project.models[name] === undefined)
      tell(
        'reference',
        'models',
        `${quoted(name)}, which is no model of the project`,
        `one under the top-level key models: ${known(project.models)}`,
      );
  }
}

function checkContexts(project: ComposeProject<unknown>, { build }: ComposeService<unknown>, tell: Tell): void {
  for (const { name, context } of build?.additionalContexts ?? []) {
    const [, other] = /^service:(.*)$/s.exec(context) ?? [];
    if (other === undefined) continue;
    const attribute = `build.additional_contexts.${name}`;
    if (project.services[other] === undefined)
      tell(
        'reference',
        attribute,
        `${quoted(other)}, which is no service`,
        `a service of the project: ${known(project.services)}`,
      );
    else if (project.services[other].build === undefined)
      tell('reference', attribute, `${quoted(other)}, which is not built`, 'a service with a build');
  }
}

function checkContradictions(service: ComposeService<unknown>, tell: Tell): void {
  if (service.networkMode !== undefined && service.networks.length > 0) {
    tell('contradiction', 'network_mode', 'network_mode beside networks', 'one of the two');
  }
  if (service.replicas > 1 && service.containerName !== undefined) {
    tell(
      'contradiction',
      'container_name',
      `a name for ${service.replicas} containers`,
      'one replica, or no container_name',
    );
  }
  const { platform, build } = service;
  if (
    platform !== undefined &&
    build !== undefined &&
    build.platforms.length > 0 &&
    !build.platforms.includes(platform)
  ) {
    tell(
      'contradiction',
      'platform',
      'a platform that is not built',
      `one of build.platforms: ${build.platforms.join(', ')}`,
    );
  }
  const targets = new Set<string>();
  for (const { target } of service.mounts) {
    if (targets.has(target)) tell('contradiction', 'volumes', `two mounts at ${quoted(target)}`, 'one mount at a path');
    targets.add(target);
  }
}

/**
 * Checks that what a service refers to is there, and that it does not contradict itself.
 *
 * @param project - Read.
 * @param service - One of its services or jobs.
 * @param isJob - Whether it is a job.
 * @param tell - Told of what is wrong.
 */
export function checkService(
  project: ComposeProject<unknown>,
  service: ComposeService<unknown>,
  isJob: boolean,
  tell: Tell,
): void {
  if (service.image === undefined && service.build === undefined && service.provider === undefined) {
    tell('form', '', 'a service without an image and without a build', 'image, build or provider');
  }
  checkDependencies(project, service, isJob, tell);
  checkShared(project, service, tell);
  checkContexts(project, service, tell);
  checkContradictions(service, tell);
}
