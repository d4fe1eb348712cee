import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { attributeEntry, attributeNames } from '../../src/estate/index.ts';
import type { AttributeName, FoundFact, Subject } from '../../src/estate/index.ts';
import {
  actionEntry,
  actionNames,
  faultEntry,
  faultNames,
  readAction,
  readFault,
  RegisteredError,
} from '../../src/kernel/index.ts';
import type { Json, Parameter } from '../../src/kernel/index.ts';
import { anyFactValue } from '../../testing/any-fact-value.ts';
import { someMomentMs } from '../../testing/made-preflight.ts';
import { verdicts } from '../verdict.ts';
import { preflightRules, runPreflight } from './index.ts';
import type { Finding, PreflightResult } from './index.ts';

const components = ['web', 'app', 'db'] as const;

const theNode: Subject = { kind: 'component', component: 'node-1' };

/** Names that words and facts have in common, by the member that holds them: then no word is refused. */
const textsOf = (member: string): readonly string[] => {
  const byMember: Readonly<Record<string, readonly string[]>> = {
    component: components,
    node: ['node-1'],
    pool: ['general'],
    zone: ['north'],
    queue: ['orders'],
    disk: ['data'],
    volume: ['data'],
    table: ['orders'],
    repository: ['docker.io/library/postgres', 'registry.example/app', 'redis'],
    tag: ['16.4', 'latest', '15', ''],
    image: ['registry.example/app:2'],
    name: ['data', 'tls'],
    target: ['data', '/var/lib/postgresql/data'],
    metric: ['container_memory_working_set_bytes', 'cpu'],
  };
  return byMember[member] ?? ['data', ''];
};

const subjectsOf = (kind: Subject['kind']): readonly Subject[] => {
  switch (kind) {
    case 'estate':
      return [{ kind }];
    case 'component':
      return components.map((component) => ({ kind, component }));
    case 'instance':
      return components.map((component) => ({ kind, component, instance: `${component}-1` }));
    case 'operation':
      return components.map((component) => ({ kind, component, operation: 'GET /' }));
    case 'edge':
      return [
        { kind, component: 'web', to: 'app' },
        { kind, component: 'app', to: 'db' },
        { kind, component: 'web', to: 'app', operation: 'GET /', toOperation: 'GET /' },
        { kind, component: 'app', to: 'db', operation: 'GET /', toOperation: 'GET /' },
      ];
  }
};

const factsOf = (attribute: AttributeName): fc.Arbitrary<FoundFact> => {
  const { subject: kind, value } = attributeEntry(attribute);
  return fc
    .record({
      subject: fc.constantFrom(...(attribute === 'capacity' ? [theNode] : subjectsOf(kind))),
      value: anyFactValue(value, textsOf),
      method: fc.constantFrom('captured' as const, 'declared' as const),
    })
    .map((drawn) => ({ ...drawn, attribute }));
};

/** The names of the vocabularies' examples, as this estate has them. */
function inEstate(example: Readonly<Record<string, Json>>, parameters: Readonly<Record<string, Parameter>>) {
  const named: Readonly<Record<string, Json>> = {
    component: 'app',
    to: 'db',
    from: 'web',
    operation: 'GET /',
    instance: 'app-1',
    node: 'node-1',
    queue: 'orders',
    pool: 'general',
    zone: 'north',
    volume: 'data',
    certificate: 'tls',
    cache: 'db',
    lock: 'orders',
    secret: 'data',
  };
  return Object.fromEntries(
    Object.entries(example).map(([key, value]) => {
      // Who is called by db is nobody: what names a database and its callers is said of app and web.
      return [key, parameters[key]?.quantity === 'cores' ? value : (named[key] ?? value)];
    }),
  );
}

const actions = actionNames.map((name) => {
  const { example, parameters } = actionEntry(name);
  return readAction({ action: name, ...inEstate(example, parameters) }, 'test');
});
const faults = faultNames.flatMap((name) => {
  const { example, parameters } = faultEntry(name);
  const given = inEstate(example, parameters);
  const endless = Object.fromEntries(Object.entries(given).filter(([key]) => key !== 'for'));
  return [given, endless].map((each) => readFault({ fault: name, ...each }, 'test'));
});

/** What preflight says; undefined where it refuses a change for what the drawn facts do not have. */
function answered(...asked: Parameters<typeof runPreflight>): PreflightResult | undefined {
  try {
    return runPreflight(...asked);
  } catch (thrown) {
    if (thrown instanceof RegisteredError && thrown.code === 'change-names-unknown') return undefined;
    throw thrown;
  }
}

/** Figures that are none, wherever a reader would meet them. */
const isNoFigure = /NaN|Infinity|∞|undefined|\bnull\b|\[object|(?<![\w.])-0(?![\w.])/;

const textsIn = ({ reason, arithmetic, remedies }: Finding): readonly string[] => [
  reason,
  ...arithmetic.map(({ term, unit = '' }) => `${term} ${unit}`),
  ...remedies.map(({ does }) => does),
];

const edges: readonly FoundFact[] = (
  [
    ['web', 'app'],
    ['app', 'db'],
  ] as const
).map(([component, to]) => ({
  subject: { kind: 'edge', component, to },
  attribute: 'declared-dependency',
  value: { via: ['environment DB_HOST'] },
  method: 'declared',
}));

describe('the rules of preflight on facts at the edges of what the vocabulary takes', () => {
  it('know every word of the vocabularies', () => {
    expect(actions.length + faults.length).toBeGreaterThan(actionNames.length + faultNames.length);
  });

  it.each(preflightRules)('$name says no figure that is none, and blocks by evidence only', (rule) => {
    const own = rule.reads.map(factsOf);
    const drawn = fc.tuple(
      fc.array(fc.oneof(...own), { minLength: 1, maxLength: 12 }),
      fc.subarray(actions, { maxLength: 2 }),
      fc.subarray(faults, { maxLength: 2 }),
      fc.constantFrom(0, 1, 7 * 86_400_000, 1e12),
    );
    fc.assert(
      fc.property(drawn, ([facts, done, condition, horizonMs]) => {
        const result = answered(
          {
            estate: {
              components: [
                ...components.map((name) => ({ name, kind: 'service' as const })),
                { name: 'node-1', kind: 'host' },
              ],
              facts: [...edges, ...facts],
            },
            actions: done,
            condition,
            atMs: someMomentMs,
            horizonMs,
          },
          [rule],
        );
        if (result === undefined) return;
        expect(verdicts).toContain(result.verdict);
        for (const each of [...result.findings, ...result.elsewhere, ...result.resolved]) {
          expect(verdicts).toContain(each.verdict);
          for (const text of textsIn(each)) expect(text).not.toMatch(isNoFigure);
          expect(JSON.stringify(each.remedies)).not.toMatch(/:null[,}]/);
          for (const { value } of each.arithmetic) expect(Number.isFinite(value) && !Object.is(value, -0)).toBe(true);
          if (each.verdict === 'block') expect(each.evidence).not.toEqual([]);
          for (const timeMs of [each.beginsAfterMs, each.lastsMs]) {
            if (timeMs !== undefined && timeMs !== null) expect(Number.isFinite(timeMs) && timeMs >= 0).toBe(true);
          }
        }
        for (const { because, cost = '' } of result.remedies) expect(`${because} ${cost}`).not.toMatch(isNoFigure);
      }),
      { numRuns: Number(process.env['RUNS'] ?? 150) },
    );
  });

  it('read every attribute that some rule reads', () => {
    const read = new Set(preflightRules.flatMap(({ reads }) => reads));
    expect([...read].filter((name) => !attributeNames.includes(name))).toEqual([]);
  });
});
