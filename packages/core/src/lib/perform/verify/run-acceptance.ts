import type { CheckResult } from '../../contract/check-result.ts'
import type { CommandResult } from '../../contract/command-runner.ts'
import type { TreeOverlay } from '../../contract/git-backend.ts'
import type { FactsOfCheck } from '../../event/checked-facts.ts'
import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { Acceptance } from '../../plan/model/acceptance.ts'
import { splitCommand } from '../../plan/split-command.ts'
import { chooseAcceptance } from '../../policy/evidence/choose-acceptance.ts'
import { isTestFile } from '../../policy/evidence/is-test-file.ts'
import { didRun, judgeExit } from '../../policy/evidence/judge-exit.ts'
import { keepOutput } from '../keep-output.ts'
import { matchPattern } from '../command/match-pattern.ts'
import { collisionOf } from '../command/collision-of.ts'
import { overlaysOf } from './facts-of.ts'
import { noteCollision, type VerifyPlace } from './run-tree.ts'

/** A commit whose configured checks passed. */
export interface AcceptedCommit {
  commit: string
  on: 'attempt' | 'merged'
  /** Tests of later implementations, as they were before they were written. */
  leaveOut: readonly TreeOverlay[]
  /** The results of the configured checks. */
  ran: readonly CheckResult[]
}

/**
 * Runs the acceptance checks of a phase on its commit, up to the first that does not have its outcome.
 *
 * A check that must fail runs on the base with the attempt's test files alone, where the implementation is
 * missing; `facts` lists the others. Leaves the workspace in any state.
 */
export const runAcceptance = async (
  place: VerifyPlace,
  { planned, attempt }: FrozenPhase,
  { commit, on, leaveOut, ran }: AcceptedCommit,
): Promise<{ checks: CheckResult[]; facts: FactsOfCheck[] }> => {
  const { git, commands } = place.performer.host
  const facts: FactsOfCheck[] = []
  if (!commands) return { checks: [], facts }
  const { green, red } = chooseAcceptance(planned.acceptance ?? [], { on, ran })
  const results: CheckResult[] = []
  const runAll = async (checks: readonly Acceptance[], from: string, overlays: readonly TreeOverlay[]) => {
    if (checks.length === 0) return true
    await git.resetWorkspace(place.workspace, from, overlays)
    for (const check of checks) {
      const result = await runOne(place, check, results.length + 1)
      results.push(result)
      if (!result.passed) return false
      const { cwd } = check
      if (checks === green)
        facts.push({ name: result.name, ...(cwd !== undefined && { cwd }), ...overlaysOf(overlays) })
    }
    return true
  }
  const tests = (attempt.work?.files ?? []).filter(isTestFile)
  const alone = tests.length === 0 ? leaveOut : [...leaveOut, { from: commit, paths: tests }]
  if (await runAll(green, commit, leaveOut)) await runAll(red, attempt.base, alone)
  return { checks: results, facts }
}

const runOne = async (place: VerifyPlace, check: Acceptance, number: number): Promise<CheckResult> => {
  const { performer, workspace, folder } = place
  performer.signal.throwIfAborted()
  const { argv } = splitCommand(check.command)
  const run = await start({ performer, workspace }, argv, check.cwd)
  const problem = await judge(check, run)
  if (problem !== null || run.exitCode !== 0)
    noteCollision(place, { collision: collisionOf(`acceptance ${number}`, run.output, run.beside) })
  // The exit code of an unexpected success explains nothing, so its output begins with the expectation.
  const output = problem === null ? run.output : `${problem}\n${run.output}`
  const kept = await keepOutput(performer, output, {
    name: `${folder}/acceptance-${number}`,
    failed: problem !== null,
  })
  return {
    name: `acceptance ${number}`,
    argv,
    passed: problem === null,
    exitCode: run.exitCode,
    ...kept,
    durationMs: run.durationMs,
    ...(check.expectExitCode === 'fail' && problem === null && { note: 'fails without the implementation' }),
  }
}

/** Runs a command in its folder. Without the folder it fails, as `cd` does in a shell. */
const start = async (
  { performer, workspace }: Pick<VerifyPlace, 'performer' | 'workspace'>,
  argv: string[],
  cwd: string | undefined,
): Promise<CommandResult & { beside: readonly string[] }> => {
  if (cwd === undefined) return performer.check({ argv, workspace })
  const folder = await workspace.fs.stat(`/${cwd}`).catch(() => undefined)
  if (folder?.isDirectory()) return performer.check({ argv, workspace, cwd })
  const output = `The folder ${cwd} does not exist.`
  return { exitCode: 1, output, truncated: false, durationMs: 0, beside: [] }
}

/** Returns how a result differs from the expectation, or null if it matches. */
const judge = async (
  { expectExitCode, expectedOutputPattern: pattern }: Acceptance,
  { exitCode, output }: CommandResult,
): Promise<string | null> => {
  if (!judgeExit(exitCode, expectExitCode)) {
    if (!didRun(exitCode)) return 'The command could not start.'
    return expectExitCode === 'fail'
      ? 'The command must fail with the tests alone, without their implementation, but it passed.'
      : `The command exited with ${exitCode} instead of ${expectExitCode}.`
  }
  if (pattern === undefined || (await matchPattern(pattern, output))) return null
  return `The output did not match /${pattern}/.`
}
