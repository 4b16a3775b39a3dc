import type { Effect } from '../machine/effect.ts'
import type { InputDraft, UnitOutcome } from '../machine/input.ts'
import type { PhaseState } from '../machine/run-state.ts'
import { refNames } from '../machine/ref-names.ts'
import { applyToCheckout } from './apply-to-checkout.ts'
import { commitAttempt } from './commit-attempt.ts'
import { composeEnd } from './compose-end.ts'
import { type Engine, workspaceOf } from './engine.ts'
import { moveRefs } from './move-refs.ts'
import { phaseMessage, withTrailers } from './phase-message.ts'
import { phaseFiles } from './phase-files.ts'
import { prepareMove } from './prepare-move.ts'
import { prepareRun } from './prepare-run.ts'
import { runParallel } from './run-parallel.ts'
import { runUnit } from './run-unit.ts'
import { verifyCommit } from './verify-commit.ts'
import { verifyRun } from './verify-run.ts'

/** The effects that act on the world and are answered by an input. The others are the loop's own. */
export type PerformedEffect = Exclude<Effect, { type: 'ask' | 'wake' | 'interrupt' | 'finish' }>

/** Does one effect, and gives the input that says what came of it. Throws what nobody planned for. */
export const performEffect = async (
  engine: Engine,
  effect: PerformedEffect,
): Promise<InputDraft | undefined> => {
  const { git } = engine.host
  switch (effect.type) {
    case 'move_refs': {
      const { updates, reconcile, phaseId } = effect
      const of = phaseId === undefined ? {} : { phaseId }
      const foreign = await moveRefs(git, engine.state.runId, updates, reconcile)
      if (updates.some(({ ref }) => ref === engine.state.target)) engine.ownMoves++
      return foreign.length > 0
        ? { type: 'refs_refused', ...of, refs: foreign }
        : { type: 'refs_moved', ...of }
    }
    case 'open_workspace': {
      const { phaseId, attempt, base, from } = effect
      const tree = from === undefined ? {} : { tree: from }
      engine.workspaces.set(phaseId, await git.openWorkspace({ runId: engine.state.runId, base, ...tree }))
      return { type: 'workspace_opened', phaseId, attempt }
    }
    case 'close_workspace': {
      const workspace = engine.workspaces.get(effect.phaseId)
      engine.workspaces.delete(effect.phaseId)
      if (workspace) await git.closeWorkspace(workspace)
      return undefined
    }
    case 'run_unit': {
      const { phaseId, attempt, unit } = effect
      const phase = phaseOf(engine, phaseId)
      const workspace = workspaceOf(engine, phaseId)
      const result = await watch(engine, phaseId, () =>
        unit.kind === 'parallel'
          ? runParallel(engine, phase, workspace, unit.subtaskIds)
          : runUnit({ engine, phase, workspace }, unit),
      )
      return { type: 'unit_finished', phaseId, attempt, unit, result }
    }
    case 'commit_attempt':
      return commitAttempt(engine, phaseOf(engine, effect.phaseId))
    case 'verify': {
      const { phaseId, attempt, on, commit } = effect
      const verification = await verifyCommit(engine, phaseOf(engine, phaseId), { commit, on })
      return { type: 'verified', phaseId, attempt, on, ...verification }
    }
    case 'run_hooks':
      return runHooks(engine, effect)
    case 'merge': {
      const { phaseId, attempt, head, commit } = effect
      const merged = await git.merge({ ours: head, theirs: commit })
      return 'tree' in merged
        ? { type: 'merged', phaseId, attempt, tree: merged.tree }
        : { type: 'merge_conflicted', phaseId, attempt, paths: merged.conflicts }
    }
    case 'compose': {
      const { phaseId, attempt, head, tree, text } = effect
      const ref = refNames(engine.state.runId).candidate(phaseId)
      const message = text ?? messageOf(engine, effect)
      const date = Math.floor(engine.host.clock.now() / 1000)
      const files = await phaseFiles(engine, phaseOf(engine, phaseId))
      const commit = await git.compose({ ref, tree, parent: head, files, message, date })
      return { type: 'composed', phaseId, attempt, commit }
    }
    case 'prepare_run':
      return { type: 'run_prepared', head: await prepareRun(engine, effect.base) }
    case 'verify_run':
      return { type: 'run_verified', ...(await verifyRun(engine, effect.commit)) }
    case 'close_run':
      return { type: 'run_composed', ...(await composeEnd(engine, effect.head)) }
    case 'apply_to_checkout':
      return { type: 'checkout_applied', ...(await applyToCheckout(engine, effect.commit)) }
    case 'prepare_move': {
      const { phaseId, attempt } = effect
      return { phaseId, attempt, ...(await prepareMove(engine, effect)) }
    }
  }
}

const phaseOf = ({ state }: Engine, phaseId: string): PhaseState =>
  state.phases[state.graph.index.get(phaseId)!]!

const messageOf = (engine: Engine, { phaseId, attempt }: { phaseId: string; attempt: number }): string =>
  phaseMessage(
    phaseOf(engine, phaseId).phase,
    { runId: engine.state.runId, phaseId, attempt },
    phaseOf(engine, phaseId).subtaskStatus,
  )

const runHooks = async (
  engine: Engine,
  effect: Extract<Effect, { type: 'run_hooks' }>,
): Promise<InputDraft> => {
  const { phaseId, attempt, commit } = effect
  const at = { phaseId, attempt }
  const message = messageOf(engine, effect)
  const { git } = engine.host
  if (!git.runHooks) return { type: 'hooks_finished', ...at, outcome: 'passed', text: message }
  const { signal } = engine
  const result = await git.runHooks(workspaceOf(engine, phaseId), { commit, message, signal })
  if (result.outcome === 'passed' || result.outcome === 'rewritten') {
    const text = withTrailers(result.message, { runId: engine.state.runId, ...at })
    return { type: 'hooks_finished', ...at, outcome: result.outcome, text }
  }
  return { type: 'hooks_finished', ...at, text: message, ...result }
}

/**
 * Looks at the user's repository before and after a unit. What was planted there stops the phase: configuration and hooks
 * that an agent writes run with the user's rights the next time that the user types `git`.
 */
const watch = async (
  engine: Engine,
  phaseId: string,
  run: () => Promise<UnitOutcome>,
): Promise<UnitOutcome> => {
  const { git } = engine.host
  if (!git.fingerprint) return run()
  const movesBefore = engine.ownMoves
  const before = await git.fingerprint()
  const result = await run()
  const after = await git.fingerprint()
  const planted = before.planted !== after.planted
  if (planted || (before.moved !== after.moved && engine.ownMoves === movesBefore)) {
    engine.feed({ type: 'repository_moved', phaseId, planted })
  }
  if (!planted || result.outcome === 'failed') return result
  return {
    outcome: 'blocked',
    blocker: 'repository_tampered',
    message: `Configuration, hooks or the like of the repository changed while phase ${phaseId} ran.`,
    details: ['Look at .git/config, .git/hooks and .git/info before you go on.'],
  }
}
