import { describe, expect, it } from '@jest/globals';
import { factExamples } from './fact-examples.ts';
import { factMembers } from './fact-members.ts';
import { attributesByHand, writtenAttribute } from './written-attribute.ts';

/** Every place within a value that a name leads to, as members are named: `[].consumers[].component`. */
function placesOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => placesOf(each, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return [here, ...placesOf(inner, here)];
  });
}

describe('the members of facts', () => {
  it.each(attributesByHand)('of %s all say what they mean and what they take', (name) => {
    const members = factMembers(name);
    expect(members.length).toBeGreaterThan(0);
    for (const member of members) {
      expect({ ...member, about: member.about.length > 0, takes: member.takes.length > 0 }).toMatchObject({
        about: true,
        takes: true,
      });
    }
  });

  it.each(attributesByHand)('of %s may be written as the example has them', (name) => {
    expect(writtenAttribute(name)?.safeParse(factExamples[name])).toMatchObject({ success: true });
  });

  it.each(attributesByHand)('of %s name whatever the example names', (name) => {
    const names = factMembers(name).map((member) => member.name);
    // A distribution and a mapping of free names are values without members of their own.
    const isOne = names.length === 1 && names[0] === '';
    const unknown = placesOf(factExamples[name]).filter(
      (place) => !isOne && !names.some((known) => place === known || (known !== '' && place.startsWith(`${known}.`))),
    );
    expect(unknown).toEqual([]);
  });

  it('say which are required, in each of several forms', () => {
    const required = (name: Parameters<typeof factMembers>[0]): readonly string[] =>
      factMembers(name).flatMap((member) => (member.isRequired ? [member.name] : []));
    expect(required('connection-slots')).toEqual(['total', 'tenants[].name', 'tenants[].connections']);
    expect(required('disruption-budget')).toEqual([]);
    expect(required('call-plans')).toContain('plans[].steps[].call.component');
    expect(required('call-plans')).not.toContain('plans[].steps[].calls');
  });

  it('tell the written name from the kept one, and the unit by its value', () => {
    expect(factMembers('call-policy')[0]).toMatchObject({
      name: 'timeout',
      keptAs: 'timeoutMs',
      takes: expect.stringContaining('250ms'),
    });
    expect(factMembers('certificate').find(({ name }) => name === 'notAfter')?.takes).toContain('2026-06-01T12:00:00Z');
  });
});
