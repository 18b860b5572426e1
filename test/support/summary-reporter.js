import { appendFileSync } from 'node:fs';

/** Appends the run's numbers as one line of JSON to the file named by TEST_SUMMARY; `.ci/run` adds them up. */
export default class SummaryReporter {
  onRunComplete(_contexts, results) {
    const file = process.env.TEST_SUMMARY;
    if (!file) return;
    const { numPassedTests, numPendingTests } = results;
    // A test file that cannot be loaded has no failed tests, yet it failed.
    const numFailedTests = results.numFailedTests + results.numRuntimeErrorTestSuites;
    appendFileSync(file, `${JSON.stringify({ numPassedTests, numFailedTests, numPendingTests })}\n`);
  }
}
