import type { CheckResult } from '../../contract/check-result.ts'
import type { Failure } from '../../contract/failure.ts'
import type { TreeOverlay } from '../../contract/git-backend.ts'
import type { Evidence, Red, TestRun } from '../../event/evidence.ts'
import type { AttemptTests, DebtShare } from './share-debts.ts'
import { judgeBase } from './judge-base.ts'
import { judgeGreen } from './judge-green.ts'
import { judgeRed } from './judge-red.ts'
import type { AnsweredTests, PhaseEvidence } from './plan-evidence.ts'

/** A configured check, as far as the order of verification depends on it. */
export interface EvidenceCheck {
  name: string
  argv: string[]
  when: 'always' | 'green' | 'end'
}

/** The facts that are known before any check has run. */
export interface EvidenceCase<Check extends EvidenceCheck> {
  phaseId: string
  /** The commit to verify, and the one that the attempt began on. */
  commit: string
  base: string
  on: 'attempt' | 'merged'
  checks: readonly Check[]
  asked: PhaseEvidence | undefined
  files: AttemptTests
  debts: DebtShare
  /** A person takes the attempt's tests as they are. */
  accepted?: boolean
}

/** The observed results so far. */
export interface Observed {
  /** Every check that ran on the commit, in order, and the test run among them. */
  green?: { checks: CheckResult[]; run?: TestRun }
  /** The tests on the base. */
  base?: TestRun
  /** The tests on the commit without the attempt's new ones, where the base has none that run. */
  rest?: TestRun
  /** The attempt's own tests without their implementation. */
  own?: { result: CheckResult; run: TestRun }
  /** The attempt's tests for later phases. */
  owed?: { result: CheckResult; run: TestRun }
}

/** A commit with other versions of some files. */
export interface EvidenceTree {
  commit: string
  overlays: TreeOverlay[]
}

/** The next checks to run, or the final result. */
export type EvidenceStep<Check> =
  | { run: keyof Observed; tree: EvidenceTree; checks: Check[] }
  | { done: { checks: CheckResult[]; evidence: Evidence } }

/**
 * Decides the next step of verifying a commit that has to show red and green.
 *
 * Green comes first: every check on the full commit, without tests that other phases answer. Then red: the
 * attempt's tests fail without their implementation, all others pass, and the same tests pass on the commit.
 * The first problem ends the verification. `accepted`: a person takes the tests as red that are not shown to be.
 */
export const nextEvidence = <Check extends EvidenceCheck>(
  given: EvidenceCase<Check>,
  observed: Observed,
): EvidenceStep<Check> => {
  const { on, asked, debts, accepted = false } = given
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
  if (asked && asked.own.subtasks.length > 0 && !accepted) {
    const shown = showRed(given, observed, 'own', asked.own)
    if ('step' in shown) return shown.step
    if ('problem' in shown) return fail(shown.problem, shown.notRed)
    evidence.red = shown.red
    const verdict = judgeGreen(run!, shown.red)
    if (!verdict.green) return fail(unverified(`Tests that were red are not green: ${verdict.reason}.`))
  }
  if (!asked || asked.owed.subtasks.length === 0 || (accepted && given.files.owed.length === 0)) return done()
  // Accepted tests that pass are no debt.
  if (accepted && observed.owed?.run.exitCode === 0) return done([...green.checks, observed.owed.result])
  const shown = showRed(given, observed, 'owed', asked.owed)
  if ('step' in shown) return shown.step
  if ('problem' in shown) return fail(shown.problem, shown.notRed)
  evidence.debt = shown.red
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

type Shown<Check> = { step: EvidenceStep<Check> } | { problem: Failure; notRed: boolean } | { red: Red }

/** Judges tests without their implementation, or returns the step that has to run first. */
const showRed = <Check extends EvidenceCheck>(
  given: EvidenceCase<Check>,
  observed: Observed,
  kind: 'own' | 'owed',
  tests: AnsweredTests,
): Shown<Check> => {
  const { commit, base, debts, accepted = false } = given
  const test = testOf(given)
  const testFiles = given.files[kind]
  if (testFiles.length === 0) return { problem: noFiles(tests), notRed: true }
  const { leaveOut } = debts
  if (!observed.base)
    return { step: { run: 'base', tree: { commit: base, overlays: leaveOut }, checks: [test] } }
  const seen = observed[kind]
  if (!seen) {
    const tree =
      kind === 'own'
        ? { commit: base, overlays: [...leaveOut, { from: commit, paths: testFiles }] }
        : { commit, overlays: leaveOut }
    return { step: { run: kind, tree, checks: [test] } }
  }
  if (kind === 'owed') {
    // Of a phase that is green anyway, only its own tests matter.
    const others = judgeOthers(given, observed, seen.run)
    if (others) return others
  }
  const { promised, open, every } = tests
  const verdict = judgeRed(seen.run, { testFiles, promised, open, every, base: observed.base })
  if (verdict.red) {
    const { strength, reason, tests: ids, files } = verdict
    return { red: { testFiles, strength, reason, tests: ids, files } }
  }
  if (accepted) return { red: takeAsRed(seen.run, testFiles) }
  const { exitCode, output, outputFile } = seen.result
  return {
    notRed: true,
    problem: {
      class: 'verification_failed',
      message: `The tests of ${tests.subtasks.join(', ')} must fail without their implementation, but do not: ${verdict.reason}.`,
      command: test.argv.join(' '),
      exitCode,
      output,
      ...(outputFile === undefined ? {} : { outputFile }),
    },
  }
}

/** The problem of tests that are not the attempt's, or the step that has to run first; undefined if they pass. */
const judgeOthers = <Check extends EvidenceCheck>(
  given: EvidenceCase<Check>,
  { base, rest }: Observed,
  { report }: TestRun,
): Exclude<Shown<Check>, { red: Red }> | undefined => {
  const { phaseId, commit, files, debts } = given
  const before = judgeBase(base!)
  if (!before.ok && !base!.report && !report) {
    if (rest === undefined) {
      const overlays = [...debts.leaveOut, { from: given.base, paths: files.owed }]
      return { step: { run: 'rest', tree: { commit, overlays }, checks: [testOf(given)] } }
    }
    if (judgeBase(rest).ok) return undefined
  }
  if (!before.ok && (base!.report || !report))
    return {
      notRed: false,
      problem: {
        class: 'environment',
        message: `The tests already fail on the base of phase ${phaseId}, so its red tests prove nothing: ${before.reason}.`,
      },
    }
  if (!report) return undefined
  const own = new Set(files.owed)
  const others = judgeBase({
    exitCode: 0,
    report: {
      ...report,
      tests: report.tests.filter(({ file }) => !own.has(file)),
      broken: report.broken.filter(({ file }) => !own.has(file)),
    },
  })
  return others.ok
    ? undefined
    : {
        notRed: false,
        problem: unverified(`Tests that are not new fail in phase ${phaseId}: ${others.reason}.`),
      }
}

/** What fails of tests that a person takes as red. */
const takeAsRed = ({ report }: TestRun, testFiles: string[]): Red => {
  const own = new Set(testFiles)
  const failed = (report?.tests ?? []).filter(({ file, passed }) => own.has(file) && !passed)
  const broken = (report?.broken ?? []).filter(({ file }) => own.has(file))
  return {
    testFiles,
    strength: 'accepted',
    reason: 'a person takes them as red',
    tests: failed.map(({ id }) => id),
    files: [...new Set(broken.map(({ file }) => file))],
  }
}

const testOf = <Check extends EvidenceCheck>({ checks }: EvidenceCase<Check>): Check =>
  checks.find(({ name }) => name === 'test')!

const expectedRed = ({ name, argv }: EvidenceCheck, { reason }: Red): CheckResult => ({
  name,
  argv,
  passed: true,
  exitCode: null,
  output: '',
  durationMs: 0,
  note: `red as expected: ${reason}`,
})

const unverified = (message: string): Failure => ({ class: 'verification_failed', message })

const noFiles = ({ subtasks }: AnsweredTests): Failure =>
  unverified(`The attempt changed no test file, so the tests of ${subtasks.join(', ')} are missing.`)
