import { afterAll, beforeAll, describe, expect, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { EstateGraph, GraphEdge, GraphNode } from '../../../estate/index.ts';
import { chromiumPath, startBrowser } from '../../../../testing/browser.ts';
import { itWhere } from '../../../../testing/it-where.ts';
import { mapPage } from './map-page.ts';

jest.setTimeout(60_000);

const itShows = itWhere(chromiumPath !== undefined, 'no Chromium');

const node = (name: string, over: Partial<GraphNode> = {}): GraphNode => ({
  name,
  kind: 'service',
  group: null,
  owner: null,
  collectors: ['traces'],
  image: null,
  replicas: null,
  cpuCores: null,
  memoryBytes: null,
  operations: [],
  traffic: null,
  states: [],
  isEntry: false,
  ...over,
});

const edge = (from: string, to: string): GraphEdge => ({
  from,
  to,
  protocols: ['http'],
  traffic: { perSecond: 1.5, errorRatio: 0, p50Ms: 2, p95Ms: 5 },
  declaredBy: [],
  isInferred: false,
});

const hostile = `"><img src=x onerror="window.ran=1"><script>window.ran = 1</script></title>`;

describe('mapPage, in a browser', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (chromiumPath !== undefined) browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  const open = async (graph: EstateGraph): Promise<{ page: Page; problems: string[] }> => {
    if (browser === undefined) throw new Error('the browser is there from beforeAll on');
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.setContent(mapPage({ estate: 'shop', sha256: 'a'.repeat(64), graph }));
    return { page, problems };
  };
  const faded = (page: Page): Promise<string[]> =>
    page.evaluate<string[]>("[...document.querySelectorAll('.node.faded')].map(({ dataset }) => dataset.name)");

  itShows(
    'leaves a component and its neighbours when it is pointed at, and those that match when one types',
    async () => {
      const { page, problems } = await open({
        nodes: [
          node('cart'),
          node('database', { kind: 'database' }),
          node('search'),
          node('storefront', { isEntry: true }),
        ],
        edges: [edge('cart', 'database'), edge('storefront', 'cart'), edge('storefront', 'search')],
      });
      expect(await faded(page)).toEqual([]);
      await page.locator('.node[data-name="cart"]').hover();
      expect(await faded(page)).toEqual(['search']);
      await page.mouse.move(0, 0);
      expect(await faded(page)).toEqual([]);
      await page.getByRole('searchbox').fill('data');
      expect(await faded(page)).toEqual(['cart', 'search', 'storefront']);
      expect(await page.locator('tbody tr').count()).toBe(4);
      expect(problems).toEqual([]);
    },
  );

  itShows('runs nothing that stands in a name, and shows it as it is', async () => {
    const { page } = await open({
      nodes: [node(hostile, { owner: hostile, image: hostile }), node('__proto__'), node('constructor')],
      edges: [edge(hostile, '__proto__'), edge('__proto__', 'constructor')],
    });
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('tbody tr td').first().textContent()).toBe(hostile);
    expect(await page.locator('.edge').count()).toBe(2);
  });
});
