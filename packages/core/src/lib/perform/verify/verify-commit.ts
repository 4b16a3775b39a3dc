import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { CheckResult } from '../../contract/check-result.ts'
import { type Performer, workspaceOf } from '../performer.ts'
import { gatherEvidence, type Verification } from './gather-evidence.ts'
import { attemptFolder } from '../keep-output.ts'
import { runCheck } from '../run-check.ts'

/** Runs every check on the exact tree of a commit. Other files are removed first. */
export const verifyCommit = async (
  performer: Performer,
  phase: FrozenPhase,
  { commit, on }: { commit: string; on: 'attempt' | 'merged' },
): Promise<Verification> => {
  const { tdd, checks } = performer.state.settings
  if (tdd === 'full') return gatherEvidence(performer, phase, { commit, on })
  const workspace = workspaceOf(performer, phase.id)
  const results: CheckResult[] = []
  await performer.host.git.resetWorkspace(workspace, commit)
  const folder = on === 'merged' ? `${attemptFolder(phase)}/merged` : attemptFolder(phase)
  for (const check of checks)
    if (check.when !== 'end') results.push((await runCheck(performer, workspace, check, folder)).result)
  return { checks: results }
}
