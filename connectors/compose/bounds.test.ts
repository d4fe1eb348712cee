import { describe, expect, it } from '@jest/globals';
import { told } from '../../testing/compose-texts.ts';

/** More than a machine under load takes for what is bounded; without a bound each of these takes minutes or the memory. */
const patientMs = 20_000;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

describe('a small file that would unfold to a large project', () => {
  it(
    'is refused: ranges of ports',
    () => {
      const ports = "'1-4000',".repeat(5_000);
      expect(told(`services: { a: { image: a, ports: [${ports}] } }\n`)[0]).toContain('what unfolds to more than');
    },
    patientMs,
  );

  it(
    'is refused: services of which each adds to the one before',
    () => {
      const services = numbers(8_000).map(
        (at) => `  s${at}: { image: a, extends: s${Math.max(0, at - 1)}, dns: [a${at}] }`,
      );
      services[0] = '  s0: { image: a }';
      expect(told(`services:\n${services.join('\n')}\n`)[0]).toContain('what unfolds to more than');
    },
    patientMs,
  );

  it(
    'is refused: a chain longer than a stack',
    () => {
      const services = numbers(10_000).map((at) => `  s${at}: { image: a, extends: s${at + 1} }`);
      expect(told(`services:\n${services.join('\n')}\n  s10000: { image: a }\n`)[0]).toContain('100 deep');
    },
    patientMs,
  );

  it(
    'is refused: files that each include the next one twice',
    () => {
      const files = numbers(40).map((at): [string, string] => [
        at === 0 ? 'compose.yaml' : `f${at}.yaml`,
        `include: [f${at + 1}.yaml, ./f${at + 1}.yaml]\nservices: { s${at}: { image: a } }\n`,
      ]);
      const texts = Object.fromEntries([...files, ['f40.yaml', 'services: { z: { image: a } }\n']]);
      expect(told(texts)[0]).toContain('what unfolds to more than');
    },
    patientMs,
  );
});

describe('a large file', () => {
  it(
    'is read where it says nothing wrong',
    () => {
      const services = numbers(4_000).map(
        (at) => `  s${at}: { image: a, depends_on: [s${at + 1}], environment: [A=${at}] }`,
      );
      expect(told(`services:\n${services.join('\n')}\n  s4000: { image: a }\n`)).toEqual([]);
    },
    patientMs,
  );

  it(
    'merges long lists in reasonable time',
    () => {
      const list = (from: number): string =>
        numbers(20_000)
          .map((at) => `n${at + from}`)
          .join(',');
      const layer = (from: number): string => `services: { a: { image: a, security_opt: [${list(from)}] } }\n`;
      expect(told({ 'a.yaml': layer(0), 'b.yaml': layer(10_000) }, { files: ['a.yaml', 'b.yaml'] })).toEqual([]);
    },
    patientMs,
  );
});
