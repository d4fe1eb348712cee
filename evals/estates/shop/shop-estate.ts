import { RegisteredError } from '../../../src/kernel/index.ts';
import {
  bringUp,
  buildImages,
  composeServiceNames,
  estateContainers,
  estateNames,
  readStatus,
  removeImages,
  takeDown,
} from '../runner/index.ts';
import type { BuiltImage, DownResult, RemovedImages, RunContext, ServiceStatus, UpResult } from '../runner/index.ts';
import { shopImageRecipes } from './recipes.ts';
import { shopCompose, shopVariables, withValues } from './shop-settings.ts';
import type { ShopSettings } from './shop-settings.ts';

/** The kind under which shops are labelled on an engine. */
export const shopKind = 'shop';

/** A shop that is up. */
export interface UpShop extends UpResult {
  readonly services: readonly ServiceStatus[];
}

async function recipes({ engine, report }: RunContext, version: string | undefined) {
  report('services', 'bundling');
  const all = await shopImageRecipes(engine, version === undefined ? {} : { version });
  report('services', 'bundled');
  return all;
}

/**
 * Builds the shop's images, as far as they are not there already.
 *
 * @param context - The engine, the time, whom to tell, and when to stop.
 * @throws RegisteredError as `shopImageRecipes` and `buildImages` do; the signal's reason, when aborted
 */
export async function buildShop(context: RunContext): Promise<readonly BuiltImage[]> {
  return buildImages(context, await recipes(context, undefined));
}

/**
 * Brings a shop up, or from whatever state it is in to the one that is asked for.
 *
 * @param context - The engine, the time, whom to tell, and when to stop.
 * @param name - What the shop is called: its compose project, and `service.namespace` in its telemetry.
 * @param settings - What is asked of it.
 * @throws RegisteredError as `shopVariables`, `withValues`, `shopImageRecipes` and `bringUp` do; the signal's reason, when aborted
 */
export async function upShop(context: RunContext, name: string, settings: ShopSettings = {}): Promise<UpShop> {
  const compose = withValues(shopCompose(), settings.values ?? []);
  const variables = shopVariables(settings, compose);
  const estate = { kind: shopKind, name };
  const { labels } = settings;
  const request = {
    estate,
    compose,
    variables,
    recipes: await recipes(context, variables['SHOP_VERSION']),
    ...(labels === undefined ? {} : { labels }),
  };
  const result = await bringUp(context, request);
  return { ...result, services: await readStatus(context.engine, estate, composeServiceNames(compose)) };
}

/**
 * Takes a shop down, whole or half-made; one that is not there is no error.
 *
 * @param context - The engine, whom to tell, and when to stop.
 * @param name - Which shop.
 * @throws RegisteredError as the engine does; the signal's reason, when aborted
 */
export function downShop(context: RunContext, name: string): Promise<DownResult> {
  return takeDown(context, { kind: shopKind, name });
}

/**
 * Removes the shop's images that no container uses.
 *
 * @param context - The engine, whom to tell, and when to stop.
 * @throws RegisteredError as the engine does; the signal's reason, when aborted
 */
export function cleanShop(context: RunContext): Promise<RemovedImages> {
  return removeImages(context, 'backlot-shop/');
}

/**
 * The names of all shops on the engine, whole or half-made.
 *
 * @param context - The engine.
 * @throws RegisteredError as the engine does
 */
export function shopNames({ engine }: Pick<RunContext, 'engine'>): Promise<readonly string[]> {
  return estateNames(engine, shopKind);
}

/**
 * Whether all that runs of a shop was brought up with a label; also where nothing of it runs.
 *
 * @param context - The engine.
 * @param name - Which shop.
 * @param label - Its name.
 * @throws RegisteredError as the engine does
 */
export async function isShopLabelled(
  { engine }: Pick<RunContext, 'engine'>,
  name: string,
  label: string,
): Promise<boolean> {
  const containers = await estateContainers(engine, { kind: shopKind, name });
  return containers.every(({ labels }) => label in labels);
}

/**
 * How a shop's services are.
 *
 * @param context - The engine.
 * @param name - Which shop.
 * @throws RegisteredError `estate-unknown`, and as the engine does
 */
export async function statusShop(
  { engine }: Pick<RunContext, 'engine'>,
  name: string,
): Promise<readonly ServiceStatus[]> {
  const names = await estateNames(engine, shopKind);
  if (!names.includes(name)) throw new RegisteredError('estate-unknown', { name, names });
  return readStatus(engine, { kind: shopKind, name }, composeServiceNames(shopCompose()));
}

/**
 * Where a shop's customers reach it, as seen from the engine's host.
 *
 * @param services - The shop's.
 * @returns Undefined while its gateway publishes no port.
 */
export function shopUrl(services: readonly ServiceStatus[]): string | undefined {
  return publishedUrl(services, 'gateway', 8080);
}

/**
 * Where a service's port is published, as seen from the engine's host.
 *
 * @param services - The shop's.
 * @param service - Which one.
 * @param containerPort - The port inside its container.
 */
export function publishedUrl(
  services: readonly ServiceStatus[],
  service: string,
  containerPort: number,
): string | undefined {
  const containers = services.find((candidate) => candidate.service === service)?.containers ?? [];
  const port = containers.flatMap(({ ports }) => ports).find((candidate) => candidate.containerPort === containerPort);
  if (port === undefined) return undefined;
  const host = ['0.0.0.0', '::', ''].includes(port.hostAddress) ? '127.0.0.1' : port.hostAddress;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port.hostPort}`;
}
