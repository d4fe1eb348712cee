import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../../../src/kernel/index.ts';

/** Something that a service cannot work without. */
export interface ReadinessCheck {
  readonly name: string;
  /** Resolves when it is there. */
  check(): Promise<void>;
}

/** What the health routes need to know of their service. */
export interface HealthOptions {
  readonly checks: readonly ReadinessCheck[];
  readonly clock: Clock;
  /** Of each check: well below the prober's own limit, so that the prober learns which check it was. */
  readonly timeoutMs: number;
  /** Whether the service is on its way out and must get no new work. */
  isDraining(): boolean;
}

/** Paths that probes ask; they leave no spans and no access log. */
export const healthPaths: readonly string[] = ['/live', '/ready'];

/**
 * Adds `/live` (the process answers; nothing else is asked, so that no dependency's failure gets it killed) and
 * `/ready` (it can do its work now).
 *
 * @param app - Where the routes go.
 * @param options - The service's checks.
 */
export function addHealthRoutes(app: FastifyInstance, options: HealthOptions): void {
  const { checks, clock, timeoutMs } = options;

  const outcome = async (readiness: ReadinessCheck): Promise<readonly [string, string]> => {
    const patience = new AbortController();
    const late = clock.sleep(timeoutMs, patience.signal).then(() => `no answer within ${timeoutMs} ms`);
    const answered = readiness.check().then(
      () => 'ok',
      (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
    );
    const found = await Promise.race([answered, late]);
    patience.abort();
    return [readiness.name, found];
  };

  app.get('/live', () => ({ live: true }));
  app.get('/ready', async (_request, reply) => {
    const found = Object.fromEntries(await Promise.all(checks.map(outcome)));
    const draining = options.isDraining();
    const ready = !draining && Object.values(found).every((state) => state === 'ok');
    return reply.code(ready ? 200 : 503).send({ ready, draining, checks: found });
  });
}
