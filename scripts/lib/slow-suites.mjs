/**
 * Suites that `npm test` leaves to `npm run test:long -- slow`, in addition to those in `test/slow`: programs
 * of the documentation as processes, and kills and crashes, of which `npm test` has the simulation.
 */
export const slowSuites = [
  'packages/cli/test/kill-loop.test.ts',
  'packages/cli/test/readme.test.ts',
  'packages/core/test/crash-everywhere.test.ts',
  'packages/core/test/people/revert-crashes.test.ts',
  'packages/node/test/durable-git.test.ts',
  'test/example-workflow.test.ts',
  'test/package-readmes.test.ts',
  'test/readme.test.ts',
  'test/simulation/disk-states.test.ts',
  'test/simulation/native/native.test.ts',
  'test/simulation/seeds.test.ts',
]
