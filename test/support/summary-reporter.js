import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Appends the run's numbers as one line of JSON to the file named by TEST_SUMMARY, and the seconds of each test file as a line
 * to that of TEST_DURATIONS; `.ci/run` adds up the former and prints the longest of the latter.
 */
export default class SummaryReporter {
  onTestFileResult(test, { perfStats }) {
    const file = process.env.TEST_DURATIONS;
    if (!file) return;
    const seconds = Math.round((perfStats.end - perfStats.start) / 1000);
    appendFileSync(file, `${seconds} ${relative(process.cwd(), test.path)}\n`);
  }

  onRunComplete(_contexts, results) {
    const file = process.env.TEST_SUMMARY;
    if (!file) return;
    const { numPassedTests, numPendingTests } = results;
    // A test file that cannot be loaded has no failed tests, yet it failed.
    const numFailedTests = results.numFailedTests + results.numRuntimeErrorTestSuites;
    appendFileSync(file, `${JSON.stringify({ numPassedTests, numFailedTests, numPendingTests })}\n`);
  }
}
