import { AmeliaError } from '../../error/amelia-error.ts'
import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft, UnitOutcome } from '../../machine/state/input.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { watchRepository } from '../../perform/unit/watch-repository.ts'
import { tampering } from '../../policy/failure/tampering.ts'
import { applyToCheckout } from '../../perform/integrate/apply-to-checkout.ts'
import { askStrategy } from '../../perform/review/ask-strategy.ts'
import { clearLocks } from '../../perform/integrate/clear-locks.ts'
import { commitAttempt, headMoved } from '../../perform/integrate/commit-attempt.ts'
import { composeEnd, composeRecord } from '../../perform/integrate/compose-end.ts'
import { type Performer, workspaceOf } from '../../perform/performer.ts'
import { inPlaceRequest } from '../../perform/integrate/in-place-request.ts'
import { attemptFolder, keepOutput } from '../../perform/keep-output.ts'
import { moveRefs } from '../../perform/integrate/move-refs.ts'
import { phaseMessage, withTrailers } from '../../perform/phase-message.ts'
import { phaseFiles } from '../../perform/integrate/phase-files.ts'
import { prepareMove } from '../../perform/integrate/prepare-move.ts'
import { prepareRun } from '../../perform/integrate/prepare-run.ts'
import { restoreHead } from '../../perform/integrate/restore-head.ts'
import { revertTarget } from '../../perform/integrate/revert-target.ts'
import { reviewCommit } from '../../perform/review/review-commit.ts'
import { runParallel } from '../../perform/unit/run-parallel.ts'
import { runUnit } from '../../perform/unit/run-unit.ts'
import { verifyCommit } from '../../perform/verify/verify-commit.ts'
import { verifyRun } from '../../perform/verify/verify-run.ts'

/** The effects that act on the world and are answered by an input. The others are the loop's own. */
export type PerformedEffect = Exclude<
  Effect,
  { type: 'ask' | 'wake' | 'interrupt' | 'interrupt_phase' | 'interrupt_sessions' | 'finish' }
>

type EffectOf<Type extends PerformedEffect['type']> = Extract<PerformedEffect, { type: Type }>
type Answer<Type extends InputDraft['type']> = Promise<Extract<InputDraft, { type: Type }>>

/**
 * Does one effect, and gives the input that says what came of it. Throws what nobody planned for.
 *
 * Each effect has a function of its own: an asynchronous one keeps room for all its variables whenever it waits.
 */
export const performEffect = (
  performer: Performer,
  effect: PerformedEffect,
): Promise<InputDraft | undefined> => {
  switch (effect.type) {
    case 'move_refs':
      return move(performer, effect)
    case 'open_workspace':
      return openWorkspace(performer, effect)
    case 'close_workspace':
      return closeWorkspace(performer, effect)
    case 'run_unit':
      return runWatched(performer, effect)
    case 'commit_attempt':
      return commitAttempt(performer, phaseOf(performer, effect.phaseId))
    case 'verify':
      return verify(performer, effect)
    case 'review':
      return review(performer, effect)
    case 'decide_checkpoint':
      return decide(performer, effect)
    case 'run_hooks':
      return runHooks(performer, effect)
    case 'merge':
      return merge(performer, effect)
    case 'compose':
      return compose(performer, effect)
    case 'prepare_run':
      return prepare(performer, effect)
    case 'verify_run':
      return verifyWhole(performer, effect)
    case 'review_run':
      return reviewWhole(performer, effect)
    case 'revert_run':
      return revert(performer, effect)
    case 'close_run':
      return close(performer, effect)
    case 'apply_to_checkout':
      return apply(performer, effect)
    case 'prepare_move':
      return planMove(performer, effect)
    case 'clear_locks':
      return clearLocks(performer, effect)
    case 'restore_head':
      return restoreHead(performer, effect)
  }
}

const move = async (
  performer: Performer,
  { updates, reconcile, phaseId }: EffectOf<'move_refs'>,
): Answer<'refs_moved' | 'refs_refused'> => {
  const of = phaseId === undefined ? {} : { phaseId }
  // Noted before the move: another phase may look at the repository before this call returns.
  for (const { ref, new: to } of updates)
    if (ref === performer.state.target && to !== null) performer.ownMoves.add(to)
  const foreign = await moveRefs(performer.host.git, performer.state.runId, updates, reconcile)
  if (foreign.length === 0) await followTarget(performer, updates)
  return foreign.length > 0 ? { type: 'refs_refused', ...of, refs: foreign } : { type: 'refs_moved', ...of }
}

const openWorkspace = async (
  { host, state, workspaces }: Performer,
  { phaseId, attempt, base, from }: EffectOf<'open_workspace'>,
): Answer<'workspace_opened' | 'attempt_refused'> => {
  const at = { phaseId, attempt }
  const tree = from === undefined ? {} : { tree: from }
  const request = { runId: state.runId, base, ...tree, ...inPlaceRequest(state, at) }
  const opened = await host.git.openWorkspace(request).catch(headMoved)
  if ('blocker' in opened) return { type: 'attempt_refused', ...at, ...opened }
  workspaces.set(phaseId, opened)
  return { type: 'workspace_opened', ...at }
}

/** In place, the user's index and files go along with the branch. After a crash it is done again, which changes nothing. */
const followTarget = async (
  { state, host: { git } }: Performer,
  updates: EffectOf<'move_refs'>['updates'],
): Promise<void> => {
  const own = updates.find(({ ref }) => ref === state.target)
  if (!state.settings.inPlace || !own?.old || !own.new) return
  await git.followBranch?.({ branch: own.ref, from: own.old, to: own.new })
}

const closeWorkspace = async (
  { host, workspaces }: Performer,
  { phaseId }: EffectOf<'close_workspace'>,
): Promise<undefined> => {
  const workspace = workspaces.get(phaseId)
  workspaces.delete(phaseId)
  if (workspace) await host.git.closeWorkspace(workspace)
}

const runWatched = async (
  performer: Performer,
  { phaseId, attempt, unit }: EffectOf<'run_unit'>,
): Answer<'unit_finished'> => {
  const phase = phaseOf(performer, phaseId)
  const workspace = workspaceOf(performer, phaseId)
  const { value, planted } = await watchRepository(performer, phaseId, () =>
    unit.kind === 'parallel'
      ? runParallel(performer, phase, workspace, unit.subtaskIds)
      : runUnit({ performer, phase, workspace }, unit),
  )
  const result: UnitOutcome =
    planted.length > 0 && value.outcome !== 'failed'
      ? { outcome: 'blocked', ...tampering(`phase ${phaseId} ran`, planted) }
      : value
  return { type: 'unit_finished', phaseId, attempt, unit, result }
}

const verify = async (
  performer: Performer,
  { phaseId, attempt, on, commit }: EffectOf<'verify'>,
): Answer<'verified'> => {
  const verification = await verifyCommit(performer, phaseOf(performer, phaseId), { commit, on })
  return { type: 'verified', phaseId, attempt, on, ...verification }
}

const review = async (
  performer: Performer,
  { phaseId, attempt, commit, round }: EffectOf<'review'>,
): Answer<'reviewed'> => {
  const { value, planted } = await watchRepository(performer, phaseId, () =>
    reviewCommit(performer, phaseOf(performer, phaseId), { commit, round }),
  )
  return { type: 'reviewed', phaseId, attempt, review: value, ...(planted.length > 0 && { planted }) }
}

const reviewWhole = async (
  performer: Performer,
  { commit, round }: EffectOf<'review_run'>,
): Answer<'run_reviewed'> => ({
  type: 'run_reviewed',
  review: await reviewCommit(performer, undefined, { commit, round }),
})

const decide = async (
  performer: Performer,
  { phaseId, attempt, requestId }: EffectOf<'decide_checkpoint'>,
): Promise<Extract<InputDraft, { type: 'checkpoint_decided' }> | undefined> => {
  const at = { type: 'checkpoint_decided', phaseId, attempt, requestId } as const
  const verdict = await askStrategy(performer, phaseOf(performer, phaseId), requestId, (late) =>
    performer.feed({ ...at, ...late }),
  )
  return verdict && { ...at, ...verdict }
}

const revert = async (performer: Performer, effect: EffectOf<'revert_run'>): Answer<'run_reverted'> => ({
  type: 'run_reverted',
  ...(await revertTarget(performer, effect)),
})

const merge = async (
  { host }: Performer,
  { phaseId, attempt, head, commit }: EffectOf<'merge'>,
): Answer<'merged' | 'merge_conflicted'> => {
  const merged = await host.git.merge({ ours: head, theirs: commit })
  return 'tree' in merged
    ? { type: 'merged', phaseId, attempt, tree: merged.tree }
    : { type: 'merge_conflicted', phaseId, attempt, paths: merged.conflicts }
}

const compose = async (performer: Performer, effect: EffectOf<'compose'>): Answer<'composed'> => {
  const { phaseId, attempt, head, tree, text } = effect
  const ref = refNames(performer.state.runId).candidate(phaseId)
  const message = text ?? messageOf(performer, effect)
  const date = Math.floor(performer.host.clock.now() / 1000)
  const files = await phaseFiles(performer, phaseOf(performer, phaseId))
  const { git } = performer.host
  const request = { ref, parent: head, files, message, date }
  const commit = await git.compose({ ...request, tree }).catch(async (error: unknown) => {
    if (!AmeliaError.is(error, 'GIT_FAILED')) throw error
    // Nothing names a merged tree yet, so a `git gc --prune=now` of the user's may have removed it: it is made once more.
    const { merged, commit: theirs } = phaseOf(performer, phaseId)
    const again = merged && theirs !== undefined ? await git.merge({ ours: head, theirs }) : { tree }
    if (!('tree' in again)) throw error
    return git.compose({ ...request, tree: again.tree })
  })
  return { type: 'composed', phaseId, attempt, commit }
}

const planMove = async (
  performer: Performer,
  effect: EffectOf<'prepare_move'>,
): Answer<'move_prepared' | 'target_adopted' | 'target_rewritten'> => {
  const { phaseId, attempt } = effect
  return { phaseId, attempt, ...(await prepareMove(performer, effect)) }
}

const prepare = async (performer: Performer, { base }: EffectOf<'prepare_run'>): Answer<'run_prepared'> => ({
  type: 'run_prepared',
  head: await prepareRun(performer, base),
})

const verifyWhole = async (
  performer: Performer,
  { commit }: EffectOf<'verify_run'>,
): Answer<'run_verified'> => ({
  type: 'run_verified',
  ...(await verifyRun(performer, commit)),
})

const close = async (
  performer: Performer,
  { head, ending }: EffectOf<'close_run'>,
): Answer<'run_composed'> => ({
  type: 'run_composed',
  ...(await (ending === undefined ? composeEnd(performer, head) : composeRecord(performer, head, ending))),
})

const apply = async (
  performer: Performer,
  { commit }: EffectOf<'apply_to_checkout'>,
): Answer<'checkout_applied'> => ({
  type: 'checkout_applied',
  ...(await applyToCheckout(performer, commit)),
})

const phaseOf = ({ state }: Performer, phaseId: string): PhaseState =>
  state.phases[state.graph.index.get(phaseId)!]!

const messageOf = (
  performer: Performer,
  { phaseId, attempt }: { phaseId: string; attempt: number },
): string =>
  phaseMessage(
    phaseOf(performer, phaseId).phase,
    { runId: performer.state.runId, phaseId, attempt },
    phaseOf(performer, phaseId).subtaskStatus,
  )

const runHooks = async (performer: Performer, effect: EffectOf<'run_hooks'>): Answer<'hooks_finished'> => {
  const { phaseId, attempt, commit } = effect
  const at = { phaseId, attempt }
  const message = messageOf(performer, effect)
  const { git } = performer.host
  if (!git.runHooks) return { type: 'hooks_finished', ...at, outcome: 'passed', text: message }
  const { signal } = performer
  const result = await git.runHooks(workspaceOf(performer, phaseId), { commit, message, signal })
  if (result.outcome === 'passed' || result.outcome === 'rewritten') {
    const text = withTrailers(result.message, { runId: performer.state.runId, ...at })
    return { type: 'hooks_finished', ...at, outcome: result.outcome, text }
  }
  const name = `${attemptFolder(phaseOf(performer, phaseId))}/hook-${result.hook}`
  const kept = await keepOutput(performer, result.output, { name, failed: true })
  return { type: 'hooks_finished', ...at, text: message, ...result, ...kept }
}
