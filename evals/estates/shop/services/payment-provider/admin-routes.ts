import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { behaviourSchema } from './behaviour.ts';
import type { Behaviour } from './behaviour.ts';

const given = z.record(z.string(), z.unknown());

/** The behaviour in force, and how to change it. */
export interface BehaviourControl {
  read(): Behaviour;
  change(next: Behaviour): void;
}

/**
 * Adds `GET /behaviour` and `PUT /behaviour`; what a PUT leaves out stays as it is.
 *
 * @param app - The admin server.
 * @param control - The behaviour in force.
 */
export function addAdminRoutes(app: FastifyInstance, control: BehaviourControl): void {
  app.get('/behaviour', () => control.read());
  app.put('/behaviour', (request) => {
    control.change(behaviourSchema.parse({ ...control.read(), ...given.parse(request.body) }));
    return control.read();
  });
}
