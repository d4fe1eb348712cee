import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest } from '@jest/globals';
import { parseAllDocuments, stringify } from 'yaml';
import { killCommands, startCommand } from '../../../testing/command.ts';
import { itWhere } from '../../../testing/it-where.ts';
import { sharedData } from '../../../testing/shared-data.ts';
import { removeTemporaryDirs, temporaryDir } from '../../../testing/temporary-dir.ts';

jest.setTimeout(180_000);

const itReads = itWhere(sharedData !== undefined, 'no shared data');
const data = sharedData ?? '';

interface Manifest {
  readonly kind?: string;
  readonly metadata?: { readonly name?: string };
  readonly spec?: {
    readonly template?: {
      readonly spec?: {
        readonly containers?: readonly {
          readonly image?: string;
          readonly env?: readonly { readonly name: string; readonly value?: string }[];
          readonly resources?: { readonly limits?: { readonly cpu?: string; readonly memory?: string } };
        }[];
      };
    };
  };
}

/** The manifests of the release that Nezha ran. */
function deployments(): {
  name: string;
  image: string;
  environment: Record<string, string>;
  cpus: string;
  memory: string;
}[] {
  const text = readFileSync(join(data, 'online-boutique/history/v0.3.9-kubernetes-manifests.yaml'), 'utf8');
  return parseAllDocuments(text).flatMap((document) => {
    const { kind, metadata, spec } = document.toJS() as Manifest;
    const [container] = spec?.template?.spec?.containers ?? [];
    if (kind !== 'Deployment' || container === undefined) return [];
    const { cpu = '0m', memory = '' } = container.resources?.limits ?? {};
    return [
      {
        name: metadata?.name ?? '',
        image: container.image ?? '',
        environment: Object.fromEntries((container.env ?? []).map(({ name, value = '' }) => [name, value])),
        cpus: String(Number(cpu.replace('m', '')) / 1_000),
        memory: memory.replace('Mi', 'm'),
      },
    ];
  });
}

/** The same as docker compose would be told it. */
function composeOf(all: ReturnType<typeof deployments>): string {
  const services = all.map(({ name, image, environment, cpus, memory }) => {
    return [name, { image, environment, deploy: { resources: { limits: { cpus, memory } } } }] as const;
  });
  return stringify({ name: 'online-boutique', services: Object.fromEntries(services) });
}

/** Who is told where whom is, by the variables that the manifests give for it. */
function documentedEdges(all: ReturnType<typeof deployments>): string[] {
  return all
    .flatMap(({ name, environment }) =>
      Object.entries(environment).flatMap(([variable, value]) =>
        /_ADDR$/.test(variable) ? [`${name} > ${value.split(':')[0] ?? ''}`] : [],
      ),
    )
    .sort();
}

interface Shown {
  readonly nodes: readonly { readonly name: string; readonly kind: string; readonly collectors: readonly string[] }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly traffic: object | null }[];
}

const pair = ({ from, to }: { readonly from: string; readonly to: string }): string => `${from} > ${to}`;

describe('backlot capture of Online Boutique', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = temporaryDir('online-boutique');
  });
  afterEach(killCommands);
  afterAll(removeTemporaryDirs);

  const backlot = async <Result>(...words: string[]): Promise<Result> => {
    const { code, stdout, stderr } = await startCommand([...words, '--output', 'json'], {
      env: { BACKLOT_DATA_DIR: dataDir },
    }).ended;
    if (code !== 0) throw new Error(`exit ${String(code)}: ${stderr}${stdout}`);
    return JSON.parse(stdout) as Result;
  };

  itReads('joins its traces and its configuration, and shows where they part', async () => {
    const all = deployments();
    expect(all).toHaveLength(12);
    const compose = join(temporaryDir('online-boutique-files'), 'compose.yaml');
    writeFileSync(compose, composeOf(all));
    const faults = join(data, 'nezha/online-boutique/2022-08-23/fault');
    const traces = readdirSync(faults).filter((name) => name.endsWith('_trace.csv.gz'));
    await backlot('capture', ...traces.map((name) => join(faults, name)), compose, '--estate', 'ob');

    const shown = await backlot<Shown>('estate', 'show', '--estate', 'ob');
    const joined = shown.nodes
      .filter(({ collectors }) => collectors.join() === 'compose,traces')
      .map(({ name }) => name);
    const untraced = ['loadgenerator', 'redis-cart'];
    expect(joined).toEqual(
      all
        .map(({ name }) => name)
        .filter((name) => !untraced.includes(name))
        .sort(),
    );
    expect(joined).toHaveLength(10);

    const documented = documentedEdges(all);
    expect(documented).toHaveLength(16);
    const seen = shown.edges.filter(({ traffic }) => traffic !== null).map(pair);
    // Two ends that send no spans, and calls to currencyservice that left none on either side.
    const unseen = ['cartservice > redis-cart', 'checkoutservice > currencyservice', 'loadgenerator > frontend'];
    expect(documented.filter((edge) => !seen.includes(edge))).toEqual(unseen);

    const { declared } = await backlot<{
      declared: {
        onlyDeclared: string[];
        onlyCaptured: string[];
        edgesOnlyDeclared: { from: string; to: string }[];
        edgesOnlyCaptured: { from: string; to: string }[];
      };
    }>('estate', 'diff', '--declared', '--estate', 'ob');
    expect(declared).toMatchObject({ onlyDeclared: untraced });
    expect(declared.edgesOnlyDeclared.map(pair)).toEqual(unseen);
    // What the researchers who ran it added: a database of advertisements, which no manifest of the release mentions.
    expect(declared.onlyCaptured).toHaveLength(1);
    expect(declared.onlyCaptured[0]).toContain('addatabase');
    expect(declared.edgesOnlyCaptured.map(({ from }) => from)).toEqual(['adservice']);
  });
});
