import { relative } from 'node:path';

/** The reasons that a gate puts into a title, as `(skipped, no Docker engine: ...)`. */
const reasonPattern = /\(skipped, ([^:)]+)/;

/**
 * Makes skipped tests visible: each file with how many and why, and the sum last. With BACKLOT_TEST_NO_SKIP=1, as in CI,
 * a skipped or todo test fails the run.
 */
export default class SkipReporter {
  /** @type {Error | undefined} */
  #error;
  #filteredByName;

  /** @param {import('@jest/types').Config.GlobalConfig} globalConfig */
  constructor(globalConfig) {
    this.#filteredByName = Boolean(globalConfig.testNamePattern);
  }

  /**
   * @param {unknown} _contexts
   * @param {import('@jest/test-result').AggregatedResult} results
   */
  onRunComplete(_contexts, results) {
    // Jest counts what a name pattern leaves out as skipped too.
    if (this.#filteredByName) return;
    /** @type {Map<string, number>} */
    const reasons = new Map();
    const lines = results.testResults.flatMap(({ testFilePath, testResults }) => {
      const titles = testResults
        .filter(({ status }) => status === 'pending' || status === 'todo' || status === 'skipped')
        .map(({ fullName }) => fullName);
      for (const title of titles) {
        const reason = reasonPattern.exec(title)?.[1] ?? 'no reason given';
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
      return titles.length === 0 ? [] : [`  ${relative('.', testFilePath)}: ${titles.length}`];
    });
    if (lines.length === 0) return;
    const count = [...reasons.values()].reduce((sum, each) => sum + each, 0);
    const why = [...reasons].map(([reason, each]) => `${each} ${reason}`).join(', ');
    process.stderr.write(`\nSkipped ${count} tests (${why}):\n${lines.join('\n')}\n`);
    if (process.env['BACKLOT_TEST_NO_SKIP'] === '1') {
      this.#error = new Error(`${count} tests were skipped, and BACKLOT_TEST_NO_SKIP=1 allows none.`);
      process.stderr.write(`${this.#error.message}\n`);
    }
  }

  getLastError() {
    return this.#error;
  }
}
