import type { CheckResult } from '../../contract/check-result.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import type { Evidence } from '../../event/evidence.ts'
import { type Engine, workspaceOf } from '../engine.ts'
import { gatherEvidence } from './gather-evidence.ts'
import { attemptFolder } from '../keep-output.ts'
import { runCheck } from '../run-check.ts'

export interface Verification {
  checks: CheckResult[]
  evidence?: Evidence
}

/** Runs every check on the tree of a commit, and on nothing else: what was left lying around is removed first. */
export const verifyCommit = async (
  engine: Engine,
  phase: PhaseState,
  { commit, on }: { commit: string; on: 'attempt' | 'merged' },
): Promise<Verification> => {
  const { tdd, checks } = engine.state.settings
  if (tdd === 'full') return gatherEvidence(engine, phase, { commit, on })
  const workspace = workspaceOf(engine, phase.phase.id)
  const results: CheckResult[] = []
  await engine.host.git.resetWorkspace(workspace, commit)
  const folder = on === 'merged' ? `${attemptFolder(phase)}/merged` : attemptFolder(phase)
  for (const check of checks)
    if (check.when !== 'end') results.push((await runCheck(engine, workspace, check, folder)).result)
  return { checks: results }
}
