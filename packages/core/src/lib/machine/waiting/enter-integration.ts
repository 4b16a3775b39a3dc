import { addressOf } from '../state/address-of.ts'
import { workOf } from '../state/attempt.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'

/** Puts a phase in line for the run's head: first come, first served, one at a time. */
export const enterIntegration = (turn: Turn, phase: PhaseState): void => {
  const {
    schedule: { integration },
  } = turn.state
  integration.push(phase.index)
  if (integration.length === 1) mergeOnHead(turn, phase)
}

/** Takes a phase out of the line, and starts the next one if it was first. */
export const leaveIntegration = (turn: Turn, phase: PhaseState): void => {
  const {
    phases,
    stopping,
    schedule: { integration },
  } = turn.state
  const place = integration.indexOf(phase.index)
  if (place < 0) return
  integration.splice(place, 1)
  const next = phases[integration[0] ?? -1]
  if (place === 0 && next && !stopping) mergeOnHead(turn, next)
}

/**
 * Merges the attempt with the run's head. If the head has not moved since the attempt began, its own tree is
 * used.
 */
export const mergeOnHead = (turn: Turn, phase: PhaseState): void => {
  const { head } = turn.state
  phase.attempt.merged = head !== phase.attempt.base
  if (!phase.attempt.merged) return compose(turn, phase, workOf(phase.attempt).tree)
  turn.effects.push({
    type: 'merge',
    ...addressOf(phase),
    head,
    commit: workOf(phase.attempt).commit,
  })
}

/** Asks for the phase's commit on the run's head. */
export const compose = (turn: Turn, phase: PhaseState, tree: string): void => {
  const text = phase.attempt.text === undefined ? {} : { text: phase.attempt.text }
  const { head } = turn.state
  turn.effects.push({
    type: 'compose',
    ...addressOf(phase),
    head,
    tree,
    ...text,
  })
}
