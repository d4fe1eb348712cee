import type { FaultOf } from '../../../../../src/kernel/index.ts';
import { causes } from '../../../engine/cause.ts';
import type { Distribution } from '../../../format/index.ts';
import { noComponent } from '../stage.ts';
import type { Inject, Stage } from '../stage.ts';
import { delayOfShare, onCalls } from './on-calls.ts';

/** The least time after which TCP on Linux sends a packet again; doubled with each further try (RFC 6298). */
const leastRetransmitMs = 200;

/** After so many tries in vain Linux gives up (`net.ipv4.tcp_retries2`). */
const mostRetransmits = 15;

/** So many samples stand for a distribution: a ten-thousandth is told apart. */
const samples = 10_000;

/**
 * What lost packets cost a call of one packet there and one back: nothing where both come through, else the waits until one
 * is sent again that does.
 *
 * @param loss - Share of packets that are lost.
 * @param run - Mean number lost in a row: after a loss the next is lost with 1 - 1 / run; as `loss` where undefined.
 */
export function retransmissionDelay(loss: number, run: number | undefined): Distribution {
  const again = run === undefined ? loss : Math.max(loss, 1 - 1 / run);
  const anyLost = 1 - (1 - loss) ** 2;
  const values: number[] = [];
  let reached = anyLost;
  let delayMs = 0;
  let above = samples;
  for (let tries = 1; tries <= mostRetransmits && above > 0; tries++) {
    // Of those that are lost at least so often, the share that is lost just so often.
    const next = Math.round(reached * samples);
    while (above > next) {
      values.push(delayMs);
      above -= 1;
    }
    delayMs += leastRetransmitMs * 2 ** (tries - 1);
    reached *= again;
  }
  while (above-- > 0) values.push(delayMs);
  return { samples: values };
}

const lossOf = (lossRatio: number, run?: number): ReturnType<typeof lossDisturbance> => lossDisturbance(lossRatio, run);

const lossDisturbance = (
  lossRatio: number,
  run: number | undefined,
): readonly [{ readonly lost: number }] | readonly [{ readonly latency: Distribution }] =>
  lossRatio >= 1 ? [{ lost: 1 }] : [{ latency: retransmissionDelay(lossRatio, run) }];

const partition: Inject<'partition'> = (stage: Stage, { component, from, direction }) => {
  const one = stage.workloads.get(component)?.component;
  const other = from === undefined ? undefined : stage.workloads.get(from)?.component;
  if (one === undefined || (from !== undefined && other === undefined))
    return { problem: noComponent(one === undefined ? component : (from ?? '')) };
  // A call whose packets there are lost does not arrive; one whose packets back are lost is worked off for nothing. Where
  // both are, answers of calls that are under way do not come either. Nobody resets a connection (RFC 9293, 3.8.3).
  const silent = { lost: 1, mute: 1 };
  const towards = direction === 'from' ? { mute: 1 } : direction === 'to' ? { lost: 1 } : silent;
  const away = direction === 'to' ? { mute: 1 } : direction === 'from' ? { lost: 1 } : silent;
  const ends = [stage.calls.add(one, other, towards), stage.calls.add(other, one, away)];
  return {
    end: () => {
      for (const end of ends) end();
    },
  };
};

/**
 * What happens to calls on their way. In silence until callers give up: `partition`, `blackhole`, a `loss` of everything.
 * Heard at once: `reset` and `reject` (a reset, RFC 9293, 3.5.2). The others come late.
 */
export const networkFaults = {
  latency: onCalls<FaultOf<'latency'>>(({ delayMs }) => [{ latency: delayMs }]),
  // The standard deviation of an exponential time is its mean.
  jitter: onCalls<FaultOf<'jitter'>>(({ spreadMs }) => [{ latency: { exponential: spreadMs } }]),
  loss: onCalls<FaultOf<'loss'>>(({ lossRatio, run }) => lossOf(lossRatio, run)),
  // Whoever gets a packet twice throws the second away.
  duplicate: onCalls<FaultOf<'duplicate'>>(() => []),
  corrupt: onCalls<FaultOf<'corrupt'>>(({ shareRatio }) => lossOf(shareRatio)),
  reorder: onCalls<FaultOf<'reorder'>>(({ shareRatio, delayMs }) => [{ latency: delayOfShare(delayMs, shareRatio) }]),
  bandwidth: () => ({ problem: 'the model has no sizes of requests' }),
  partition,
  reset: onCalls<FaultOf<'reset'>>(({ shareRatio, afterMs }) => [
    { errors: { ratio: shareRatio, cause: causes.connectionReset, isLate: afterMs > 0 } },
  ]),
  blackhole: onCalls<FaultOf<'blackhole'>>(() => [{ lost: 1 }]),
  reject: onCalls<FaultOf<'reject'>>(() => [{ errors: { ratio: 1, cause: causes.refused } }]),
  'slow-close': onCalls<FaultOf<'slow-close'>>(({ delayMs }) => [{ holdMs: delayMs }]),
} satisfies {
  readonly [
    Kind in
      | 'latency'
      | 'jitter'
      | 'loss'
      | 'duplicate'
      | 'corrupt'
      | 'reorder'
      | 'bandwidth'
      | 'partition'
      | 'reset'
      | 'blackhole'
      | 'reject'
      | 'slow-close'
  ]: Inject<Kind>;
};
