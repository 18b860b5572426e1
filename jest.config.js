/** Every test runs on the real PostgreSQL that globalSetup starts; the long proofs (test/heavy) run with `npm run test:heavy`. */
const heavy = process.env.HEAVY === '1';
const ci = process.env.CI === 'true';

export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: heavy ? ['<rootDir>/test/heavy/**/*.test.ts'] : ['<rootDir>/test/**/*.test.ts'],
  testPathIgnorePatterns: heavy ? [] : ['<rootDir>/test/heavy/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
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
  setupFiles: ['<rootDir>/test/support/jest-setup.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  testSequencer: '<rootDir>/test/support/sequencer.js',
  maxWorkers: 2,
  // Each file loads the whole service again, and what a worker keeps of it makes its collections slow.
  workerIdleMemoryLimit: '1GB',
  testTimeout: heavy ? 300_000 : 60_000,
  reporters: ['default', ...(ci || process.env.TEST_SUMMARY ? ['<rootDir>/test/support/summary-reporter.js'] : [])],
};
