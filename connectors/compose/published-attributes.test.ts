import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { stringify } from 'yaml';
import { readingOf } from '../../testing/compose-texts.ts';

const published = JSON.parse(readFileSync(new URL('./read/published-attributes.json', import.meta.url), 'utf8')) as {
  readonly attributes: Readonly<Record<string, string>>;
};

/** Values for attributes that take only certain texts. */
const texts: Readonly<Record<string, string>> = {
  pull_policy: 'always',
  restart: 'always',
  cpus: '0.5',
  condition: 'service_started',
  host_ip: '127.0.0.1',
  protocol: 'udp',
  mode: 'host',
  published: '80',
  target: '/t',
  source: '/s',
  dockerfile: 'Dockerfile.own',
  type: 'bind',
};
const durations = /(?:^|\.)(?:interval|timeout|start_period|start_interval|delay|monitor|window|stop_grace_period)$/;
const sizes = /(?:^|\.)(?:memory|mem_limit|mem_reservation|shm_size|size)$/;

/** A value that an attribute takes. */
function valueFor(path: string, takes: string): unknown {
  const name = path.split('.').at(-1) ?? '';
  const words = takes
    .split(' ')
    .find((word) => word.includes('|'))
    ?.split('|');
  if (path.endsWith('ports.[].target')) return 80;
  if (path.endsWith('env_file.[].path')) return 'e.env';
  if (/(?:secrets|configs)\.\[\]\.source$/.test(path)) return 'x';
  if (durations.test(path)) return '5s';
  if (sizes.test(path)) return '64m';
  if (path === 'services.*.deploy.mode') return 'global';
  if (path.endsWith('configs.[].mode') || path.endsWith('secrets.[].mode') || path.endsWith('tmpfs.mode')) return 440;
  if (words !== undefined) return words[0];
  if (takes.includes('array')) {
    if (/(?:ports|expose)$/.test(path)) return ['80'];
    if (/extra_hosts/.test(path)) return ['h=1.2.3.4'];
    if (/volumes$/.test(path)) return ['/v'];
    return takes.includes('string') || !takes.includes('object') ? [] : {};
  }
  if (takes.includes('object')) return {};
  if (takes.includes('integer') || takes.includes('number')) return Object.hasOwn(texts, name) ? texts[name] : 1;
  if (takes.includes('boolean')) return true;
  return Object.hasOwn(texts, name) ? texts[name] : 'x';
}

/** What must stand beside an attribute for the file to be valid. */
function beside(path: string): Readonly<Record<string, unknown>> {
  if (/(?:volumes)\.\[\]/.test(path)) return { type: 'bind', source: '/s', target: '/t' };
  if (/ports\.\[\]/.test(path)) return { target: 80 };
  if (/(?:secrets|configs)\.\[\]$/.test(path)) return { source: 'x' };
  if (path.endsWith('.devices.[]') && !path.includes('reservations')) return { source: 'x' };
  if (/env_file\.\[\]/.test(path)) return { path: 'e.env' };
  return {};
}

/** Puts a value at the end of a path: names for stars, one entry for lists. */
function nested(path: string, value: unknown): unknown {
  const steps = path.split('.');
  return steps.reduceRight<unknown>((inside, step, at) => {
    const parent = steps.slice(0, at).join('.');
    const isMap = typeof inside === 'object' && inside !== null && !Array.isArray(inside);
    if (step === '[]') return [isMap ? { ...beside(`${parent}.[]`), ...inside } : inside];
    if (step !== '*') return { [step]: inside };
    return {
      [/depends_on$/.test(parent) ? 'other' : 'x']: isMap ? { ...besideNamed(parent, inside), ...inside } : inside,
    };
  }, value);
}

/** What one of a section has in any case. */
function besideNamed(section: string, own: object): object {
  if (section === 'services' || section === 'jobs') return { image: 'x' };
  const needsSource = !('content' in own || 'environment' in own);
  return (section === 'secrets' || section === 'configs') && needsSource ? { file: 'f' } : {};
}

function documentFor(path: string, value: unknown): object {
  const shared = {
    services: { other: { image: 'other' } },
    networks: { x: {} },
    models: { x: { model: 'm' } },
    secrets: { x: { file: 'f' } },
    configs: { x: { file: 'f' } },
  };
  const made = nested(path, value) as { readonly services?: object };
  return { ...shared, ...made, services: { ...shared.services, ...made.services } };
}

/** Keys that say how files are put together, read before anything is counted. */
const elsewhere = /^(?:include|services\.\*\.extends|jobs$|version$)/;

describe('every attribute of the published schema', () => {
  const attributes = Object.entries(published.attributes).filter(([path]) => !elsewhere.test(path));

  it('is a long list', () => {
    expect(attributes.length).toBeGreaterThan(350);
  });

  it.each(attributes)('%s is understood', (path, takes) => {
    const text = stringify(documentFor(path, valueFor(path, takes)));
    let notUnderstood: readonly { readonly what: string }[] = [];
    let problems = '';
    try {
      notUnderstood = readingOf({ 'compose.yaml': text, 'e.env': '' }).coverage.notUnderstood;
    } catch (thrown) {
      problems = String(thrown);
    }
    expect({ notUnderstood, problems, text }).toEqual({ notUnderstood: [], problems: '', text });
  });
});
