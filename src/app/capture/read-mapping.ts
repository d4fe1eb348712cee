import { openInput } from '../../../connectors/files/index.ts';
import { spanCsvMappingSchema } from '../../../connectors/span-csv/index.ts';
import type { SpanCsvMapping } from '../../../connectors/span-csv/index.ts';
import { formatPlace, parseYaml, plainValue, RegisteredError } from '../../kernel/index.ts';

/**
 * Reads a mapping of the columns of span CSV.
 *
 * @param path - A file of YAML or JSON.
 * @throws RegisteredError `input-malformed` with the first key that is wrong, and what opening a file throws
 */
export async function readMapping(path: string): Promise<SpanCsvMapping> {
  const input = await openInput(path);
  const { documents: [root] = [], problem } = parseYaml(await input.text(), path);
  if (root === undefined) {
    const place = problem === undefined ? '' : formatPlace(problem.place);
    const found = problem?.found ?? 'an empty document';
    throw new RegisteredError('input-malformed', { path, place, found, accepted: 'a mapping in YAML or JSON' });
  }
  const checked = spanCsvMappingSchema.safeParse(plainValue(root));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new RegisteredError('input-malformed', {
    path,
    place: (issue?.path ?? []).map(String).join('.'),
    found: issue?.message ?? 'no mapping of columns',
    accepted: `a mapping with the keys ${Object.keys(spanCsvMappingSchema.shape).join(', ')}`,
  });
}
