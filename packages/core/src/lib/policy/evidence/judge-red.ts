import type { TestReport } from '../../contract/test-report.ts'
import type { RedVerdict, TestRun } from '../../event/evidence.ts'
import { firstLine } from '../../text/first-line.ts'
import { tellingLine } from '../../text/telling-line.ts'
import { whyBroken } from './why-broken.ts'
import { whyNotRun } from './why-not-run.ts'

export interface RedContext {
  /** The attempt's test files: only what fails in these is a red. */
  testFiles: readonly string[]
  /** Files that the implementation declares to add. Empty: any module of the project. */
  promised: readonly string[]
  /** Whether it may add other modules of the project too. */
  open?: boolean | undefined
}

/**
 * Judges whether tests fail as they should before their implementation exists.
 *
 * A named test of the attempt failed, or a file of it did not load because the implementation is absent. One
 * file that did not load for another reason spoils it: what it would have shown is not known. Without a
 * report any exit code but 0 counts, if the command ran; the verdict says that it rests on that alone.
 */
export const judgeRed = (run: TestRun, context: RedContext): RedVerdict => {
  const { exitCode, report } = run
  const notRun = whyNotRun(exitCode)
  if (notRun !== undefined) return no(notRun)
  if (report !== undefined) return judgeReport(exitCode, report, context)
  if (exitCode === 0) return no('the tests pass without the implementation, by their exit code alone')
  const reason = `exit code ${exitCode}, and the test runner gave no report`
  return { red: true, strength: 'exit-code', reason, tests: [], files: [] }
}

const judgeReport = (
  exitCode: number | null,
  { runner, tests, broken }: TestReport,
  { testFiles, promised, open }: RedContext,
): RedVerdict => {
  const own = new Set(testFiles)
  const ran = tests.filter(({ file }) => own.has(file))
  const failed = ran.filter(({ passed }) => !passed)
  const reasons: string[] = []
  const files = broken.filter(({ file }) => own.has(file))
  for (const file of files) {
    const { red, reason } = whyBroken(file, { runner, testFiles, promised, open })
    if (!red) return no(`${file.file}: ${reason}`)
    reasons.push(`${file.file}: ${reason}`)
  }
  if (failed.length === 0 && files.length === 0) {
    const other = broken[0] ?? tests.find(({ passed }) => !passed)
    if (other !== undefined)
      return no(
        `only ${other.file} fails, which is not a test file of this attempt: ${tellingLine(other.message)}`,
      )
    if (tests.length === 0) return no('no test ran')
    if (ran.length === 0) return no('no test of this attempt ran')
    return no(
      exitCode === 0
        ? 'the tests pass without the implementation'
        : `the tests pass without the implementation; the exit code ${exitCode} is not theirs`,
    )
  }
  const exits = failed.find(({ message }) => message.includes('process.exit unexpectedly called'))
  if (exits !== undefined) return no(`${firstLine(exits.id)} calls process.exit`)
  if (exitCode === 0) return no('tests fail, but the exit code is 0')
  const first = failed[0]
  return {
    red: true,
    strength: first === undefined ? 'absence' : 'assertion',
    reason:
      first === undefined ? (reasons[0] ?? '') : `${firstLine(first.id)}: ${tellingLine(first.message)}`,
    tests: failed.map(({ id }) => id),
    files: [...new Set(files.map(({ file }) => file))],
  }
}

const no = (reason: string): RedVerdict => ({ red: false, reason })
