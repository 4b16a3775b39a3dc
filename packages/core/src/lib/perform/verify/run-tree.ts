import type { CheckResult } from '../../contract/check-result.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { TestRun } from '../../event/evidence.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import type { EvidenceTree } from '../../policy/evidence/evidence-step.ts'
import type { Performer } from '../performer.ts'
import { runCheck } from '../command/run-check.ts'
import { findBaseRun, keepBaseRun } from './find-base-run.ts'

/** Where the trees of a verification are checked. */
export interface VerifyPlace {
  performer: Performer
  workspace: Workspace
  /** The folder of the attempt's outputs. */
  folder: string
}

/** Runs a check on a tree. `name`: the folder of its outputs among the attempt's. */
export const runTree = async (
  { performer, workspace, folder }: VerifyPlace,
  { commit, overlays }: EvidenceTree,
  check: Check,
  name: string,
): Promise<{ result: CheckResult; run: TestRun }> => {
  await performer.host.git.resetWorkspace(workspace, commit, overlays)
  return runCheck(performer, workspace, check, `${folder}/${name}`)
}

/** Runs a check on a base once: phases that begin on the same commit share the result. */
export const runBase = (place: VerifyPlace, tree: EvidenceTree, check: Check): Promise<TestRun> => {
  const { performer } = place
  const known = findBaseRun(performer, check.name, tree)
  if (known) return known
  const running = runTree(place, tree, check, 'base').then(({ run }) => run)
  keepBaseRun(performer, check.name, tree, running)
  return running
}
