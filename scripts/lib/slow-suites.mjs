/**
 * Suites that `npm test` leaves to `npm run test:long -- slow`, in addition to those in `test/slow`: programs
 * of the documentation as processes, kills and crashes, of which `npm test` has the simulation, and variants
 * of runs that `npm run test:runs` has in their usual form.
 */
export const slowSuites = [
  'packages/cli/test/ci.test.ts',
  'packages/cli/test/drivers.test.ts',
  'packages/cli/test/dry-run.test.ts',
  'packages/cli/test/folders.test.ts',
  'packages/cli/test/github/feedback.test.ts',
  'packages/cli/test/github/github-format.test.ts',
  'packages/cli/test/github/pull-request.test.ts',
  'packages/cli/test/github/workflow.test.ts',
  'packages/cli/test/kept-output.test.ts',
  'packages/cli/test/kill-loop.test.ts',
  'packages/cli/test/publishing-modes.test.ts',
  'packages/cli/test/readme.test.ts',
  'packages/cli/test/restore-command.test.ts',
  'packages/cli/test/split-batches.test.ts',
  'packages/cli/test/tests-first.test.ts',
  'packages/core/test/crash-everywhere.test.ts',
  'packages/core/test/people/revert-crashes.test.ts',
  'packages/engine-dbos/test/take-over.test.ts',
  'packages/node/test/durable-git.test.ts',
  'test/example-workflow.test.ts',
  'test/package-readmes.test.ts',
  'test/presets.test.ts',
  'test/readme.test.ts',
  'test/simulation/disk-states.test.ts',
  'test/simulation/native/native.test.ts',
  'test/simulation/seeds.test.ts',
]
