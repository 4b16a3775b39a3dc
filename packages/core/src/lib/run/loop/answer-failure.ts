import { AmeliaError } from '../../error/amelia-error.ts'
import type { Effect, RepeatableEffect } from '../../machine/state/effect.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import { effectFailure } from '../../perform/command/effect-failure.ts'
import { rescueAttempt } from '../../perform/integrate/rescue-attempt.ts'
import type { Performer } from '../../perform/performer.ts'
import type { PerformedEffect } from './perform-effect.ts'

/**
 * Returns the input that reports a failed effect to the machine; `broken` for a failure that no input can
 * report. Closing a workspace may fail without an input.
 */
export const answerFailure = async (
  performer: Performer,
  effect: PerformedEffect,
  error: unknown,
): Promise<InputDraft | 'broken' | undefined> => {
  if (AmeliaError.is(error, 'GIT_LOCKED') && isRepeatable(effect)) {
    const kept = effect.type === 'commit_attempt' ? await rescueAttempt(performer, effect) : undefined
    return { type: 'git_locked', effect, ...error.details, ...(kept !== undefined && { kept }) }
  }
  const workspace = inWorkspace.has(effect.type)
    ? performer.workspaces.get((effect as { phaseId: string }).phaseId)
    : undefined
  const failure = await effectFailure(performer, error, workspace)
  if (endEffects.has(effect.type)) {
    const blocker = AmeliaError.is(error, 'REF_MOVED') ? 'target_moved' : 'environment'
    return { type: 'closing_failed', failure, blocker }
  }
  if (effect.type === 'move_refs' || !('dispatch' in effect)) return 'broken'
  if (effect.type === 'close_workspace') return undefined
  const { type: during, phaseId, attempt, dispatch } = effect
  return { type: 'effect_failed', phaseId, attempt, dispatch, during, failure }
}

/** Effects that fail with any error if their workspace is deleted. */
const inWorkspace: ReadonlySet<Effect['type']> = new Set(['run_unit', 'verify', 'review', 'run_hooks'])

/** Effects at the end of a run. Their failure opens a gate. */
const endEffects: ReadonlySet<Effect['type']> = new Set(['verify_run', 'close_run', 'apply_to_checkout'])

/** Whether the effect can be repeated after a lock file of git stopped it. */
export const isRepeatable = (effect: Effect): effect is RepeatableEffect => repeatable.has(effect.type)

const repeatable: ReadonlySet<Effect['type']> = new Set<RepeatableEffect['type']>([
  'move_refs',
  'prepare_run',
  'close_run',
  'merge',
  'compose',
  'prepare_move',
  'commit_attempt',
  'open_workspace',
  'apply_to_checkout',
  'verify',
  'restore_head',
])
