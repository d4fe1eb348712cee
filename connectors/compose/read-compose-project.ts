import type { Observation } from '../observation/index.ts';
import { RegisteredError } from '../../src/kernel/index.ts';
import type { ComposeRequest } from './compose-request.ts';
import type { ComposeProject } from './model/index.ts';

/**
 * Reads a project of Compose as docker compose would, without starting anything.
 *
 * @param request - Its files, and what they are read with.
 * @throws RegisteredError `compose-unreadable`, `compose-invalid` with all problems
 */
export function readComposeProject(request: ComposeRequest): Observation<ComposeProject> {
  throw new RegisteredError('compose-unreadable', {
    path: request.files[0] ?? '',
    reason: 'the reader is not there yet',
  });
}
