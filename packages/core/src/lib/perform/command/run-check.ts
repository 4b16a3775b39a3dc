import type { Workspace } from '../../contract/workspace.ts'
import type { CheckCollision, CheckResult } from '../../contract/check-result.ts'
import type { Check } from '../../machine/state/run-settings.ts'
import type { TestRun } from '../../event/evidence.ts'
import { didRun } from '../../policy/evidence/judge-exit.ts'
import type { Performer } from '../performer.ts'
import { keepOutput } from '../keep-output.ts'
import { collisionOf } from './collision-of.ts'
import { runCheckCommand } from './run-command.ts'
import { suggestFixes } from './suggest-fixes.ts'

/**
 * Runs a check on the current contents of a workspace, with the test runner's report if available.
 *
 * `folder` is the artifact folder for the output of a failed command. Throws as {@link runCommand} does.
 */
export const runCheck = async (
  performer: Performer,
  workspace: Workspace,
  { name, argv, optional }: Check,
  folder: string,
): Promise<{ result: CheckResult; run: TestRun; collision?: CheckCollision }> => {
  performer.signal.throwIfAborted()
  const { exitCode, output, durationMs, report, beside } = await runCheckCommand(
    performer,
    { argv, workspace },
    isTestCheck(name),
  )
  const missing = optional && !didRun(exitCode)
  const kept = await keepOutput(performer, output, {
    name: `${folder}/check-${name}`,
    failed: exitCode !== 0,
  })
  const failed = { command: argv.join(' '), exitCode, output: kept.output }
  const suggestions = exitCode === 0 || missing ? [] : await suggestFixes(workspace, failed)
  const result: CheckResult = {
    name,
    argv,
    passed: exitCode === 0 || missing,
    exitCode,
    ...kept,
    durationMs,
    ...(suggestions.length > 0 && { suggestions }),
  }
  if (missing) result.note = `skipped: command "${argv[0]}" not found`
  const run: TestRun = report
    ? { exitCode, report }
    : { exitCode, ...(exitCode !== 0 && { output: kept.output }) }
  const collision = exitCode === 0 ? undefined : collisionOf(name, output, beside)
  return { result, run, ...(collision && { collision }) }
}

/** Whether a check runs tests, by its name: `test`, `unit-tests`, `test:browser`. */
const isTestCheck = (name: string): boolean => /\btests?\b/i.test(name)
