import type { CheckResult } from '../../contract/check-result.ts'
import type { Failure } from '../../contract/failure.ts'
import type { TreeOverlay } from '../../contract/git-backend.ts'
import type { Evidence, TestRun } from '../../event/evidence.ts'
import type { PhaseEvidence } from './plan-evidence.ts'
import type { AttemptTests, DebtShare } from './share-debts.ts'

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
  /** `inline`: files in which tests stand beside the code that they test. */
  files: AttemptTests & { inline?: readonly string[] }
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

/** Returns the check that runs the tests. */
export const testOf = <Check extends EvidenceCheck>({ checks }: EvidenceCase<Check>): Check =>
  checks.find(({ name }) => name === 'test')!

/** A failure of the verification itself. */
export const unverified = (message: string): Failure => ({ class: 'verification_failed', message })
