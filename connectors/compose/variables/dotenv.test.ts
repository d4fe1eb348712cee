import { describe, expect, it } from '@jest/globals';
import { readDotenv, readRawVariables } from './dotenv.ts';

const nothing = (): undefined => undefined;
const read = (text: string) => Object.fromEntries(readDotenv(text, nothing).variables);

describe('readDotenv', () => {
  it('takes lines as docker compose does', () => {
    // The values are those of docker compose's own library.
    const text = `\uFEFF# a comment
PLAIN=plain # comment
DOUBLE="dq # not comment" # c
SINGLE='single $PLAIN'
export SPACED = spaced
YAML: yaml style
ESCAPED="esc \\n\\t\\"q\\" \\$PLAIN \\\\ $PLAIN"
HASH=multi#nocomment
QUOTE='it\\'s'
LINES="multi
line"
EMPTY=
FILLED=\${PLAIN}-\${NOPE:-dd}
DOLLAR=$$PLAIN
OCTAL="\\0101 x"
EQUALS=a=b=c
`;
    expect(read(text.replaceAll('\n', '\r\n').replace('multi\r\n', 'multi\n'))).toEqual({
      PLAIN: 'plain',
      DOUBLE: 'dq # not comment',
      SINGLE: 'single $PLAIN',
      SPACED: 'spaced',
      YAML: 'yaml style',
      ESCAPED: 'esc \n\t"q" $PLAIN \\ plain',
      HASH: 'multi#nocomment',
      QUOTE: "it's",
      LINES: 'multi\nline',
      EMPTY: '',
      FILLED: 'plain-dd',
      DOLLAR: '$PLAIN',
      OCTAL: 'A x',
      EQUALS: 'a=b=c',
    });
  });

  it('lets variables from around win, and those of the file over those of files before it', () => {
    const around = (name: string): string | undefined => (name === 'A' ? 'around' : undefined);
    const earlier = (name: string): string | undefined => ({ B: 'earlier', C: 'earlier' })[name];
    const { variables, missing } = readDotenv('A=own\nB=own\nX=$A-$B-$C-$D\nA', around, earlier);
    expect(Object.fromEntries(variables)).toEqual({ A: 'around', B: 'own', X: 'around-own-earlier-' });
    expect(missing).toEqual(['D']);
  });

  it('keeps names that are something to JavaScript', () => {
    expect([...readDotenv('__proto__=1\nconstructor=2\n', nothing).variables]).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  it.each([
    ['A=1\nB C=2\n', 2, 'a name with a space in it'],
    ['A=1\n\n=x\n', 3, 'a line without a name'],
    ['A!=1\n', 1, 'a name with other characters'],
    ['A=1\nB="x\ny', 2, 'a quote that does not end'],
    ['A=${x\n', 1, 'a variable that is not well-formed'],
  ])('refuses %j without repeating it', (text, line, found) => {
    expect(readDotenv(text, nothing).fault).toMatchObject({ line, found });
  });
});

describe('readRawVariables', () => {
  it('takes all after the first equals sign, quotes and dollars too', () => {
    const { variables } = readRawVariables('# c\nA="x" # y\nB=$A\nHOST\nGONE\n', (name) =>
      name === 'HOST' ? 'h' : undefined,
    );
    expect(Object.fromEntries(variables)).toEqual({ A: '"x" # y', B: '$A', HOST: 'h' });
  });
});
