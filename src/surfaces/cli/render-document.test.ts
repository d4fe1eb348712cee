import { describe, expect, it } from '@jest/globals';
import { renderDocument } from './render-document.ts';

const plain = { colour: false };

describe('renderDocument', () => {
  it('aligns tables and fields, numbers to the right', () => {
    const text = renderDocument(
      [
        { kind: 'heading', text: 'Estate' },
        {
          kind: 'table',
          columns: [{ heading: 'service' }, { heading: 'rps', align: 'right' }],
          rows: [
            ['cart', '9.5'],
            [{ text: 'catalogue', tone: 'bad' }, '12.0'],
          ],
        },
        {
          kind: 'fields',
          fields: [
            { label: 'a', value: '1' },
            { label: 'long', value: '2' },
          ],
        },
      ],
      plain,
    );
    expect(text).toBe(
      [
        'Estate',
        '',
        '  service     rps',
        '  cart        9.5',
        '  catalogue  12.0',
        '',
        '  a     1',
        '  long  2',
        '',
      ].join('\n'),
    );
  });

  it('wraps the widest columns of a table where the line is too short', () => {
    const table = {
      kind: 'table',
      columns: [{ heading: 'name' }, { heading: 'what' }],
      rows: [['docker', 'the demo estate, replicas, and estates that run on Docker']],
    } as const;
    const lines = renderDocument([table], { colour: false, columns: 40 }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(lines.map((line) => line.trim()).join(' ')).toContain('estates that run on Docker');
  });

  it('colours by tone only where asked', () => {
    const document = [{ kind: 'paragraph', text: { text: 'down', tone: 'bad' } }] as const;
    expect(renderDocument(document, plain)).toBe('down\n');
    expect(renderDocument(document, { colour: true })).toContain('\u001b[');
  });

  it('drops control sequences that came from outside', () => {
    const text = renderDocument(
      [
        { kind: 'paragraph', text: 'evil\u001b[2J\u001b]0;title\u0007 name\r\u0008' },
        { kind: 'table', columns: [{ heading: 'x' }], rows: [['\u009b31mred']] },
      ],
      plain,
    );
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it('keeps the columns of a table of thousands of rows in line, soon', () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => [
      `service-${index}`,
      'x'.repeat(index % 7),
      String(index),
    ]);
    const table = {
      kind: 'table',
      columns: [{ heading: 'name' }, { heading: 'what' }, { heading: 'n', align: 'right' }],
      rows,
    } as const;
    for (const look of [plain, { ...plain, columns: 60 }]) {
      const lines = renderDocument([table], look).trimEnd().split('\n');
      expect(lines).toHaveLength(rows.length + 1);
      expect(new Set(lines.map(({ length }) => length)).size).toBe(1);
      expect(lines.at(-1)).toMatch(/^ {2}service-4999 +x* +4999$/);
    }
  });

  it('drops what would turn the direction of a name round', () => {
    expect(renderDocument([{ kind: 'paragraph', text: 'pay\u202egnp.exe' }], plain)).toBe('paygnp.exe\n');
  });
});
