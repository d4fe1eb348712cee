import { z } from 'zod';
import { durationMsSchema } from '../../kernel/index.ts';

/** A duration in a scenario: milliseconds once read. What is no text is refused in the same words as a text that is none. */
export const duration = z
  .string({ error: 'a duration with a unit, such as 250ms, 30s, 1m30s or 2h' })
  .pipe(durationMsSchema)
  .meta({ title: 'duration: `250ms`, `30s`, `2h`' });
