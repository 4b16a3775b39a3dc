import { type CommandResult, type ProofCheck, tallyTests, type TestReport } from '@amelia/core/plugin'

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
  const now = tallyTests(report)
  const [recordedIds, ids] = [new Set(tests.failedIds), new Set(now.failedIds)]
  const more = now.failedIds.find((id) => !recordedIds.has(id))
  const less = tests.failedIds.find((id) => !ids.has(id))
  if (less !== undefined) return `${JSON.stringify(less)} does not fail`
  if (more !== undefined) return `${JSON.stringify(more)} fails`
  if (now.failed !== tests.failed || now.passed !== tests.passed)
    return `${now.passed} tests pass and ${now.failed} fail, instead of ${tests.passed} and ${tests.failed}`
  return now.passedDigest === tests.passedDigest ? undefined : 'other tests pass'
}
