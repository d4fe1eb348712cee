import type { CoverageCount } from '../../../src/kernel/index.ts';
import type { ComposeProject, ComposeService } from '../model/index.ts';
import type { ProblemList } from '../problem-list.ts';
import { checkService } from './check-service.ts';
import type { Tell } from './check-service.ts';
import { findCircle } from './circles.ts';

/** What checking needs to know of how the project was read. */
export interface CheckContext {
  readonly problems: ProblemList;
  readonly coverage: CoverageCount;
  /** Something was not read that may define what others refer to; and services whose base was not read. */
  readonly unread: { readonly project: boolean; readonly services: ReadonlySet<string> };
}

function placeOf({ declaredAt }: ComposeService<unknown>, attribute: string): string {
  for (let name = attribute; name !== ''; name = name.replace(/\.?[^.]*$/, '')) {
    const place = declaredAt[name];
    if (place !== undefined) return place;
  }
  return declaredAt[''] ?? '';
}

/**
 * Checks a project as docker compose does before it starts anything: only what the active profiles start.
 *
 * @param project - Read.
 * @param context - Where problems go; what may be only unread goes to coverage.
 */
export function checkProject(project: ComposeProject<unknown>, { problems, coverage, unread }: CheckContext): void {
  for (const section of ['services', 'jobs'] as const) {
    for (const service of Object.values(project[section])) {
      if (!service.active) continue;
      const isPart = unread.project || unread.services.has(service.name);
      const tell: Tell = (kind, attribute, found, accepted) => {
        const place = placeOf(service, attribute);
        const key = `${section}.${service.name}${attribute === '' ? '' : `.${attribute}`}`;
        const isOfUnread = isPart && (kind === 'reference' || kind === 'form');
        if (isOfUnread) coverage.notUnderstood('a reference to what may be in a file that was not fetched', place);
        else problems.add(kind, place, key, found, accepted);
      };
      checkService(project, service, section === 'jobs', tell);
    }
  }
  for (const [name, job] of Object.entries(project.jobs)) {
    if (project.services[name] === undefined) continue;
    problems.add(
      'contradiction',
      placeOf(job, ''),
      `jobs.${name}`,
      `${JSON.stringify(name)} as a job and as a service`,
      'one name for one thing',
    );
  }
  const active = [...Object.values(project.services), ...Object.values(project.jobs)].filter(
    (service) => service.active,
  );
  const dependencies = new Map(
    active.map((service) => [service.name, service.dependsOn.map((other) => other.service)]),
  );
  const circle = findCircle(dependencies);
  if (circle === undefined) return;
  const [first = '', second = ''] = circle;
  const service = project.services[first] ?? project.jobs[first];
  const from = service?.dependsOn.find((other) => other.service === second)?.from ?? 'depends_on';
  const place = service === undefined ? '' : placeOf(service, from === 'depends_on' ? `depends_on.${second}` : from);
  problems.add(
    'circle',
    place,
    `services.${first}.${from}`,
    `a circle: ${circle.join(' → ')}`,
    'services that start in some order',
  );
}
