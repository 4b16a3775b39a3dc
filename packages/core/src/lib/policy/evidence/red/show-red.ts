import type { Failure } from '../../../contract/failure.ts'
import type { Red, TestRun } from '../../../event/evidence.ts'
import {
  type EvidenceCase,
  type EvidenceCheck,
  type EvidenceStep,
  type Observed,
  testOf,
  unverified,
} from '../evidence-step.ts'
import { judgeBase } from './judge-base.ts'
import { judgeRed } from './judge-red.ts'
import type { AnsweredTests } from '../plan-evidence.ts'

/** Whether tests are red, or what is missing to judge it. */
export type Shown<Check> =
  | { step: EvidenceStep<Check> }
  | { problem: Failure; notRed: boolean }
  | { red: Red }

/** Judges tests without their implementation, or returns the step that has to run first. */
export const showRed = <Check extends EvidenceCheck>(
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

/**
 * The problem of tests that are not the attempt's, or the step that has to run first; undefined if they pass.
 */
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

/** Lists the failures of tests that a person takes as red. */
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

const noFiles = ({ subtasks }: AnsweredTests): Failure =>
  unverified(`The attempt changed no test file, so the tests of ${subtasks.join(', ')} are missing.`)
