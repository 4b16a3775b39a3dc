import type { CheckResult } from '../../contract/check-result.ts'
import type { TestRun } from '../../event/evidence.ts'
import type { InputOf } from '../../machine/state/input/input.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import { judgeGreen } from '../../policy/evidence/judge-green.ts'
import type { Performer } from '../performer.ts'
import { inPlaceRequest } from '../guard/in-place-request.ts'
import { runCheck } from '../command/run-check.ts'
import { factsOf, factsOfPlace } from './facts-of.ts'

/**
 * Runs every check on the final commit in a separate workspace, and lists phases whose tests still lack an
 * implementation.
 */
export const verifyRun = async (
  performer: Performer,
  commit: string,
): Promise<Omit<InputOf<'run_verified'>, 'type' | 'at'>> => {
  const { git } = performer.host
  const { runId, settings, debts, evidence } = performer.state
  const workspace = await git.openWorkspace({ runId, base: commit, ...inPlaceRequest(performer.state) })
  const checks: CheckResult[] = []
  const runs = new Map<Check, TestRun>()
  try {
    for (const check of settings.checks) {
      const { result, run } = await runCheck(performer, workspace, check, 'end')
      checks.push(result)
      runs.set(check, run)
      if (check.name !== 'test' || evidence.size === 0 || !result.passed) continue
      const verdict = judgeGreen(run, { tests: [], files: [] })
      if (!verdict.green) Object.assign(result, { passed: false, note: verdict.reason })
    }
  } finally {
    await git.closeWorkspace(workspace)
  }
  const facts = checks.every(({ passed }) => passed) && {
    facts: { ...(await factsOfPlace(performer, commit)), checks: factsOf(runs) },
  }
  return { checks, debts: [...debts.keys()], ...facts }
}
