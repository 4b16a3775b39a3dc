import type { Cancellable, LiveState } from './live-state.ts'
import { type KeyContext, type Step, without } from './step.ts'

/** Offers a running phase: `first` if it is running, or the one after the last that was offered. */
export const offer = (
  state: LiveState,
  to: 'cancel' | 'steer',
  { running, first }: Pick<KeyContext, 'running'> & { first?: string | undefined },
  last?: Cancellable,
): Step => {
  const placeOf = (id: string | undefined): number => running.findIndex(({ phaseId }) => phaseId === id)
  const at = last ? placeOf(last.phaseId) + 1 : Math.max(0, placeOf(first))
  const what = running[at % Math.max(running.length, 1)]
  if (!what)
    return {
      state: {
        ...without(state, 'prompt'),
        message: `Nothing is running that could be ${to === 'cancel' ? 'cancelled' : 'steered'}.`,
      },
    }
  if (to === 'steer' && running.length === 1) return { state: steering(state, what.phaseId) }
  return { state: { ...state, prompt: { type: 'choose', to, what, more: running.length > 1 } } }
}

/** Begins a text for the agent of a phase. */
export const steering = (state: LiveState, phaseId: string): LiveState => ({
  ...state,
  prompt: {
    type: 'line',
    label: `Text for the agent of phase ${phaseId}:`,
    line: { before: '', after: '' },
    purpose: { type: 'steer', phaseId },
  },
})
