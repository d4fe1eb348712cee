import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { RegisteredError } from '../../src/kernel/index.ts';
import type { ErrorDetails } from '../../src/kernel/index.ts';
import { readScenario } from './read-scenario.ts';
import type { Captured, Scenario } from './read-scenario.ts';

const nothingCaptured: Captured = { components: new Map(), facts: [] };

const page = readFileSync(new URL('../../docs/scenario-format.md', import.meta.url), 'utf8');
const example = /```yaml\n(version: 1\n[\s\S]+?)```/.exec(page)?.[1] ?? '';

const read = (text: string): Promise<Scenario> =>
  readScenario(text, 'case.yaml', () => Promise.resolve(nothingCaptured));

async function problemsOf(text: string): Promise<readonly string[]> {
  try {
    await read(text);
    return [];
  } catch (thrown) {
    const { details } = thrown as RegisteredError;
    return (details as ErrorDetails<'scenario-invalid'>).problems.map(
      ({ place, key, found, accepted }) => `${place} ${key} ${found} | ${accepted}`,
    );
  }
}

const valueOf = (scenario: Scenario, member: number, attribute: string): unknown =>
  scenario.members[member]?.facts.find((fact) => fact.attribute === attribute)?.value;

describe('readScenario', () => {
  it('reads the example of the page, units taken into the names', async () => {
    const scenario = await read(example);
    expect(scenario.members.map(({ name }) => name)).toEqual(['scaled to 6', 'scaled to 6 with pools of 15']);
    expect(valueOf(scenario, 0, 'connection-pool')).toEqual({
      sizePerInstance: 20,
      acquireTimeoutMs: 2_000,
    });
    expect(scenario.members[0]?.change).toEqual([{ kind: 'scale', component: 'orders', replicas: 6 }]);
  });

  it('merges what a member says over what the scenario says', async () => {
    const scenario = await read(example);
    expect(valueOf(scenario, 1, 'connection-pool')).toEqual({
      sizePerInstance: 15,
      acquireTimeoutMs: 2_000,
    });
  });

  it('takes moments, sizes, cores, rates and sketches as people write them', async () => {
    const scenario = await read(
      example
        .replace(
          '    database:\n',
          '    tls: { kind: certificate, certificate: { notAfter: 2021-11-08T00:00:00Z } }\n' +
            '    worker: { limits: { cpu: 130m, memory: 512MiB }, stop-grace: 30s, image: "reg.example:5000/w:1.2" }\n' +
            '    database:\n',
        )
        .replace('members:', '  operations:\n    orders/GET /: { self-time: { exponential: 20ms } }\nmembers:'),
    );
    expect(valueOf(scenario, 0, 'certificate')).toEqual({ notAfterMs: Date.UTC(2021, 10, 8) });
    expect(valueOf(scenario, 0, 'limits')).toEqual({ cpuCores: 0.13, memoryBytes: 512 * 1024 ** 2 });
    expect(valueOf(scenario, 0, 'stop-grace')).toBe(30_000);
    expect(valueOf(scenario, 0, 'image')).toEqual({ repository: 'reg.example:5000/w', tag: '1.2' });
    const { count, sumMs } = valueOf(scenario, 0, 'self-time') as { count: number; sumMs: number };
    expect(sumMs / count).toBeCloseTo(20, 0);
  });

  it('lists what is wrong with its place', async () => {
    const problems = await problemsOf(
      example
        .replace('reserved: 3', 'resreved: 3')
        .replace('2s }', '2 parsecs }')
        .replace('because: connection-slots', 'because: connection-slot'),
    );
    expect(problems).toHaveLength(3);
    expect(problems[0]).toMatch(/^case\.yaml:14:\d+ facts\.components\.database\.connection-slots\.resreved/);
    expect(problems[1]).toMatch(/^case\.yaml:17:\d+ .*acquireTimeout "2 parsecs"/);
    expect(problems[2]).toContain('such as connection-slots');
  });

  it('says of what stands in several forms what is wrong with the one that was meant', async () => {
    const withOperation = (facts: string): string =>
      example.replace('members:', `  operations:\n    orders/GET /: ${facts}\nmembers:`);
    expect(await problemsOf(withOperation('{ requests: { perSecond: 5 } }'))).toEqual([
      expect.stringContaining('requests.perSecond 5 | a rate with a unit'),
    ]);
    expect(await problemsOf(withOperation('{ self-time: { lognormal: { mean: 3, cv: 1 } } }'))).toEqual([
      expect.stringContaining('self-time.lognormal.mean 3 | a duration with a unit'),
    ]);
    expect(await problemsOf(withOperation('{ self-tmie: 3ms }'))).toEqual([expect.stringContaining('self-time')]);
  });

  it('lists actions that are none, and components that are not there', async () => {
    const problems = await problemsOf(
      example.replace(
        'action: scale, component: orders, replicas: 6',
        'action: scale, component: oders, replicas: many',
      ),
    );
    expect(problems[0]).toMatch(/^case\.yaml:21:\d+ members\.0\.change\.0\.replicas "many"/);
    const [unknown] = await problemsOf(example.replace('component: orders, replicas', 'component: oders, replicas'));
    expect(unknown).toContain('"oders", which is no component of the estate | such as orders');
  });

  it('refuses a verdict beside what a remedy does', async () => {
    expect(await problemsOf(example.replace('verdict: pass', 'verdict: pass, remedy: works'))).toEqual([
      expect.stringMatching(/^case\.yaml:\d+:\d+ members\.1\.expect\.verdict "pass" \| one of verdict and remedy/),
    ]);
  });

  it('names the keys that are most like an unknown one first, in whichever form', async () => {
    const limits = await problemsOf(example.replace('reserved: 3', 'resreved: 3'));
    expect(limits[0]).toContain('the unknown key "resreved" | one of reserved, ');
    const budget = await problemsOf(
      example.replace('    database:\n', '    web: { disruption-budget: { minAvailble: 1 } }\n    database:\n'),
    );
    expect(budget).toEqual([
      expect.stringContaining('the unknown key "minAvailble" | one of minAvailable, maxUnavailable'),
    ]);
  });

  it('refuses members that could all come out alike', async () => {
    expect(
      await problemsOf(example.replace('expect: { verdict: pass }', 'expect: { verdict: [pass, block] }')),
    ).toEqual([expect.stringContaining('members that could all come out alike')]);
  });

  it('refuses a pair of one, and an expectation of nothing', async () => {
    expect(await problemsOf(example.replace(/ {2}- name: scaled to 6 with[\s\S]+/, ''))).toHaveLength(1);
    expect(await problemsOf(example.replace('expect: { verdict: pass }', 'expect: {}'))).toEqual([
      expect.stringContaining('a verdict, or what the remedy does'),
    ]);
  });

  it('takes the value of configure in the units of facts, and keeps it as facts do', async () => {
    const configured = (value: string): string =>
      example.replace(
        '{ action: scale, component: orders, replicas: 6 }',
        `{ action: configure, component: database, attribute: keep-alive, value: ${value} }`,
      );
    const { members } = await read(configured('{ idleTimeout: 5s }'));
    expect(members[0]?.change).toMatchObject([{ attribute: 'keep-alive', value: { idleTimeoutMs: 5_000 } }]);
    expect(members[0]?.written.change).toMatchObject([{ value: { idleTimeoutMs: 5_000 } }]);
    expect((await read(configured('{ idleTimeoutMs: 5000 }'))).members[0]?.change).toEqual(members[0]?.change);
    const [wrong] = await problemsOf(configured('{ idleTimeuot: 5s }'));
    expect(wrong).toMatch(/members\.0\.change\.0\.value\.idleTimeuot .*one of idleTimeout/);
  });

  it('refuses two members of one name, and a beginning whose from is after its to', async () => {
    expect(await problemsOf(example.replace('scaled to 6 with pools of 15', 'scaled to 6'))).toEqual([
      expect.stringContaining('"scaled to 6", which member 1 has too'),
    ]);
    const begins = example.replace('takesDown: [orders]', 'begins: { from: 2h, to: 1h }');
    expect(await problemsOf(begins)).toEqual([expect.stringContaining('expect.begins.from')]);
  });
});
