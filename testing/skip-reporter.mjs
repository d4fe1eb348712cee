/**
 * Makes skipped tests visible: names each file with skipped tests and their count. With BACKLOT_TEST_NO_SKIP=1, as in
 * CI, a skipped or todo test fails the run.
 */
export default class SkipReporter {
  #error;
  #filteredByName;

  constructor(globalConfig) {
    this.#filteredByName = Boolean(globalConfig.testNamePattern);
  }

  onRunComplete(_contexts, results) {
    // Jest counts what a name pattern leaves out as skipped too.
    if (this.#filteredByName) return;
    const skipped = results.testResults.flatMap(({ testFilePath, testResults }) => {
      const titles = testResults
        .filter(({ status }) => status === 'pending' || status === 'todo' || status === 'skipped')
        .map(({ fullName }) => fullName);
      return titles.length === 0 ? [] : [{ testFilePath, titles }];
    });
    if (skipped.length === 0) return;
    const count = skipped.reduce((sum, { titles }) => sum + titles.length, 0);
    process.stderr.write(`\nSkipped ${count} tests:\n`);
    for (const { testFilePath, titles } of skipped) {
      process.stderr.write(`  ${testFilePath}: ${titles.length}, the first: ${titles[0]}\n`);
    }
    if (process.env.BACKLOT_TEST_NO_SKIP === '1') {
      this.#error = new Error(`${count} tests were skipped, and BACKLOT_TEST_NO_SKIP=1 allows none.`);
      process.stderr.write(`${this.#error.message}\n`);
    }
  }

  getLastError() {
    return this.#error;
  }
}
