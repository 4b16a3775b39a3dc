import type { TestRun } from '../../event/evidence.ts'
import { firstLine } from '../../text/first-line.ts'
import { tellingLine } from '../../text/telling-line.ts'
import { whyNotRun } from './why-not-run.ts'

/** Whether the tree before the change is sound enough for a red to mean something. */
export type BaseVerdict = { ok: true } | { ok: false; reason: string }

/** The exit code of pytest if it found no tests. */
const noTests = 5

/**
 * Judges whether every test passes and every file loads in the tree before the change.
 *
 * A report without tests is fine with any exit code, because some runners treat that as an error. Without a
 * report, only exit code 0 is fine, and pytest's code for no tests.
 */
export const judgeBase = (run: TestRun): BaseVerdict => {
  const { exitCode, report } = run
  const notRun = whyNotRun(exitCode)
  if (notRun !== undefined) return no(notRun)
  if (report === undefined)
    return exitCode === 0 || exitCode === noTests
      ? { ok: true }
      : no(`exit code ${exitCode}, and the test runner gave no report`)
  const failed = report.tests.find(({ passed }) => !passed)
  if (failed !== undefined) return no(`${firstLine(failed.id)} fails: ${tellingLine(failed.message)}`)
  const broken = report.broken[0]
  if (broken !== undefined) return no(`${broken.file} does not load: ${tellingLine(broken.message)}`)
  if (exitCode === 0 || report.tests.length === 0) return { ok: true }
  return no(`every test passes, but the exit code is ${exitCode}`)
}

const no = (reason: string): BaseVerdict => ({ ok: false, reason })
