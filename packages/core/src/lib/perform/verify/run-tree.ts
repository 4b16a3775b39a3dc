import type { CheckCollision, CheckResult } from '../../contract/check-result.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { TestRun } from '../../event/evidence.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import type { EvidenceTree } from '../../policy/evidence/evidence-step.ts'
import type { Performer } from '../performer.ts'
import { runCheck } from '../command/run-check.ts'
import { dropBaseRun, findBaseRun, keepBaseRun } from './find-base-run.ts'

/** Where the trees of a verification are checked. */
export interface VerifyPlace {
  performer: Performer
  workspace: Workspace
  /** The folder of the attempt's outputs. */
  folder: string
  /** The first check that collided with another phase's: it proves nothing. */
  collision?: CheckCollision
}

/** Runs a check on a tree. `name`: the folder of its outputs among the attempt's. */
export const runTree = async (
  place: VerifyPlace,
  { commit, overlays }: EvidenceTree,
  check: Check,
  name: string,
): Promise<{ result: CheckResult; run: TestRun; collision?: CheckCollision }> => {
  const { performer, workspace, folder } = place
  await performer.host.git.resetWorkspace(workspace, commit, overlays)
  const seen = await runCheck(performer, workspace, check, `${folder}/${name}`)
  noteCollision(place, seen)
  return seen
}

/** Records the first collision of a verification. */
export const noteCollision = (
  place: VerifyPlace,
  { collision }: { collision?: CheckCollision | undefined },
): void => {
  if (collision) place.collision ??= collision
}

/** Runs a check on a base once: phases that begin on the same commit share the result. */
export const runBase = (place: VerifyPlace, tree: EvidenceTree, check: Check): Promise<TestRun> => {
  const { performer } = place
  const known = findBaseRun(performer, check.name, tree)
  if (known) return known
  const running = runTree(place, tree, check, 'base').then(({ run, collision }) => {
    if (collision) dropBaseRun(performer, check.name, tree)
    return run
  })
  keepBaseRun(performer, check.name, tree, running)
  return running
}
