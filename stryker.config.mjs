import { availableParallelism } from 'node:os'

/**
 * Mutation tests of what core decides with. `npm run test:mutation` starts them, one folder after the other,
 * and says in the environment what is to be changed and which tests are to notice.
 *
 * Stryker works on a copy below `.setup`; the tree itself is never touched.
 */
const source = 'packages/core/src/lib'
const { MUTATION_NAME: name = 'graph', MUTATION_FILES: files = `${source}/graph/**/*.ts` } = process.env

export default {
  mutate: [...files.split(' '), '!**/*.test.ts'],
  testRunner: 'vitest',
  // Found by name: pnpm does not put a plugin beside Stryker, where it would look by itself.
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.mjs', related: false },
  concurrency: Math.max(1, availableParallelism() - 1),
  coverageAnalysis: 'perTest',
  ignorePatterns: [
    '/*',
    '!/packages',
    '/packages/*',
    '!/packages/core',
    '!/scripts',
    '!/vitest.mutation.config.mjs',
    '!/package.json',
  ],
  // Separate for each run, so that two can run at once.
  tempDirName: `.setup/mutation/${name}.sandbox`,
  cleanTempDir: 'always',
  incremental: true,
  incrementalFile: `.setup/mutation/${name}.incremental.json`,
  reporters: ['progress-append-only', 'clear-text', 'html', 'json'],
  clearTextReporter: { logTests: false, reportTests: false, skipFull: true },
  htmlReporter: { fileName: `.setup/mutation/${name}.html` },
  jsonReporter: { fileName: `.setup/mutation/${name}.json` },
  thresholds: { high: 95, low: 90, break: 85 },
  timeoutMS: 5_000,
  allowEmpty: false,
}
