import type { CheckResult } from '../../contract/check-result.ts'
import { judgeGreen } from '../../policy/evidence/judge-green.ts'
import type { Engine } from '../engine.ts'
import { inPlaceRequest } from '../integrate/in-place-request.ts'
import { runCheck } from '../run-check.ts'

/** Every check on the whole, in a workspace of its own, and the tests that are still without their implementation. */
export const verifyRun = async (
  engine: Engine,
  commit: string,
): Promise<{ checks: CheckResult[]; debts: string[] }> => {
  const { git } = engine.host
  const { runId, settings, debts } = engine.state
  const workspace = await git.openWorkspace({ runId, base: commit, ...inPlaceRequest(engine.state) })
  const checks: CheckResult[] = []
  try {
    for (const check of settings.checks) {
      const { result, run } = await runCheck(engine, workspace, check, 'end')
      checks.push(result)
      if (check.name !== 'test' || settings.tdd !== 'full' || !result.passed) continue
      const verdict = judgeGreen(run, { tests: [], files: [] })
      if (!verdict.green) Object.assign(result, { passed: false, note: verdict.reason })
    }
  } finally {
    await git.closeWorkspace(workspace)
  }
  return { checks, debts: [...debts.keys()] }
}
