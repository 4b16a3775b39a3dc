import { createHash } from 'node:crypto'
import type { CommandResult, ProofCheck, TestReport } from '@amelia/core/plugin'

/** Counts the results of single tests. A file that did not load is a test that failed, by its path. */
const countTests = ({ tests, broken }: TestReport): NonNullable<ProofCheck['tests']> => {
  const ids = (isWanted: boolean): string[] =>
    tests.filter(({ passed }) => passed === isWanted).map(({ id }) => id)
  const passed = ids(true).sort()
  const failed = [...new Set([...ids(false), ...broken.map(({ file }) => file)])].sort()
  return {
    passed: passed.length,
    failed: failed.length,
    failedIds: failed,
    passedDigest: createHash('sha256').update(passed.join('\n')).digest('hex'),
  }
}

/** Describes how a run of a command differs from the recorded one; undefined if it does not. */
export const compareRun = (
  recorded: Pick<ProofCheck, 'exitCode' | 'tests'>,
  { exitCode, signal, report }: CommandResult & { report?: TestReport },
): string | undefined => {
  if (exitCode !== recorded.exitCode) {
    const now = exitCode === null ? `was ended by ${signal ?? 'a signal'}` : `exited with ${exitCode}`
    return `${now} instead of ${recorded.exitCode ?? 'by a signal'}`
  }
  const { tests } = recorded
  if (tests === undefined) return undefined
  if (report === undefined) return 'its test runner gave no report'
  const now = countTests(report)
  // A statement lists the first of many.
  const [recordedIds, ids] = [new Set(tests.failedIds), new Set(now.failedIds)]
  const more = now.failedIds.slice(0, tests.failedIds.length).find((id) => !recordedIds.has(id))
  const less = tests.failedIds.find((id) => !ids.has(id))
  if (less !== undefined) return `${JSON.stringify(less)} does not fail`
  if (more !== undefined) return `${JSON.stringify(more)} fails`
  if (now.failed !== tests.failed || now.passed !== tests.passed)
    return `${now.passed} tests pass and ${now.failed} fail, instead of ${tests.passed} and ${tests.failed}`
  return now.passedDigest === tests.passedDigest ? undefined : 'other tests pass'
}
