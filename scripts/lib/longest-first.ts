import type { TestSequencer, TestSpecification } from 'vitest/node'

/** Test files of ten seconds and more. If one of them started last, all workers would wait for it. */
const long = [
  'packages/core/test/model.test.ts',
  'packages/node/src/lib/backend/native-git.test.ts',
  'test/red-and-green.test.ts',
  'packages/cli/test/people.test.ts',
  'packages/core/test/makespan.test.ts',
  'test/simulation/seeds.test.ts',
  'test/simulation/crash-points.test.ts',
  'test/simulation/disk-states.test.ts',
  'test/example-workflow.test.ts',
  'test/presets.test.ts',
  'test/readme.test.ts',
]

/** Next the files that start processes, then those that only compute, which end within a second or two. */
const rank = ({ moduleId }: TestSpecification): number =>
  long.some((name) => moduleId.endsWith(`/${name}`)) ? 0 : /\/(node|cli)\/|\/test\//.test(moduleId) ? 1 : 2

/** Orders the test files of `npm test`, so that the workers end at about the same time. */
export class LongestFirst implements TestSequencer {
  sort(files: TestSpecification[]): TestSpecification[] {
    return files.toSorted(
      (one, other) => rank(one) - rank(other) || one.moduleId.localeCompare(other.moduleId),
    )
  }

  shard(files: TestSpecification[]): TestSpecification[] {
    return files
  }
}
