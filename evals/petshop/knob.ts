import { unknownMechanism } from '../../twin/calibration/index.ts';
import type { Dose } from '../../twin/calibration/index.ts';

/** What was turned, and how far. */
export interface Knob {
  /** The same for all doses of one knob: its component, and its command without the amount. */
  readonly id: string;
  readonly dose: Dose;
  /** Why its effect cannot be known before one of its doses was seen; `undefined` where it can. */
  readonly unknown: string | undefined;
}

/** `--name '/path/NAME' --value 'VALUE'`: a parameter that a running service reads. */
const parameter = /--name\s+'?(?<name>[^'\s]+)'?\s+--value\s+'?(?<amount>[^'\s]+)'?/;
/** `sleep(250`: a sleep that is written into code. */
const sleep = /\bsleep\((?<amount>\d+(?:\.\d+)?)/;
/** `--iterations=800`, `-num_requests 20`: a script with an amount. */
const script = /--?[\w-]*(?:iterations|requests|threads|users|count|rate)[= ](?<amount>\d+(?:\.\d+)?)\b/i;
/** `x = false/x = true`: something switched on in code. */
const codeSwitch = /=\s*(?:false|true)\/[^/]*=\s*(?:false|true)\//;

type Reading = Pick<Dose, 'kind' | 'amount'> & { readonly unknown?: string };

const isAmount = (text: string): boolean => /^\d+(?:\.\d+)?$/.test(text);

function parameterReading(name: string, value: string): Reading {
  const last = name.split('/').at(-1) ?? name;
  if (isAmount(value)) {
    const amount = Number(value);
    if (/delay|latency|sleep/i.test(last) && amount > 0) return { kind: 'delay', amount };
    if (/err|fail/i.test(last) && /percent|pct/i.test(last) && amount > 0 && amount < 100) {
      return { kind: 'errors', amount: amount / 100 };
    }
    if (amount > 0) {
      return { kind: 'work', amount, unknown: `the parameter ${last} has an amount whose unit is in no fact` };
    }
  }
  return { kind: 'switch', amount: 1 };
}

/** Where the amount stands in the command. */
type Span = readonly [from: number, to: number];

/** The amount ends what a pattern matches, or stands before its closing quote. */
function spanOf(match: RegExpExecArray, amount: string): Span {
  const from = match.index + match[0].lastIndexOf(amount);
  return [from, from + amount.length];
}

function readingOf(command: string): { readonly reading: Reading; readonly amountAt: Span | undefined } {
  const set = parameter.exec(command);
  const [name, value] = [set?.groups?.['name'], set?.groups?.['amount']];
  if (set !== null && name !== undefined && value !== undefined) {
    const reading = parameterReading(name, value);
    return { reading, amountAt: reading.kind === 'switch' ? undefined : spanOf(set, value) };
  }
  for (const [kind, pattern] of [['sleep', sleep] as const, ['work', script] as const]) {
    const match = pattern.exec(command);
    const amount = match?.groups?.['amount'];
    if (match !== null && amount !== undefined && Number(amount) > 0) {
      return { reading: { kind, amount: Number(amount) }, amountAt: spanOf(match, amount) };
    }
  }
  const unknown = codeSwitch.test(command) ? {} : { unknown: 'its command is not understood' };
  return { reading: { kind: 'switch', amount: 1, ...unknown }, amountAt: undefined };
}

/**
 * Reads what a command turns. A delay is taken as milliseconds, which its command does not say.
 *
 * @param component - Where it acts.
 * @param command - As it was run; it is data, and nothing of it is executed.
 */
export function knobOf(component: string, command: string): Knob {
  const { reading, amountAt } = readingOf(command);
  const text = amountAt === undefined ? command : `${command.slice(0, amountAt[0])}AMOUNT${command.slice(amountAt[1])}`;
  return {
    id: `${component}: ${text}`,
    dose: { component, kind: reading.kind, amount: reading.amount },
    unknown: reading.unknown ?? unknownMechanism[reading.kind],
  };
}
