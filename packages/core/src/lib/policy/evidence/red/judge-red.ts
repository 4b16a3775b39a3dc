import type { TestReport } from '../../../contract/test-report.ts'
import type { RedVerdict, TestRun } from '../../../event/evidence.ts'
import { firstLine } from '../../../text/first-line.ts'
import { tellingLine } from '../../../text/telling-line.ts'
import { missingExport } from './missing-export.ts'
import { missingModules } from './missing-modules.ts'
import { type BrokenContext, type BrokenVerdict, whyBroken } from './why-broken.ts'
import { foundNoTests } from './judge-base.ts'
import { whyNotRun } from './why-not-run.ts'

export interface RedContext {
  /** The attempt's test files: only what fails in these is a red. */
  testFiles: readonly string[]
  /** Files that the implementation declares to add. Empty: any module of the project. */
  promised: readonly string[]
  /** It may add other modules of the project too, and these words name it. */
  open?: BrokenContext['open']
  /** The tests on the tree before the attempt. */
  base?: TestRun | undefined
  /**
   * Whether each file with new tests must have one that fails. Default: one in any of the files is enough.
   */
  every?: boolean | undefined
}

/**
 * Judges whether tests fail as they should before their implementation exists.
 *
 * A named test of the attempt failed, which did not fail before, or a file of it did not load because the
 * implementation is absent. One file that did not load for another reason spoils it: what it would have shown
 * is not known.
 *
 * Without a report any exit code but 0 counts, if the command ran and its output names no file that cannot be
 * parsed; the verdict says that it rests on that alone. It does not count if the runner gave a report of the
 * base: then it did not get as far as the tests.
 */
export const judgeRed = (run: TestRun, context: RedContext): RedVerdict => {
  const { exitCode, report } = run
  const notRun = whyNotRun(exitCode)
  if (notRun !== undefined) return no(notRun)
  return report === undefined ? judgeExitCode(run, context) : judgeReport(exitCode, report, context)
}

const judgeExitCode = ({ exitCode, output = '' }: TestRun, context: RedContext): RedVerdict => {
  if (exitCode === 0) return no('the tests pass without the implementation, by their exit code alone')
  const isAsBase = context.base && !context.base.report && context.base.exitCode === exitCode
  if (foundNoTests(isAsBase ? { exitCode, output } : { exitCode: 1, output })) return no('no test ran')
  const absence = whyStopped(output, context)
  if (absence?.red === false) return no(absence.reason)
  if (context.base?.report && !absence) return no('the test runner gave no report, so the tests did not run')
  const told = absence === undefined ? '' : `: ${absence.reason}`
  return yes('exit-code', `exit code ${exitCode}, and the test runner gave no report${told}`)
}

/**
 * Why a run without a report ended before its tests, if its output says that something is absent or unread.
 */
const whyStopped = (output: string, context: RedContext): BrokenVerdict | undefined => {
  const isUnread = /^\W{0,8}(?:E\s{1,8})?(?:SyntaxError|IndentationError|TabError)\b|error TS1\d{3}\b/m.test(
    output,
  )
  const isAbsent = missingModules(output).length > 0 || missingExport(output) !== undefined
  if (!isAbsent) return isUnread ? { red: false, reason: 'a test file does not parse' } : undefined
  const file = context.testFiles.find((path) => output.includes(path)) ?? context.testFiles[0] ?? ''
  const runner = /\b(?:ModuleNotFound|Import)Error\b/.test(output) ? 'pytest' : 'node'
  return whyBroken({ file, message: output }, { ...context, runner })
}

const judgeReport = (
  exitCode: number | null,
  { runner, tests, broken }: TestReport,
  { testFiles, promised, open, base, every }: RedContext,
): RedVerdict => {
  const own = new Set(testFiles)
  const ran = tests.filter(({ file }) => own.has(file))
  const before = new Set(base?.report?.tests.filter(({ passed }) => !passed).map(({ id }) => id))
  const failed = ran.filter(({ id, passed }) => !passed && !before.has(id))
  const reasons: string[] = []
  const files = broken.filter(({ file }) => own.has(file))
  for (const file of files) {
    const { red, reason } = whyBroken(file, { runner, testFiles, promised, open })
    if (!red) return no(`${file.file}: ${reason}`)
    reasons.push(`${file.file}: ${reason}`)
  }
  if (failed.length === 0 && files.length === 0) {
    const old = ran.find(({ id }) => before.has(id))
    if (old !== undefined) return no(`only ${firstLine(old.id)} fails, which failed before this attempt`)
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
  const red = new Set([...failed, ...files].map(({ file }) => file))
  const known = new Set(base?.report?.tests.map(({ file }) => file))
  const passing = every ? ran.find(({ file }) => !red.has(file) && !known.has(file)) : undefined
  if (passing !== undefined) return no(`the tests of ${passing.file} pass without the implementation`)
  const exits = failed.find(({ message }) => message.includes('process.exit unexpectedly called'))
  if (exits !== undefined) return no(`${firstLine(exits.id)} calls process.exit`)
  if (exitCode === 0) return no('tests fail, but the exit code is 0')
  const first = failed[0]
  return yes(
    first === undefined ? 'absence' : 'assertion',
    first === undefined ? (reasons[0] ?? '') : `${firstLine(first.id)}: ${tellingLine(first.message)}`,
    failed.map(({ id }) => id),
    [...new Set(files.map(({ file }) => file))],
  )
}

const yes = (
  strength: Extract<RedVerdict, { red: true }>['strength'],
  reason: string,
  tests: string[] = [],
  files: string[] = [],
): RedVerdict => ({ red: true, strength, reason, tests, files })

const no = (reason: string): RedVerdict => ({ red: false, reason })
