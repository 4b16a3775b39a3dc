import type { Failure } from '../../../contract/failure.ts'
import type { InputDraft } from '../../../machine/state/input/input.ts'
import type { PerformedEffect } from '../perform-effect.ts'

/**
 * Replaces the answer to an effect that its worker interrupted: what a stopped command or session returns is
 * no verdict on the work. A completed unit and a commit count. Pass no answer for an effect that has not
 * begun.
 */
export const interruptedAnswer = (
  effect: PerformedEffect,
  answer: InputDraft | undefined,
  failure: Failure,
): InputDraft | undefined => {
  switch (effect.type) {
    case 'run_unit': {
      if (!answer) return failed(effect, failure)
      if (answer.type === 'unit_finished' && answer.result.outcome === 'completed') return answer
      // The result of a unit makes the machine commit the work, also if the unit failed.
      const { phaseId, attempt, dispatch, unit } = effect
      const result = { outcome: 'failed', failure } as const
      return { type: 'unit_finished', phaseId, attempt, dispatch, unit, result }
    }
    case 'verify':
    case 'review':
    case 'run_hooks':
      return failed(effect, failure)
    default:
      return answer
  }
}

const failed = (
  { type: during, phaseId, attempt, dispatch }: Extract<PerformedEffect, { dispatch: number }>,
  failure: Failure,
): InputDraft => ({ type: 'effect_failed', phaseId, attempt, dispatch, during, failure })
