import type { Document, Text } from '../../../../src/app/index.ts';
import type { LoadReport } from '../shop-control.ts';

const milliseconds = (value: number | undefined): string => (value === undefined ? '' : `${Math.round(value)} ms`);

function errorText(errors: Readonly<Record<string, number>>): Text {
  const entries = Object.entries(errors).filter(([, count]) => count > 0);
  if (entries.length === 0) return { text: 'none', tone: 'quiet' };
  return { text: entries.map(([kind, count]) => `${count} ${kind}`).join(', '), tone: 'bad' };
}

/**
 * What the load generator asked and got, for a person.
 *
 * @param name - Which shop.
 * @param report - As the generator tells it.
 */
export function loadDocument(name: string, { asked, achieved, inFlight }: LoadReport): Document {
  const { windowSeconds, requestsPerSecond, schedulingErrorMs, refusedRequests, abandonedJourneys } = achieved;
  return [
    { kind: 'heading', text: `load on ${name}, the last ${Math.round(windowSeconds)} s` },
    {
      kind: 'fields',
      fields: [
        { label: 'asked', value: `${asked.ratePerSecond} requests/s in the mean` },
        { label: 'achieved', value: `${requestsPerSecond.toFixed(1)} requests/s` },
        { label: 'in flight', value: String(inFlight) },
        { label: 'journeys cut short', value: String(abandonedJourneys) },
        { label: 'not sent', value: { text: String(refusedRequests), tone: refusedRequests === 0 ? 'plain' : 'bad' } },
        {
          label: 'sent late by',
          value: `p50 ${milliseconds(schedulingErrorMs.p50)}, p99 ${milliseconds(schedulingErrorMs.p99)}`,
        },
      ],
    },
    {
      kind: 'table',
      columns: [
        { heading: 'operation' },
        { heading: 'requests/s', align: 'right' },
        { heading: 'p50', align: 'right' },
        { heading: 'p95', align: 'right' },
        { heading: 'p99', align: 'right' },
        { heading: 'unavailable', align: 'right' },
        { heading: 'errors' },
      ],
      rows: achieved.operations.map(({ operation, perSecond, latencyMs, errorRatio, errors }) => [
        { text: operation, tone: 'strong' },
        perSecond.toFixed(1),
        milliseconds(latencyMs.p50),
        milliseconds(latencyMs.p95),
        milliseconds(latencyMs.p99),
        { text: `${(errorRatio * 100).toFixed(1)} %`, tone: errorRatio === 0 ? 'plain' : 'bad' },
        errorText(errors),
      ]),
    },
  ];
}
