import { subjectKey } from '../../src/estate/index.ts';
import type { AttributeValueOf, FoundFact } from '../../src/estate/index.ts';
import type { Json } from '../../src/kernel/index.ts';
import { commandOptions } from './command-options.ts';

type Policy = AttributeValueOf<'memory-policy'>;

/** Programs that take the options of Redis. */
const likeRedis = /\/(?:redis|redis-stack|redis-stack-server|valkey|keydb|dragonfly)$/;

/** A variable by which a program names its broker; where it puts results is no queue. */
const namesBroker = /^environment (?!.*RESULT).*(?:BROKER|CELERY|SIDEKIQ|RESQUE|BULL|RQ_|JOBS?_|QUEUE)/i;

/** https://redis.io/docs/latest/develop/reference/eviction/ */
const evictionOf = (policy: string): NonNullable<Policy['eviction']> =>
  policy.startsWith('allkeys-') ? 'any' : policy.startsWith('volatile-') ? 'expiring' : 'none';

/** https://redis.io/docs/latest/operate/oss_and_stack/management/config/: `1k` is 1,000, `1kb` is 1,024. */
const unitBytes: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1e3,
  kb: 2 ** 10,
  m: 1e6,
  mb: 2 ** 20,
  g: 1e9,
  gb: 2 ** 30,
};

function sizeBytes(text: string | undefined): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,15})\s?([kmg]?b?)$/i.exec(text ?? '') ?? [];
  const bytes = amount === undefined ? 0 : Number(amount) * (unitBytes[unit.toLowerCase()] ?? 0);
  // 0 is no limit.
  return bytes === 0 ? undefined : bytes;
}

/**
 * What the command lines of stores in memory say of what they do when they are full, and whether others use them as a
 * broker, where no fact says it.
 *
 * @param facts - All that is known.
 */
export function derivedMemoryPolicies(facts: readonly FoundFact[]): readonly FoundFact[] {
  const told = new Set(
    facts.flatMap(({ attribute, subject }) => (attribute === 'memory-policy' ? [subjectKey(subject)] : [])),
  );
  const brokers = new Set(
    facts.flatMap(({ attribute, subject, value }) =>
      attribute === 'declared-dependency' &&
      subject.kind === 'edge' &&
      (value as AttributeValueOf<'declared-dependency'>).via.some((via) => namesBroker.test(via))
        ? [subject.to]
        : [],
    ),
  );
  const derived = new Map<string, FoundFact>();
  for (const { attribute, subject, value } of facts) {
    const key = subjectKey(subject);
    if (attribute !== 'image' || subject.kind !== 'component' || told.has(key)) continue;
    if (!likeRedis.test((value as AttributeValueOf<'image'>).repository)) continue;
    const options = commandOptions(facts, subject);
    const maxBytes = sizeBytes(options.get('--maxmemory'));
    const isBroker = brokers.has(subject.component);
    if (maxBytes === undefined && !isBroker) continue;
    const policy: Policy = {
      eviction: evictionOf(options.get('--maxmemory-policy') ?? 'noeviction'),
      ...(maxBytes === undefined ? {} : { maxBytes }),
      ...(isBroker ? { role: 'broker' } : {}),
    };
    const place = options.size === 0 ? 'variables of its callers' : 'its command line';
    derived.set(key, { subject, attribute: 'memory-policy', value: policy as Json, method: 'declared', place });
  }
  return [...derived.values()];
}
