import type { CheckResult } from '../../contract/check-result.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Evidence, Red } from '../../event/evidence.ts'
import {
  type EvidenceCase,
  type EvidenceCheck,
  type EvidenceStep,
  type Observed,
  testOf,
  unverified,
} from './evidence-step.ts'
import { judgeGreen } from './judge-green.ts'
import { showRed } from './red/show-red.ts'

/**
 * Decides the next step of verifying a commit that has to show red and green.
 *
 * Green comes first: every check on the full commit, without tests that other phases answer. Then red: the
 * attempt's tests fail without their implementation, all others pass, and the same tests pass on the commit.
 * The first problem ends the verification. `accepted`: a person takes the tests as red that are not shown to
 * be.
 */
export const nextEvidence = <Check extends EvidenceCheck>(
  given: EvidenceCase<Check>,
  observed: Observed,
): EvidenceStep<Check> => {
  const { on, asked, debts, files, accepted = false } = given
  const { green } = observed
  if (!green) return runGreen(given)
  const evidence: Evidence = { paid: debts.paid, leftOut: debts.leftOut, changed: [] }
  const done = (checks = green.checks): EvidenceStep<Check> => ({ done: { checks, evidence } })
  const fail = (problem: Failure, notRed = false): EvidenceStep<Check> => {
    evidence.problem = problem
    if (notRed) evidence.notRed = true
    return done()
  }
  const { run } = green
  if (green.checks.some(({ passed }) => !passed)) return done()
  for (const { red, of } of run ? debts.toPay : []) {
    const verdict = judgeGreen(run!, red)
    if (!verdict.green) return fail(unverified(`The tests of phase ${of} are not green: ${verdict.reason}.`))
  }
  if (on === 'merged') return done()
  const isInline = files.own.length === 0 && (files.inline ?? []).length > 0
  if (asked && asked.own.subtasks.length > 0 && !accepted && !isInline) {
    const shown = showRed(given, observed, 'own', asked.own)
    if ('step' in shown) return shown.step
    if ('problem' in shown) return fail(shown.problem, shown.notRed)
    evidence.red = shown.red
    const verdict = judgeGreen(run!, shown.red)
    if (!verdict.green) return fail(unverified(`Tests that were red are not green: ${verdict.reason}.`))
  }
  if (!asked || asked.owed.subtasks.length === 0 || (accepted && files.owed.length === 0)) return done()
  // Accepted tests that pass are no debt.
  if (accepted && observed.owed?.run.exitCode === 0) return done([...green.checks, observed.owed.result])
  const shown = showRed(given, observed, 'owed', asked.owed)
  if ('step' in shown) return shown.step
  if ('problem' in shown) return fail(shown.problem, shown.notRed)
  const { inline = [] } = files
  evidence.debt = inline.length > 0 ? { ...shown.red, inline: true } : shown.red
  return done([...green.checks, expectedRed(testOf(given), shown.red)])
}

/**
 * Every check on the commit, without tests that other phases answer. A phase that only writes such tests does
 * not run them here.
 */
const runGreen = <Check extends EvidenceCheck>({
  commit,
  base,
  checks,
  files,
  debts,
}: EvidenceCase<Check>): EvidenceStep<Check> => {
  const isRed = files.owed.length > 0
  const onlyRed = isRed && files.own.length === 0
  const withoutOwed = isRed && !onlyRed ? [{ from: base, paths: files.owed }] : []
  return {
    run: 'green',
    tree: { commit, overlays: [...debts.leaveOut, ...withoutOwed] },
    checks: checks.filter(
      ({ name, when }) => when !== 'end' && !(when === 'green' && isRed) && !(name === 'test' && onlyRed),
    ),
  }
}

/** The beginning of the note of a check that fails as it should: its tests have no implementation yet. */
export const redAsExpected = 'red as expected'

const expectedRed = ({ name, argv }: EvidenceCheck, { reason }: Red): CheckResult => ({
  name,
  argv,
  passed: true,
  exitCode: null,
  output: '',
  durationMs: 0,
  note: `${redAsExpected}: ${reason}`,
})
