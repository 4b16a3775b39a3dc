import type { TreeOverlay } from '../../contract/git-backend.ts'
import type { Red } from '../../event/evidence.ts'
import { isTestFile } from './is-test-file.ts'
import { stemOf } from './link/list-work.ts'
import type { AnsweredTests, PhaseEvidence } from './plan-evidence.ts'

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
 * Splits debts into tests that the phase has to pay and tests to leave out of its tree. Of several phases
 * that answer a file, the last one to be integrated pays it; a file that is paid is neither.
 */
export const shareDebts = (
  id: string,
  evidence: ReadonlyMap<string, PhaseEvidence>,
  debts: readonly OpenDebt[],
): DebtShare => {
  const share: DebtShare = { toPay: [], paid: [], leaveOut: [], leftOut: [] }
  for (const { phaseId, base, red, owedBy } of debts) {
    const open = red.testFiles.map((file) => {
      const owners = ownersOf(file, phaseId, evidence)
      return { file, owners: owners.length === 0 ? owedBy : owners.filter((owner) => owedBy.includes(owner)) }
    })
    const isMine = (owners: readonly string[]): boolean => owners.length === 1 && owners[0] === id
    const mine = open.flatMap(({ file, owners }) => (isMine(owners) ? [file] : []))
    const left = open.flatMap(({ file, owners }) => (owners.length > 0 && !isMine(owners) ? [file] : []))
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

/**
 * The phases that answer a test file: those whose tests declare it, and of these the ones with a file that it
 * is named after, as far as that tells them apart.
 */
const ownersOf = (file: string, of: string, evidence: ReadonlyMap<string, PhaseEvidence>): string[] => {
  const all = [...evidence].flatMap(([id, { answers }]) => {
    const tests = answers.get(of)
    return tests ? [{ id, tests }] : []
  })
  const narrow = (list: typeof all, fits: (tests: AnsweredTests) => boolean): typeof all => {
    const fitting = list.filter(({ tests }) => fits(tests))
    return fitting.length > 0 ? fitting : list
  }
  const declaring = narrow(all, ({ files }) => files.includes(file))
  const stem = stemOf(file)
  return narrow(declaring, ({ promised }) => promised.some((other) => stemOf(other) === stem)).map(
    ({ id }) => id,
  )
}

/** The part of a red that concerns these files. A test id begins with its file. */
const restrict = (red: Red, files: readonly string[]): Red => ({
  ...red,
  tests: red.tests.filter((id) => files.some((file) => id.startsWith(`${file} > `))),
  files: red.files.filter((file) => files.includes(file)),
})
