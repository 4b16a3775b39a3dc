import type { TestRun } from '../../../event/evidence.ts'
import { firstLine } from '../../../text/first-line.ts'
import { tellingLine } from '../../../text/telling-line.ts'
import { whyNotRun } from './why-not-run.ts'

/** Whether the tree before the change is sound enough for a red to mean something. */
export type BaseVerdict = { ok: true } | { ok: false; reason: string }

/** The exit code of pytest if it found no tests. */
const noTests = 5

/** The words of runners that find no tests. */
const saysNoTests =
  /\bno tests?(?: files?| cases?| suites?)?(?: (?:were|was))? (?:found|specified|ran|run|to run|matched)\b/i

/**
 * Judges whether every test passes and every file loads in a tree without the new tests.
 *
 * A report without tests is fine with any exit code, because some runners treat that as an error. Without a
 * report, only exit code 0 is fine, pytest's code for no tests, and an output that says that there are none.
 */
export const judgeBase = (run: TestRun): BaseVerdict => {
  const { exitCode, report } = run
  const notRun = whyNotRun(exitCode)
  if (notRun !== undefined) return no(notRun)
  if (report === undefined)
    return exitCode === 0 || foundNoTests(run)
      ? { ok: true }
      : no(`exit code ${exitCode}, and the test runner gave no report`)
  const failed = report.tests.find(({ passed }) => !passed)
  if (failed !== undefined) return no(`${firstLine(failed.id)} fails: ${tellingLine(failed.message)}`)
  const broken = report.broken[0]
  if (broken !== undefined) return no(`${broken.file} does not load: ${tellingLine(broken.message)}`)
  if (exitCode === 0 || report.tests.length === 0) return { ok: true }
  return no(`every test passes, but the exit code is ${exitCode}`)
}

/** Whether a run without a report found no tests, by its exit code or its output. */
export const foundNoTests = ({ exitCode, output = '' }: TestRun): boolean =>
  exitCode === noTests || saysNoTests.test(output)

const no = (reason: string): BaseVerdict => ({ ok: false, reason })
