import { metrics } from '@opentelemetry/api';

/**
 * Reports the process's CPU time and memory by the semantic conventions: with the request counts they give the demand
 * that a request makes on a processor, apart from its waiting.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/system/process-metrics/
 */
export function observeProcess(): void {
  const meter = metrics.getMeter('shop-process');
  meter
    .createObservableCounter('process.cpu.time', { unit: 's', description: 'CPU time by mode.' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user / 1e6, { 'cpu.mode': 'user' });
      result.observe(system / 1e6, { 'cpu.mode': 'system' });
    });
  meter
    .createObservableUpDownCounter('process.memory.usage', { unit: 'By', description: 'Resident memory.' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
}
