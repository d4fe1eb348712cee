import { describe, expect, it } from '@jest/globals';
import { modelFormatPage } from './model-format-page.ts';

const page = modelFormatPage();

describe('the page of the model format', () => {
  it('has every table and model that its template asks for', () => {
    expect(page.match(/<!--/g)).toHaveLength(1);
    expect(page.match(/^\| field \|/gm)?.length).toBeGreaterThan(9);
    expect(page.match(/^```json/gm)?.length).toBeGreaterThanOrEqual(6);
  });

  it('says what every field means', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows.length).toBeGreaterThan(150);
    expect(rows.filter((row) => row.endsWith('|  |'))).toEqual([]);
  });

  it('has a heading above every table, of its own or of the section', () => {
    const parts = page.split(/^#+ .*$/m);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.filter((part) => (part.match(/^\| --- /gm)?.length ?? 0) > 1)).toEqual([]);
  });
});
