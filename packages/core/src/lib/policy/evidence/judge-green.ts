import type { GreenVerdict, TestRun } from '../../event/evidence.ts'
import { firstLine } from '../../text/first-line.ts'
import { tellingLine } from '../../text/telling-line.ts'
import { whyNotRun } from './red/why-not-run.ts'

/** Red results: `tests` by id, and `files` that did not load. */
export interface RedEvidence {
  tests: readonly string[]
  files: readonly string[]
}

/**
 * Judges whether red results are green now: exit code 0, no failures, each red test passed, and each file
 * that did not load has a test that ran.
 *
 * A report without tests is not evidence, whatever the exit code. Without a report the exit code decides,
 * unless the red named tests or files: then a report is required.
 */
export const judgeGreen = (run: TestRun, red: RedEvidence): GreenVerdict => {
  const { exitCode, report } = run
  const notRun = whyNotRun(exitCode)
  if (notRun !== undefined) return no(notRun)
  const failed = report?.tests.find(({ passed }) => !passed)
  if (failed !== undefined) return no(`${firstLine(failed.id)} fails: ${tellingLine(failed.message)}`)
  const broken = report?.broken[0]
  if (broken !== undefined) return no(`${broken.file} did not load: ${tellingLine(broken.message)}`)
  if (exitCode !== 0) return no(`exit code ${exitCode}`)
  if (report === undefined) {
    return red.tests.length + red.files.length === 0
      ? { green: true }
      : no('the test runner gave no report, so nothing shows that the tests that were red ran')
  }
  if (report.tests.length === 0) return no('no test ran')
  const passed = new Set(report.tests.map(({ id }) => id))
  const lost = red.tests.filter((id) => !passed.has(id))
  if (lost.length > 0) return no(`${list(lost)} did not run`)
  const filled = new Set(report.tests.map(({ file }) => file))
  const empty = red.files.filter((file) => !filled.has(file))
  return empty.length > 0 ? no(`no test of ${list(empty)} ran`) : { green: true }
}

const list = (names: readonly string[]): string =>
  names.length > 1 ? `${firstLine(names[0] ?? '')} and ${names.length - 1} more` : firstLine(names[0] ?? '')

const no = (reason: string): GreenVerdict => ({ green: false, reason })
