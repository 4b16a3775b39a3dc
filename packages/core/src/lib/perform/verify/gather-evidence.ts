import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { Evidence, TestRun } from '../../event/evidence.ts'
import type { Debt } from '../../machine/state/debt.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import { shareDebts, splitTestFiles } from '../../policy/evidence/share-debts.ts'
import { type EvidenceTree, nextEvidence, type Observed } from '../../policy/evidence/next-evidence.ts'
import { attemptFolder } from '../keep-output.ts'
import { type Performer, workspaceOf } from '../performer.ts'
import { runCheck } from '../run-check.ts'
import { findChangedEvidence } from './find-changed-evidence.ts'

/** The result of verifying a commit. */
export interface Verification {
  checks: CheckResult[]
  evidence?: Evidence
}

/**
 * Verifies a commit and shows red and green: performs the steps of {@link nextEvidence} until it has a
 * result.
 */
export const gatherEvidence = async (
  performer: Performer,
  phase: FrozenPhase,
  { commit, on }: { commit: string; on: 'attempt' | 'merged' },
): Promise<Verification> => {
  const { state } = performer
  const { id } = phase
  const { base, work } = phase.attempt
  const asked = state.evidence.get(id)
  const { checks } = state.settings
  const files = splitTestFiles(work?.files ?? [], asked)
  const debts = shareDebts(id, asked, await debtsIn(performer, base, on))
  const changed = on === 'attempt' ? await findChangedEvidence(performer, phase, commit, asked) : []
  const given = { phaseId: id, commit, base, on, checks, asked, files, debts, changed }
  const folder = on === 'merged' ? `${attemptFolder(phase)}/merged` : attemptFolder(phase)
  const place = { performer, workspace: workspaceOf(performer, id), folder }
  const observed: Observed = {}
  for (;;) {
    const step = nextEvidence(given, observed)
    if ('done' in step) return step.done
    const { tree } = step
    if (step.run === 'green') observed.green = await runGreen(place, tree, step.checks)
    else if (step.run === 'base') observed.base = await runBase(place, tree, step.checks[0]!)
    else observed[step.run] = await runTests(place, tree, step.checks[0]!, 'red')
  }
}

/** Debts whose tests are in the tree. */
const debtsIn = async (
  { state, host: { git } }: Performer,
  base: string,
  on: 'attempt' | 'merged',
): Promise<Debt[]> => {
  const debts = [...state.debts.values()]
  if (on === 'merged') return debts
  const present = await Promise.all(debts.map(({ commit }) => git.isAncestor(commit, base)))
  return debts.filter((_, index) => present[index])
}

interface Place {
  performer: Performer
  workspace: Workspace
  /** The folder of the attempt's outputs. */
  folder: string
}

const runGreen = async (
  { performer, workspace, folder }: Place,
  { commit, overlays }: EvidenceTree,
  checks: readonly Check[],
): Promise<{ checks: CheckResult[]; run?: TestRun }> => {
  await performer.host.git.resetWorkspace(workspace, commit, overlays)
  const results: CheckResult[] = []
  let testRun: TestRun | undefined
  for (const check of checks) {
    const { result, run } = await runCheck(performer, workspace, check, folder)
    results.push(result)
    if (check.name !== 'test') continue
    testRun = run
    if (result.passed && run.report?.tests.length === 0 && run.report.broken.length === 0)
      result.note = 'no test ran'
  }
  return { checks: results, ...(testRun && { run: testRun }) }
}

const runTests = async (
  { performer, workspace, folder }: Place,
  { commit, overlays }: EvidenceTree,
  test: Check,
  name: 'base' | 'red',
): Promise<{ result: CheckResult; run: TestRun }> => {
  await performer.host.git.resetWorkspace(workspace, commit, overlays)
  return runCheck(performer, workspace, test, `${folder}/${name}`)
}

/** Runs the tests of a base once: phases that begin on the same commit share the result. */
const runBase = (place: Place, tree: EvidenceTree, test: Check): Promise<TestRun> => {
  const { baseRuns } = place.performer
  const key = [tree.commit, ...tree.overlays.flatMap(({ from, paths }) => [from, ...paths])].join('\n')
  const known = baseRuns.get(key)
  if (known) return known
  const running = runTests(place, tree, test, 'base').then(({ run }) => run)
  baseRuns.set(key, running)
  running.catch(() => baseRuns.delete(key))
  return running
}
