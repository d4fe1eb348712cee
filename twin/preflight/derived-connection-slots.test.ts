import { describe, expect, it } from '@jest/globals';
import type { FoundFact } from '../../src/estate/index.ts';
import { derivedConnectionSlots } from './derived-connection-slots.ts';

const subject = { kind: 'component', component: 'database' } as const;
const image = (repository: string): FoundFact => ({
  subject,
  attribute: 'image',
  value: { repository, tag: '16' },
  method: 'declared',
});
const command = (...words: { name: string; value?: string }[]): FoundFact => ({
  subject,
  attribute: 'command',
  value: words,
  method: 'declared',
});
const slots = (...facts: readonly FoundFact[]): readonly unknown[] =>
  derivedConnectionSlots(facts).map(({ value }) => value);

describe('derivedConnectionSlots', () => {
  it('reads the options of PostgreSQL, with what it reserves for administrators', () => {
    const forty = command({ name: '-c' }, { name: 'max_connections', value: '40' });
    expect(slots(image('docker.io/library/postgres'), forty)).toEqual([{ total: 40, reserved: 3 }]);
    const all = command(
      { name: '-c' },
      { name: 'max_connections', value: '200' },
      { name: '-c' },
      { name: 'superuser_reserved_connections', value: '5' },
      { name: '-c' },
      { name: 'reserved_connections', value: '10' },
    );
    expect(slots(image('postgres'), all)).toEqual([{ total: 200, reserved: 15 }]);
  });

  it('reads those of MySQL, which reserves none of them', () => {
    const words = command({ name: '--max-connections', value: '500' });
    expect(slots(image('docker.io/library/mariadb'), words)).toEqual([{ total: 500, reserved: 0 }]);
  });

  it('says nothing where nothing is told, where a fact tells it, and of other programs', () => {
    const forty = command({ name: '-c' }, { name: 'max_connections', value: '40' });
    const told: FoundFact = { subject, attribute: 'connection-slots', value: { total: 90 }, method: 'captured' };
    expect(slots(image('postgres'))).toEqual([]);
    expect(slots(image('postgres'), forty, told)).toEqual([]);
    expect(slots(image('docker.io/library/postgres-exporter'), forty)).toEqual([]);
    expect(slots(image('postgres'), command({ name: '-c' }, { name: 'max_connections', value: 'many' }))).toEqual([]);
  });
});
