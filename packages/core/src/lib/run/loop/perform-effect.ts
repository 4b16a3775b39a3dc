import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RepositoryChange } from '../../event/change/repository-change.ts'
import type { UnitOutcome } from '../../event/unit-outcome.ts'
import { watchRepository } from '../../perform/unit/watch-repository.ts'
import { tamperedReview, tampering } from '../../policy/failure/tampering.ts'
import { labelContent } from '../../text/content/label-content.ts'
import { applyToCheckout } from '../../perform/integrate/apply-to-checkout.ts'
import { askStrategy } from '../../perform/review/ask-strategy.ts'
import { clearLocks } from '../../perform/integrate/clear-locks.ts'
import { commitAttempt } from '../../perform/integrate/commit-attempt.ts'
import { composeEnd, composeRecord } from '../../perform/integrate/compose-end.ts'
import { stateEnd } from '../../perform/integrate/state-end.ts'
import { type Performer, phaseOf, workspaceOf } from '../../perform/performer.ts'
import { openWorkspace } from '../../perform/unit/open-workspace.ts'
import { composePhase } from '../../perform/integrate/compose-phase.ts'
import { mergeAttempt } from '../../perform/integrate/merge-attempt.ts'
import { moveRunRefs } from '../../perform/integrate/move-run-refs.ts'
import { runHooks } from '../../perform/integrate/run-hooks.ts'
import { prepareMove } from '../../perform/integrate/prepare-move.ts'
import { prepareRun } from '../../perform/integrate/prepare-run.ts'
import { restoreHead } from '../../perform/integrate/restore-head.ts'
import { findLoss } from '../../perform/command/effect-failure.ts'
import { revertTarget } from '../../perform/integrate/revert-target.ts'
import { reviewCommit } from '../../perform/review/review-commit.ts'
import { runParallel } from '../../perform/unit/run-parallel.ts'
import { runUnit } from '../../perform/unit/run-unit.ts'
import { verifyCommit } from '../../perform/verify/verify-commit.ts'
import { verifyRun } from '../../perform/verify/verify-run.ts'

/** Effects that act outside the process and are answered by an input. The loop handles the others itself. */
export type PerformedEffect = Exclude<
  Effect,
  { type: 'ask' | 'wake' | 'interrupt' | 'interrupt_phase' | 'interrupt_sessions' | 'steer' | 'finish' }
>

type EffectOf<Type extends PerformedEffect['type']> = Extract<PerformedEffect, { type: Type }>
type Answer<Type extends InputDraft['type']> = Promise<Extract<InputDraft, { type: Type }>>

/**
 * Performs one effect and returns the input that reports its result. Throws unexpected errors.
 *
 * Each effect has its own function, because a suspended asynchronous function keeps all its variables alive.
 */
export const performEffect = (
  performer: Performer,
  effect: PerformedEffect,
): Promise<InputDraft | undefined> => {
  switch (effect.type) {
    case 'move_refs':
      return moveRunRefs(performer, effect)
    case 'open_workspace':
      return openWorkspace(performer, effect)
    case 'close_workspace':
      return closeWorkspace(performer, effect)
    case 'run_unit':
      return runWatched(performer, effect)
    case 'commit_attempt':
      return commitAttempt(performer, effect)
    case 'verify':
      return verify(performer, effect)
    case 'review':
      return review(performer, effect)
    case 'decide_checkpoint':
      return decide(performer, effect)
    case 'run_hooks':
      return runHooks(performer, effect)
    case 'merge':
      return mergeAttempt(performer, effect)
    case 'compose':
      return composePhase(performer, effect)
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

const closeWorkspace = async (
  { host, workspaces }: Performer,
  { phaseId, keep }: EffectOf<'close_workspace'>,
): Promise<undefined> => {
  const workspace = workspaces.get(phaseId)
  workspaces.delete(phaseId)
  if (workspace) await host.git.closeWorkspace(workspace, { ...(keep && { keep }) })
}

const runWatched = async (
  performer: Performer,
  { phaseId, attempt, dispatch, unit }: EffectOf<'run_unit'>,
): Answer<'unit_finished'> => {
  const phase = phaseOf(performer, phaseId)
  const workspace = workspaceOf(performer, phaseId)
  const { value, planted } = await watchRepository(performer, phaseId, () =>
    unit.kind === 'parallel'
      ? runParallel(performer, phase, { dispatch, workspace }, unit.subtaskIds)
      : runUnit({ performer, phase, dispatch, workspace }, unit),
  )
  const result = planted.length > 0 ? blockedBy(phaseId, value, planted) : value
  return { type: 'unit_finished', phaseId, attempt, dispatch, unit, result }
}

/** Stops a unit that changed configuration or hooks, however it ended: the next one would run them. */
const blockedBy = (phaseId: string, value: UnitOutcome, planted: RepositoryChange[]): UnitOutcome => {
  const { details, ...question } = tampering(`phase ${phaseId} ran`, planted)
  if (value.outcome !== 'failed') return { outcome: 'blocked', ...question, details }
  const { failure, sessions } = value
  const ended = labelContent('then its session ended', failure.message)
  return {
    ...{ outcome: 'blocked', ...question, details: [...details, ended], interruption: failure },
    ...(sessions && { sessions }),
  }
}

const verify = async (
  performer: Performer,
  { phaseId, attempt, dispatch, on, commit }: EffectOf<'verify'>,
): Answer<'verified'> => {
  const { value, planted } = await watchRepository(performer, phaseId, () =>
    verifyCommit(performer, phaseOf(performer, phaseId), { commit, on }),
  )
  if (planted.length > 0) performer.planted.set(phaseId, planted)
  // Checks in a folder that was deleted fail, whatever the work is.
  const loss =
    value.checks.some(({ passed }) => !passed) && (await findLoss(performer, workspaceOf(performer, phaseId)))
  if (loss) throw loss
  return { type: 'verified', phaseId, attempt, dispatch, on, ...value }
}

const review = async (
  performer: Performer,
  { phaseId, attempt, dispatch, commit, round }: EffectOf<'review'>,
): Answer<'reviewed'> => {
  const { value, planted } = await watchRepository(performer, phaseId, () =>
    reviewCommit(performer, phaseOf(performer, phaseId), { commit, round }),
  )
  return {
    type: 'reviewed',
    phaseId,
    attempt,
    dispatch,
    review: value,
    ...(planted.length > 0 && { planted }),
  }
}

const reviewWhole = async (
  performer: Performer,
  { commit, round }: EffectOf<'review_run'>,
): Answer<'run_reviewed'> => {
  const { value, planted } = await watchRepository(performer, undefined, () =>
    reviewCommit(performer, undefined, { commit, round }),
  )
  if (planted.length === 0) return { type: 'run_reviewed', review: value }
  return { type: 'run_reviewed', review: tamperedReview('the final result was reviewed', value, planted) }
}

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

const planMove = async (
  performer: Performer,
  effect: EffectOf<'prepare_move'>,
): Answer<'move_prepared' | 'target_adopted' | 'target_rewritten'> => {
  const { phaseId, attempt, dispatch } = effect
  return { phaseId, attempt, dispatch, ...(await prepareMove(performer, effect)) }
}

const prepare = async (performer: Performer, { base }: EffectOf<'prepare_run'>): Answer<'run_prepared'> => ({
  type: 'run_prepared',
  ...(await prepareRun(performer, base)),
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
  ...(await stateEnd(
    performer,
    head,
    await (ending === undefined ? composeEnd(performer, head) : composeRecord(performer, head, ending)),
  )),
})

const apply = async (
  performer: Performer,
  { commit }: EffectOf<'apply_to_checkout'>,
): Answer<'checkout_applied'> => ({
  type: 'checkout_applied',
  ...(await applyToCheckout(performer, commit)),
})
