import { TestEnvironment } from 'jest-environment-node';

/** Node's test environment, which also remembers for `testing/test-store.ts` that a test of the file has failed. */
export default class KeepOnFailureEnvironment extends TestEnvironment {
  /**
   * @param {import('@jest/types').Circus.Event} event
   */
  handleTestEvent(event) {
    if (event.name === 'test_fn_failure' || event.name === 'hook_failure') this.global.backlotTestFailed = true;
  }
}
