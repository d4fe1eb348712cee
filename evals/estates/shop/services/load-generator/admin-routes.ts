import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { journeyNames } from './journey.ts';
import { longestWindowMs } from './load.ts';
import type { Load, LoadSettings } from './load.ts';

const weights = Object.fromEntries(journeyNames.map((name) => [name, z.number().min(0)])) as Record<
  (typeof journeyNames)[number],
  z.ZodNumber
>;

const settings = z.strictObject({
  ratePerSecond: z.number().min(0).max(10_000),
  thinkTimeMs: z.number().min(0).max(600_000),
  mix: z
    .strictObject(weights)
    .refine((mix) => Object.values(mix).some((weight) => weight > 0), 'at least one weight above 0'),
});

const given = z.record(z.string(), z.unknown());

const reportQuery = z.object({
  windowSeconds: z.coerce
    .number()
    .min(1)
    .max(longestWindowMs / 1_000)
    .default(30),
});

/**
 * Adds `GET /load?windowSeconds=30` (what was asked and what was achieved) and `PUT /load` (`ratePerSecond`,
 * `thinkTimeMs`, `mix`; what is left out stays as it is).
 *
 * @param app - The admin server.
 * @param load - The load.
 * @param changed - Told the new settings.
 */
export function addAdminRoutes(app: FastifyInstance, load: Load, changed: (next: LoadSettings) => void): void {
  app.get('/load', (request) => load.report(reportQuery.parse(request.query).windowSeconds * 1_000));
  app.put('/load', (request) => {
    load.change(settings.parse({ ...load.settings, ...given.parse(request.body) }));
    changed(load.settings);
    return load.settings;
  });
}
