/** Two projects: `unit` does no I/O, `integration` meets real PostgreSQL and Docker, one file at a time. */
const shared = {
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/testing/property-seed.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  roots: [
    '<rootDir>/scripts',
    '<rootDir>/src',
    '<rootDir>/connectors',
    '<rootDir>/twin',
    '<rootDir>/evals',
    '<rootDir>/testing',
  ],
};

export default {
  maxWorkers: 2,
  // What simulates much takes seconds alone, and many times as long where two cores have other work too.
  testTimeout: 120_000,
  reporters: ['default', '<rootDir>/testing/skip-reporter.mjs'],
  projects: [
    { ...shared, displayName: 'unit', testRegex: '(?<!\\.integration)\\.test\\.ts$' },
    {
      ...shared,
      displayName: 'integration',
      testRegex: '\\.integration\\.test\\.ts$',
    },
  ],
};
