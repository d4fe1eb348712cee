import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../../../../../src/kernel/index.ts';
import { createManualClock } from '../../../../../testing/manual-clock.ts';
import { sparingly } from './sparing-diagnostics.ts';

describe("the SDK's diagnostics", () => {
  it('are one line a minute, with a count of what was left out', async () => {
    const clock = createManualClock();
    const lines: unknown[] = [];
    const log = createLogger(
      'info',
      (line) => lines.push(JSON.parse(line)),
      () => 0,
    );
    const diagnostics = sparingly(log, clock);
    for (let second = 0; second < 70; second += 1) {
      diagnostics.error(JSON.stringify({ stack: 'Error: refused\n at …', message: 'refused' }));
      await clock.advance(1_000);
    }
    expect(lines).toMatchObject([
      { level: 'warn', message: 'telemetry-trouble', detail: 'refused', leftOut: 0 },
      { level: 'warn', message: 'telemetry-trouble', detail: 'refused', leftOut: 59 },
    ]);
  });
});
