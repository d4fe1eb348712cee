import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { exampleOfError, RegisteredError } from '../errors/index.ts';
import { actionEntry, actionNames, faultNames, readAction, readFault } from './index.ts';
import type { ActionOf, FaultOf } from './index.ts';

/** What is said of something that is not accepted. */
function messageOf(read: () => unknown): string {
  try {
    return JSON.stringify(read());
  } catch (thrown) {
    return thrown instanceof RegisteredError ? `${thrown.code}: ${thrown.message}` : String(thrown);
  }
}

describe('readAction', () => {
  it('gives the values under names with their units, and only those that the type has', () => {
    const scale: ActionOf<'scale'> = { kind: 'scale', component: 'checkout', replicas: 3 };
    expect(readAction({ action: 'scale', component: 'checkout', replicas: 3 }, 'c.yaml:1:1')).toEqual(scale);
    const limits: ActionOf<'set-limits'> = {
      kind: 'set-limits',
      component: 'checkout',
      cpuCores: 0.13,
      memoryBytes: 536_870_912,
      restarts: true,
    };
    const given = { action: 'set-limits', component: 'checkout', cpu: '130m', memory: '512MiB' };
    expect(readAction(given, 'c.yaml:1:1')).toEqual(limits);
  });

  it('has types that are derived from the data', () => {
    const rollout: ActionOf<'set-rollout'> = {
      kind: 'set-rollout',
      component: 'checkout',
      strategy: 'rolling',
      maxSurge: { share: 0.25 },
      minReadyMs: 10_000,
    };
    // @ts-expect-error -- a scale without a number of replicas is none.
    const lacking: ActionOf<'scale'> = { kind: 'scale', component: 'checkout' };
    // @ts-expect-error -- a duration has its unit in its name.
    const unitless: ActionOf<'set-timeout'> = { kind: 'set-timeout', component: 'a', to: 'b', timeout: 800 };
    // @ts-expect-error -- a choice has the words that it has.
    const chosen: ActionOf<'set-rollout'>['strategy'] = 'sideways';
    // @ts-expect-error -- what has a default is always there.
    const absent: ActionOf<'restart'> = { kind: 'restart', component: 'checkout' };
    // @ts-expect-error -- the vocabulary is closed.
    const unheard: ActionOf<'reticulate'> | undefined = undefined;
    const given = {
      action: 'set-rollout',
      component: 'checkout',
      strategy: 'rolling',
      maxSurge: '25%',
      minReady: '10s',
    };
    expect(readAction(given, 'c.yaml:1:1')).toEqual(rollout);
    expect([lacking, unitless, chosen, absent, unheard]).toHaveLength(5);
  });

  it('narrows by kind', () => {
    const action = readAction({ action: 'wait', for: '1m30s' }, 'c.yaml:1:1');
    const waitedMs = action.kind === 'wait' ? action.forMs : undefined;
    expect(waitedMs).toBe(90_000);
  });

  it('names the place, the name that is unknown, and those most like it', () => {
    expect(messageOf(() => readAction({ action: 'scael' }, 'change.yaml:12:5'))).toMatch(
      /^vocabulary-name-unknown: change\.yaml:12:5: found the unknown action scael; accepted: .* scale,/,
    );
  });

  it.each([
    ['deploy', 'set-image'],
    ['SIGHUP', 'reload'],
    ['hpa', 'set-autoscaler'],
  ])('leads %s to %s, by what others call it', (written, name) => {
    expect(messageOf(() => readAction({ action: written }, 'c.yaml:1:1'))).toContain(`most like it ${name},`);
  });

  it.each(['constructor', '__proto__', 'toString'])('takes %s for no action', (name) => {
    const given: unknown = JSON.parse(`{"action": "${name}"}`);
    expect(messageOf(() => readAction(given, 'c.yaml:1:1'))).toContain('vocabulary-name-unknown');
  });

  it('lists every mistake at once, with what was found and what is accepted', () => {
    const given = { action: 'scale', replica: 3, component: ' checkout', replicas: 'three' };
    expect(messageOf(() => readAction(given, 'c.yaml:1:1'))).toBe(
      [
        'vocabulary-entry-invalid: c.yaml:1:1: the action scale has 3 mistakes:',
        '  found the unknown parameter replica; accepted: one of component, replicas (did you mean replicas?)',
        '  component: found " checkout"; accepted: the name of a component',
        '  replicas: found "three"; accepted: a whole number from 0 to 100000',
      ].join('\n'),
    );
  });

  it.each([
    [{ action: 'set-limits', component: 'a' }, 'at least one of cpu, memory'],
    [{ action: 'set-limits', component: 'a', cpu: 0 }, 'a number of cores, such as 0.5, 2 or "500m", above 0'],
    [{ action: 'set-timeout', component: 'a', to: 'b', timeout: 800 }, 'timeout: found 800; accepted: a duration'],
    [{ action: 'set-retries', component: 'a', to: 'b', attempts: 0 }, 'a whole number from 1 to 1000'],
    [{ action: 'set-rollout', component: 'a', strategy: 'fast' }, 'one of rolling, recreate, on-delete'],
    [{ action: 'restart', component: 'a', oneByOne: 'yes' }, 'true or false'],
    [{ action: 'do-nothing', now: true }, 'no parameters'],
    [{ action: 'scale', component: 'a\u001b[2J', replicas: 1 }, 'found "a\\u001b[2J"'],
    [{ action: 'configure', component: 'a', attribute: 'b' }, 'value: found nothing'],
    [{ action: 7 }, 'action: found 7; accepted: a name'],
    [['scale'], 'found a list; accepted: a mapping such as { action: restart, component: web }'],
    [undefined, 'found nothing'],
  ])('refuses %j', (given, message) => {
    expect(messageOf(() => readAction(given, 'c.yaml:1:1'))).toContain(message);
  });

  it('takes any JSON as the value of an attribute, null among it, but nothing that has no end', () => {
    const value = { test: ['CMD', 'true'], intervalMs: 1_000, deep: { none: null } };
    const configure = { action: 'configure', component: 'a', attribute: 'health-check' };
    expect(readAction({ ...configure, value }, 'c.yaml:1:1')).toMatchObject({ value });
    expect(readAction({ ...configure, value: null }, 'c.yaml:1:1')).toMatchObject({ value: null });
    const endless: Record<string, unknown> = {};
    endless['again'] = endless;
    expect(messageOf(() => readAction({ ...configure, value: endless }, 'c.yaml:1:1'))).toContain('found a mapping');
    const unfolding = Array.from({ length: 30 }).reduce((part: unknown) => [part, part, part, part], 'x');
    expect(messageOf(() => readAction({ ...configure, value: unfolding }, 'c.yaml:1:1'))).toContain('found a list');
  });
});

describe('readFault', () => {
  it('gives the values with their defaults', () => {
    const latency: FaultOf<'latency'> = { kind: 'latency', component: 'payment', delayMs: 200, forMs: 120_000 };
    const given = { fault: 'latency', component: 'payment', delay: '200ms', for: '2m' };
    expect(readFault(given, 's.yaml:3:5')).toEqual(latency);
    const status: FaultOf<'status-code'> = { kind: 'status-code', component: 'payment', status: 503, shareRatio: 1 };
    expect(readFault({ fault: 'status-code', component: 'payment' }, 's.yaml:3:5')).toEqual(status);
  });

  it.each([
    ['oom', 'out-of-memory'],
    ['dns', 'dns-error'],
    ['packet-loss', 'loss'],
    ['latncy', 'latency'],
  ])('leads %s to %s', (written, name) => {
    expect(messageOf(() => readFault({ fault: written }, 's.yaml:1:1'))).toContain(`most like it ${name},`);
  });

  it.each([
    [{ fault: 'load-spike' }, 'exactly one of factor, rate'],
    [{ fault: 'load-spike', factor: 2, rate: '5/s' }, 'found factor and rate; accepted: exactly one of factor, rate'],
    [{ fault: 'loss', component: 'a', loss: 5 }, 'loss: found 5; accepted: a ratio from 0 to 1'],
    [{ fault: 'latency', component: 'a', delay: `${'9'.repeat(400)}s` }, 'delay: found "999'],
    [{ action: 'kill', component: 'a' }, 'fault: found nothing'],
  ])('refuses %j', (given, message) => {
    expect(messageOf(() => readFault(given, 's.yaml:1:1'))).toContain(message);
  });
});

describe('reading a vocabulary', () => {
  const codes = ['vocabulary-name-unknown', 'vocabulary-entry-invalid'];

  /** A value that is read, or a registered error that says where: anything else is a crash. */
  function endsWell(read: (given: unknown, place: string) => unknown, given: unknown): void {
    try {
      expect(Object.isFrozen(read(given, 'here:1:1'))).toBe(true);
    } catch (thrown) {
      if (!(thrown instanceof RegisteredError)) throw thrown;
      expect(codes).toContain(thrown.code);
      expect(thrown.message).toMatch(/^here:1:1: /);
    }
  }

  it('never crashes on anything', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true, withNullPrototype: true }), (given) => {
        endsWell(readAction, given);
        endsWell(readFault, given);
      }),
    );
  });

  it('never crashes on a known name with anything as its parameters', () => {
    const parameter = fc.oneof(
      fc.constantFrom('component', 'to', 'for', 'cpu', 'delay', 'factor', 'rate', 'value', 'share', 'instances'),
      fc.string(),
    );
    const value = fc.oneof(
      fc.anything({ withBigInt: true }),
      fc.constantFrom('5s', '1MiB', '10/s', '25%', '500m', 'web', 3, 0.5, -1, true),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...actionNames),
        fc.constantFrom(...faultNames),
        fc.dictionary(parameter, value),
        (action, fault, parameters) => {
          endsWell(readAction, { ...parameters, action });
          endsWell(readFault, { ...parameters, fault });
        },
      ),
      { numRuns: 500 },
    );
  });

  it('gives finite numbers only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.constantFrom('d', 'h', 'ms'), (digits, unit) => {
        const written = `${'9'.repeat(digits)}${unit}`;
        const read = messageOf(() => readAction({ action: 'wait', for: written }, 'here'));
        expect(read).not.toContain('"forMs":null');
      }),
    );
  });

  it('points to the verb that shows the word', () => {
    expect(exampleOfError('vocabulary-entry-invalid').error.remedy).toContain('`backlot actions scale`');
    expect(actionEntry('scale').about).toContain('instances');
  });
});
