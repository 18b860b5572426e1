import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * Appends to files that the environment names: the run's numbers as one line of JSON (TEST_SUMMARY), the seconds of each test file
 * (TEST_DURATIONS), and each test that failed with the first line of its message (TEST_FAILURES). `.ci/run` adds up the first, and
 * prints the longest of the second and all of the third at its end, where a log that was cut still has them.
 */
export default class SummaryReporter {
  onTestFileResult({ path }, { perfStats, testResults, testExecError }) {
    const file = relative(process.cwd(), path);
    append('TEST_DURATIONS', `${Math.round((perfStats.end - perfStats.start) / 1000)} ${file}`);
    if (testExecError) append('TEST_FAILURES', `${file}: ${firstLine(testExecError.message)}`);
    for (const { status, fullName, failureMessages } of testResults) {
      if (status === 'failed') append('TEST_FAILURES', `${file}: ${fullName}: ${firstLine(failureMessages[0])}`);
    }
  }

  onRunComplete(_contexts, results) {
    const { numPassedTests, numPendingTests } = results;
    // A test file that cannot be loaded has no failed tests, yet it failed.
    const numFailedTests = results.numFailedTests + results.numRuntimeErrorTestSuites;
    append('TEST_SUMMARY', JSON.stringify({ numPassedTests, numFailedTests, numPendingTests }));
  }
}

function append(variable, line) {
  const file = process.env[variable];
  if (file) appendFileSync(file, `${line}\n`);
}

function firstLine(message = '') {
  return stripVTControlCharacters(message).split('\n', 1)[0].slice(0, 200);
}
