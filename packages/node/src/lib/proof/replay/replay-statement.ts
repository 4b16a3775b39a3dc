import { AmeliaError, type CommandResult, type ProofStatement, type TestReport } from '@amelia/core/plugin'
import type { ReplayedCheck } from '../proof-report.ts'
import { compareRun } from './compare-run.ts'
import { listSteps, type ReplayStep, type ReplayTrees } from './list-steps.ts'
import type { Checkouts } from './open-checkouts.ts'

/** How to replay statements. */
export interface ReplayOptions {
  checkouts: Checkouts
  /** Replaces the recorded set-up. */
  setup?: string[][] | undefined
  /** Time limit of one command, in milliseconds. */
  limitMs: number
  signal: AbortSignal
  /** Called before each command. */
  onStep?(step: { name: string; argv: string[]; phase?: string; again: number }): void
}

/** The result of replaying one statement. */
export interface Replayed {
  checks: ReplayedCheck[]
  /** Why the machine could not replay it, as a part of a sentence. */
  problem?: string
  /** The commit or tree that the clone does not have. */
  missing?: string
  /** The set-up that ran. */
  setup: string[][]
}

/** How often a different result is tried again. */
const tries = 2

/**
 * Runs the commands of a statement again on fresh checkouts, in the order of the run, after the set-up.
 *
 * A command whose result differs runs twice more. A set-up that fails, and a commit that is missing, is a
 * problem of this machine. Throws the reason of the signal.
 *
 * @param at the commit to open the checkouts at: it, or a commit with its trees
 */
export const replayStatement = async (
  { predicate: { runId, phase, replay } }: ProofStatement,
  { at, trees }: { at: string; trees: ReplayTrees },
  { checkouts, limitMs, signal, onStep, ...options }: ReplayOptions,
): Promise<Replayed> => {
  const setup = options.setup ?? replay.setup.map(({ argv }) => argv)
  const steps = await listSteps(replay, trees)
  if (typeof steps === 'string') return { checks: [], missing: steps, setup: [] }
  const [first] = steps
  if (first === undefined) return { checks: [], setup: [] }
  const git = checkouts.gitFor(setup, runId)
  const checks: ReplayedCheck[] = []
  // Ends a set-up that runs.
  const stop = (): void => void git.removeWorkspaces?.(runId).catch(() => {})
  signal.addEventListener('abort', stop, { once: true })
  try {
    const opening = { runId, base: at, tree: first.tree, ...(phase && { phase: phase.id }) }
    const workspace = await git.openWorkspace(opening)
    checkouts.note(workspace)
    const execute = async ({ name, recorded, isRed }: ReplayStep, again: number) => {
      signal.throwIfAborted()
      onStep?.({ name, argv: recorded.argv, ...(phase && { phase: phase.id }), again })
      const limit = AbortSignal.timeout(limitMs)
      const request = {
        argv: recorded.argv,
        workspace,
        ...(recorded.cwd !== undefined && { cwd: recorded.cwd }),
        signal: AbortSignal.any([signal, limit]),
      }
      const withReport = recorded.tests !== undefined || isRed
      const result = await (withReport
        ? checkouts.commands.runTests!(request)
        : checkouts.commands.run(request))
      signal.throwIfAborted()
      return { result, isLate: limit.aborted }
    }
    try {
      /** The steps that ran on the tree that the workspace has now. */
      let before: ReplayStep[] = []
      for (const step of steps) {
        if (before.length === 0 || !isSameTree(before[0]!, step)) {
          await git.resetWorkspace(workspace, step.tree, step.overlays)
          before = []
        }
        let durationMs = 0
        const differences: (string | undefined)[] = []
        for (let again = 0; again <= tries && (again === 0 || differences[0] !== undefined); again++) {
          if (again > 0) {
            await git.resetWorkspace(workspace, step.tree, step.overlays)
            // It may need what they built.
            for (const each of before) await execute(each, again)
          }
          const { result, isLate } = await execute(step, again)
          durationMs += result.durationMs
          differences.push(isLate ? `did not end within ${limitMs} ms` : judge(step, result))
        }
        before.push(step)
        const same = differences.filter((each) => each === undefined).length
        const difference = differences.find((each) => each !== undefined)
        checks.push({
          name: step.name,
          argv: step.recorded.argv,
          result: difference === undefined ? 'same' : same > 0 ? 'flaky' : 'differs',
          ...(difference !== undefined && { difference }),
          durationMs,
        })
      }
    } finally {
      await git.closeWorkspace(workspace)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!AmeliaError.is(error, 'GIT_FAILED')) throw error
    return { checks, problem: error.message, setup }
  } finally {
    signal.removeEventListener('abort', stop)
  }
  return { checks, setup }
}

const isSameTree = (one: ReplayStep, other: ReplayStep): boolean =>
  one.tree === other.tree && JSON.stringify(one.overlays) === JSON.stringify(other.overlays)

/** Tests that pass without their implementation prove nothing, whatever was recorded. */
const judge = (
  { isRed, recorded }: ReplayStep,
  result: CommandResult & { report?: TestReport },
): string | undefined =>
  isRed && result.exitCode === 0
    ? 'red not reproduced: the tests pass without the implementation'
    : compareRun(recorded, result)
