import type { CheckResult } from '../event/check-result.ts'
import { boundOutput } from '../policy/bound-output.ts'
import { type Engine, workspaceOf } from './engine.ts'

/** Runs every check on the tree of a commit, and on nothing else: what was left lying around is removed first. */
export const verifyCommit = async (
  engine: Engine,
  phaseId: string,
  commit: string,
): Promise<CheckResult[]> => {
  const workspace = workspaceOf(engine, phaseId)
  const results: CheckResult[] = []
  await engine.host.git.resetWorkspace(workspace, commit)
  for (const { name, argv } of engine.state.settings.checks) {
    engine.signal.throwIfAborted()
    const { exitCode, output, durationMs } = await engine.command({ argv, workspace })
    results.push({
      name,
      argv,
      passed: exitCode === 0,
      exitCode,
      output: boundOutput(engine.redact(output)),
      durationMs,
    })
  }
  return results
}
