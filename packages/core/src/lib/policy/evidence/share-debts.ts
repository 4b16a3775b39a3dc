import type { TreeOverlay } from '../../contract/git-backend.ts'
import type { Red } from '../../event/evidence.ts'
import { isTestFile } from './is-test-file.ts'
import type { PhaseEvidence } from './plan-evidence.ts'

/** The test files of an attempt, by the implementation that answers them. */
export interface AttemptTests {
  /** Answered by the phase itself. */
  own: string[]
  /** Answered by later phases. */
  owed: string[]
}

/** Splits the changed files that are tests by the implementation that answers them. */
export const splitTestFiles = (
  changed: readonly string[],
  asked: PhaseEvidence | undefined,
): AttemptTests => {
  if (!asked) return { own: [], owed: [] }
  const declared = new Set([...asked.own.files, ...asked.owed.files])
  const tests = changed.filter((file) => isTestFile(file) || declared.has(file))
  if (asked.own.subtasks.length === 0)
    return asked.owed.subtasks.length === 0 ? { own: [], owed: [] } : { own: [], owed: tests }
  const later = new Set(asked.owed.files.filter((file) => !asked.own.files.includes(file)))
  return { own: tests.filter((file) => !later.has(file)), owed: tests.filter((file) => later.has(file)) }
}

/** Red tests of an earlier phase that implementations still have to answer. */
export interface OpenDebt {
  phaseId: string
  /** The commit before the phase's own. */
  base: string
  red: Red
  /** Phases that answer the tests and are not integrated yet. */
  owedBy: readonly string[]
}

/** A phase's share of the debts in its tree. */
export interface DebtShare {
  /** Tests that must be green in this phase, by the phase that wrote them. */
  toPay: { of: string; red: Red }[]
  /** Phases whose debt this phase pays. */
  paid: string[]
  /** Tests of later implementations, as they were before they were written, so that the rest can be green. */
  leaveOut: TreeOverlay[]
  /** Phases whose tests are left out. */
  leftOut: string[]
}

/**
 * Splits debts into tests that the phase has to pay and tests to leave out of its tree. The last phase that
 * owes a debt pays all of it.
 */
export const shareDebts = (
  id: string,
  asked: PhaseEvidence | undefined,
  debts: readonly OpenDebt[],
): DebtShare => {
  const share: DebtShare = { toPay: [], paid: [], leaveOut: [], leftOut: [] }
  for (const { phaseId, base, red, owedBy } of debts) {
    const isLast = owedBy.length === 1 && owedBy[0] === id
    const answered = new Set(owedBy.includes(id) ? asked?.answers.get(phaseId)?.files : [])
    const mine = isLast ? red.testFiles : red.testFiles.filter((file) => answered.has(file))
    const left = red.testFiles.filter((file) => !mine.includes(file))
    if (mine.length > 0) {
      share.toPay.push({ of: phaseId, red: restrict(red, mine) })
      share.paid.push(phaseId)
    }
    if (left.length === 0) continue
    share.leaveOut.push({ from: base, paths: left })
    share.leftOut.push(phaseId)
  }
  return share
}

/** The part of a red that concerns these files. A test id begins with its file. */
const restrict = (red: Red, files: readonly string[]): Red => ({
  ...red,
  tests: red.tests.filter((id) => files.some((file) => id.startsWith(`${file} > `))),
  files: red.files.filter((file) => files.includes(file)),
})
