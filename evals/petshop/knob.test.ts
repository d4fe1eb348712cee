import { describe, expect, it } from '@jest/globals';
import { knobOf } from './knob.ts';

const set = (name: string, value: string): string =>
  `aws ssm put-parameter --name '/shop/${name}' --value '${value}' --overwrite`;

describe('knobOf', () => {
  it.each([
    ['a delay', set('checkoutdelay', '250'), 'delay', 250],
    ['a latency', set('added_latency_2', '40.5'), 'delay', 40.5],
    ['errors in per cent', set('listerrorpercent', '5'), 'errors', 0.05],
    [
      'a sleep put into code',
      String.raw`sed -E -i 's/sleep\(([0-9]+)/sleep(250/g' a/index.js && deploy it`,
      'sleep',
      250,
    ],
    ['a script with an amount', 'python -m make_requests -num_iterations=800', 'work', 800],
    ['another way to give it', 'load --requests 20', 'work', 20],
    ['a parameter without a unit', set('poolsize', '7'), 'work', 7],
    ['a switch', set('errormode', 'true'), 'switch', 1],
    ['a switch in code', "sed -i 's/broken = false/broken = true/g' index.js", 'switch', 1],
    ['a delay that is no number', set('delaymode', 'slow'), 'switch', 1],
    ['errors beyond all', set('errorpercent', '250'), 'work', 250],
  ])('reads %s', (_, command, kind, amount) => {
    expect(knobOf('web', command).dose).toEqual({ component: 'web', kind, amount });
  });

  it('knows doses of one knob by what is left without the amount', () => {
    const ids = ['250', '500'].map((value) => knobOf('web', set('delay', value)).id);
    expect(ids[0]).toBe(ids[1]);
    expect(knobOf('web', set('otherdelay', '250')).id).not.toBe(ids[0]);
    expect(knobOf('db', set('delay', '250')).id).not.toBe(ids[0]);
  });

  it('keeps a knob whose name holds the amount apart from its amount', () => {
    const ids = ['1', '2'].map((value) => knobOf('web', set('delaymode1', value)).id);
    expect(ids[0]).toBe(ids[1]);
  });

  it('says why the effect of a dose is in no fact', () => {
    expect(knobOf('web', set('delay', '250')).unknown).toBeUndefined();
    expect(knobOf('web', 'load --requests 20').unknown).toMatch(/amount/);
    expect(knobOf('web', set('poolsize', '7')).unknown).toMatch(/unit/);
    expect(knobOf('web', 'restart it all').unknown).toBe('its command is not understood');
  });
});
