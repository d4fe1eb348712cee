import { RegisteredError } from '../../src/kernel/index.ts';
import type { CoverageCount } from '../../src/kernel/index.ts';
import type { ApiAnswer, QueryApi } from './query-api.ts';

/** Asks what a reading can do without. */
export interface Asker {
  /**
   * The data of an answer; undefined, and counted, where the server refuses it, answers in another form, with too much or
   * too late.
   */
  optional(what: string, place: string, ask: (api: QueryApi) => Promise<ApiAnswer>): Promise<unknown>;
}

const bearable: ReadonlySet<string> = new Set([
  'prometheus-refused',
  'prometheus-foreign-answer',
  'prometheus-answer-too-large',
  'prometheus-unreachable',
]);

/**
 * An asker of one server.
 *
 * @param api - The server.
 * @param coverage - Told what was not answered, and what only in part.
 */
export function askerOf(api: QueryApi, coverage: CoverageCount): Asker {
  return {
    optional: async (what, place, ask) => {
      try {
        const { data, warnings } = await ask(api);
        if (warnings > 0) coverage.notUnderstood(`${what} that the server answered with a warning`, place, warnings);
        return data;
      } catch (thrown) {
        const code = thrown instanceof RegisteredError ? (thrown as RegisteredError).code : 'none';
        if (!bearable.has(code)) throw thrown;
        coverage.notUnderstood(`${what} that the server did not tell (${code})`, place);
        return undefined;
      }
    },
  };
}
