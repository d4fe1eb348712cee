import type { FaultOf } from '../../../../../src/kernel/index.ts';
import { causes } from '../../../engine/cause.ts';
import { TokenBucket } from '../../../engine/token-bucket.ts';
import type { Inject } from '../stage.ts';
import { delayOfShare, onCalls } from './on-calls.ts';

const failing = (ratio: number, cause: number): readonly [{ readonly errors: { ratio: number; cause: number } }] => [
  { errors: { ratio, cause } },
];

const identityFaults = {
  'dns-error': onCalls<FaultOf<'dns-error'>>(({ answer, shareRatio }) =>
    answer === 'nothing' ? [{ lost: shareRatio }] : failing(shareRatio, causes.nameNotFound),
  ),
  // Nothing answers where the name leads.
  'dns-wrong-answer': onCalls<FaultOf<'dns-wrong-answer'>>(() => [{ lost: 1 }]),
  'certificate-expired': onCalls<FaultOf<'certificate-expired'>>(() => failing(1, causes.certificateExpired)),
  'token-rejected': onCalls<FaultOf<'token-rejected'>>(({ shareRatio }) => failing(shareRatio, causes.injected)),
} satisfies {
  readonly [Kind in 'dns-error' | 'dns-wrong-answer' | 'certificate-expired' | 'token-rejected']: Inject<Kind>;
};

const protocolFaults = {
  'status-code': onCalls<FaultOf<'status-code'>>(({ shareRatio }) => failing(shareRatio, causes.injected)),
  abort: onCalls<FaultOf<'abort'>>(({ shareRatio }) => [
    { errors: { ratio: shareRatio, cause: causes.connectionReset, isLate: true } },
  ]),
  'response-delay': onCalls<FaultOf<'response-delay'>>(({ delayMs, shareRatio }) => [
    { latency: delayOfShare(delayMs, shareRatio) },
  ]),
  'modified-response': onCalls<FaultOf<'modified-response'>>(({ shareRatio }) => [
    { errors: { ratio: shareRatio, cause: causes.injected, isLate: true } },
  ]),
  'rate-limited': onCalls<FaultOf<'rate-limited'>>(({ ratePerSecond }) => [
    { limit: new TokenBucket(Math.max(1, ratePerSecond), ratePerSecond / 1_000, 0) },
  ]),
} satisfies {
  readonly [Kind in 'status-code' | 'abort' | 'response-delay' | 'modified-response' | 'rate-limited']: Inject<Kind>;
};

const dependencyFaults = {
  'dependency-down': onCalls<FaultOf<'dependency-down'>>(({ answer }) => {
    if (answer === 'nothing') return [{ lost: 1 }];
    return failing(1, answer === 'refused' ? causes.refused : causes.injected);
  }),
  'dependency-slow': onCalls<FaultOf<'dependency-slow'>>(({ delayMs, factor }) => [
    delayMs === undefined ? { factor: factor ?? 1 } : { latency: delayMs },
  ]),
  'dependency-flaky': onCalls<FaultOf<'dependency-flaky'>>(({ shareRatio, run }) => [
    { errors: { ratio: shareRatio, cause: causes.injected, ...(run === undefined ? {} : { run }) } },
  ]),
} satisfies { readonly [Kind in 'dependency-down' | 'dependency-slow' | 'dependency-flaky']: Inject<Kind> };

/** Calls that fail or are slow for what is at their other end. */
export const callFaults = { ...identityFaults, ...protocolFaults, ...dependencyFaults };
