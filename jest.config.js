/** Every test runs on the real PostgreSQL that globalSetup starts; the long proofs (test/heavy) run with `npm run test:heavy`. */
// Tests are ES modules, which Jest loads by this option, and the service uses what came with Node 24.
const runsTests = /jest/.test(process.argv[1] ?? '');
const options = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
const isReady = Number.parseInt(process.versions.node, 10) >= 24 && options.includes('--experimental-vm-modules');
if (runsTests && !isReady) {
  throw new Error(
    `Run the tests by \`npm test -- <file>\`: they need Node 24 (this is ${process.version}) and its options.`,
  );
}

const heavy = process.env.HEAVY === '1';
// What npm test proves too, by fewer rounds, and what an earlier long proof shows already.
const rare = heavy && process.env.RARE === '1';
const ci = process.env.CI === 'true';

export default {
  testEnvironment: '<rootDir>/test/support/jest/environment.js',
  roots: ['<rootDir>/test'],
  testMatch: heavy ? ['<rootDir>/test/{heavy,rare}/**/*.test.ts'] : ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: [...(heavy ? [] : ['<rootDir>/test/heavy/']), ...(rare ? [] : ['<rootDir>/test/rare/'])],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '\\.ts$|/node_modules/.+\\.[cm]?js$': [
      '<rootDir>/test/support/jest/transform.js',
      {
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  transformIgnorePatterns: [],
  setupFiles: ['<rootDir>/test/support/jest-setup.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/sequencer.js',
  // On two cores: many tests wait for time to pass, but the long proofs compute.
  maxWorkers: heavy ? 2 : 4,
  // More than a test waits for any condition (test/support/until.ts), on a machine of a quarter of the speed.
  testTimeout: heavy ? 900_000 : 400_000,
  // A worker that has ended gives its memory back to the kernel, which takes longer than half a second on a slow machine.
  workerGracefulExitTimeout: 60_000,
  reporters: ['default', ...(ci || process.env.TEST_SUMMARY ? ['<rootDir>/test/support/summary-reporter.js'] : [])],
};
