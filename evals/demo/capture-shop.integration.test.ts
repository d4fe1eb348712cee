import Dockerode from 'dockerode';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { readComposeInTheClear } from '../../connectors/compose/index.ts';
import { systemClock } from '../../src/kernel/index.ts';
import { openStore } from '../../src/store/index.ts';
import { killCommands, startCommand } from '../../testing/command.ts';
import { databaseText } from '../../testing/database-text.ts';
import { describeWithDocker } from '../../testing/docker-gate.ts';
import { removeFromEngine } from '../../testing/docker-leftovers.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { removeTemporaryDirs, temporaryDir } from '../../testing/temporary-dir.ts';
import { shopConfiguration } from '../estates/index.ts';

// Images may have to be built first, with packages from Debian's mirror.
jest.setTimeout(600_000);

const shop = `capture-test-${process.pid}`;

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly traffic: object | null;
  readonly protocols: readonly string[];
  readonly isInferred: boolean;
}

interface Shown {
  readonly nodes: readonly {
    readonly name: string;
    readonly kind: string;
    readonly image: string;
    readonly replicas: number;
    readonly cpuCores: number;
    readonly memoryBytes: number;
    readonly collectors: readonly string[];
  }[];
  readonly edges: readonly Edge[];
  readonly component: {
    readonly facts: readonly { readonly subject: string; readonly attribute: string; readonly value: unknown }[];
  };
}

/** Values that containers were given under names that say that they are secret. */
async function secretsOnEngine(): Promise<readonly string[]> {
  const docker = new Dockerode();
  const containers = await docker.listContainers({ filters: { label: [`com.docker.compose.project=${shop}`] } });
  const details = await Promise.all(containers.map(({ Id }) => docker.getContainer(Id).inspect()));
  const variables = details.flatMap(({ Config }) => Config.Env);
  return [...new Set(variables.flatMap((entry) => /(?:PASSWORD|KEY)=(.{8,})$/.exec(entry)?.[1] ?? []))];
}

describeWithDocker('the capture of the demo estate', () => {
  let dataDir: string;
  let secrets: readonly string[];
  let shown: Shown;
  const backlot = async <Result>(...words: string[]): Promise<Result> => {
    const { code, stdout, stderr } = await startCommand([...words, '--output', 'json'], {
      env: { BACKLOT_DATA_DIR: dataDir },
    }).ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    return JSON.parse(stdout) as Result;
  };

  beforeAll(async () => {
    dataDir = temporaryDir('capture-shop');
    const demo = startCommand(['demo', '--name', shop, '--for', '50s', '--output', 'json'], {
      env: { BACKLOT_DATA_DIR: dataDir, BACKLOT_TELEMETRY_PORT: '14319' },
    });
    await demo.saidOnStderr(/Estate .* for/);
    secrets = await secretsOnEngine();
    const { code, stdout, stderr } = await demo.ended;
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({ snapshot: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown });
    shown = await backlot<Shown>('estate', 'show', 'checkout', '--estate', shop);
  });

  afterEach(killCommands);
  afterAll(async () => {
    await removeFromEngine(shop);
    removeTemporaryDirs();
  });

  it('finds the services of the compose file, with the images, limits and replicas that it gives them', () => {
    const { project } = readComposeInTheClear({
      ...shopConfiguration(shop, {}),
      missingVariables: 'note',
    });
    const declared = Object.values(project.services).map(({ name, image, replicas, limits }) => ({
      name,
      image,
      replicas,
      cpuCores: limits.cpuCores,
      memoryBytes: limits.memoryBytes,
    }));
    expect(declared.length).toBeGreaterThan(5);
    const captured = shown.nodes.map(({ name, image, replicas, cpuCores, memoryBytes }) => {
      return { name, image, replicas, cpuCores, memoryBytes };
    });
    const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);
    expect(captured.sort(byName)).toEqual(declared.sort(byName));
  });

  it('takes what compose, Docker and telemetry know for one component', () => {
    const seenBy = new Map(shown.nodes.map(({ name, collectors }) => [name, collectors]));
    for (const service of ['storefront', 'catalogue', 'cart', 'checkout', 'payment', 'payment-provider']) {
      expect([service, seenBy.get(service)]).toEqual([service, ['compose', 'docker', 'metrics', 'traces']]);
    }
    const kinds = new Map(shown.nodes.map(({ name, kind }) => [name, kind]));
    expect([kinds.get('database'), kinds.get('redis'), kinds.get('gateway')]).toEqual(['database', 'cache', 'gateway']);
  });

  it('finds who calls whom, the gateway that sends no spans among them', () => {
    const seen = shown.edges.filter(({ traffic }) => traffic !== null).map(({ from, to }) => `${from} > ${to}`);
    expect(seen.sort()).toEqual([
      'cart > redis',
      'catalogue > database',
      'checkout > cart',
      'checkout > catalogue',
      'checkout > database',
      'checkout > payment',
      'gateway > storefront',
      'load-generator > gateway',
      'payment > payment-provider',
      'storefront > cart',
      'storefront > catalogue',
      'storefront > checkout',
    ]);
    const inferred = shown.edges.filter(({ isInferred }) => isInferred).map(({ from, to }) => `${from} > ${to}`);
    expect(inferred).toContain('gateway > storefront');
  });

  it('finds the plan by which checkout calls the others', () => {
    const plans = shown.component.facts.find(
      ({ attribute, subject }) => attribute === 'call-plans' && subject.startsWith('checkout POST'),
    );
    const value = plans?.value as { plans: { steps: { step: string; call?: { component: string } }[] }[] } | undefined;
    const called = value?.plans[0]?.steps.flatMap(({ call }) => call?.component ?? []) ?? [];
    // Prices are asked before money is taken, and the order is written after.
    expect(called.indexOf('cart')).toBeGreaterThanOrEqual(0);
    expect(called.indexOf('payment')).toBeGreaterThan(called.indexOf('catalogue'));
    expect(called.lastIndexOf('database')).toBeGreaterThan(called.indexOf('payment'));
  });

  it('finds that configuration and reality agree', async () => {
    const { declared } = await backlot<{ declared: Record<string, unknown[]> }>(
      'estate',
      'diff',
      '--declared',
      '--estate',
      shop,
    );
    expect(declared).toMatchObject({ onlyDeclared: [], onlyCaptured: [], edgesOnlyCaptured: [], conflicts: [] });
  });

  it('keeps no secret value anywhere in the database', async () => {
    expect(secrets.length).toBeGreaterThanOrEqual(2);
    const store = await openStore({
      config: { dataDir, database: { url: undefined } },
      clock: systemClock,
      log: silentLog,
    });
    try {
      const text = await databaseText(store.database);
      expect(text.length).toBeGreaterThan(10_000);
      expect(text).toContain('SHOP_DATABASE_PASSWORD');
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    } finally {
      await store.close();
    }
  });
});
