import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'

/** Puts a phase in line for the run's head: first come, first served, one at a time. */
export const enterIntegration = (turn: Turn, phase: PhaseState): void => {
  const { integration } = turn.state
  integration.push(phase.index)
  if (integration.length === 1) mergeOnHead(turn, phase)
}

/** Makes room for the next phase in line. */
export const leaveIntegration = (turn: Turn, phase: PhaseState): void => {
  const { integration, phases, stopping } = turn.state
  const place = integration.indexOf(phase.index)
  if (place < 0) return
  integration.splice(place, 1)
  const next = phases[integration[0] ?? -1]
  if (place === 0 && next && !stopping) mergeOnHead(turn, next)
}

/** Without anything integrated since the attempt began, its own tree is the next one. */
export const mergeOnHead = (turn: Turn, phase: PhaseState): void => {
  const { head } = turn.state
  const { id } = phase.phase
  phase.merged = head !== phase.base
  if (!phase.merged) return compose(turn, phase, phase.tree!)
  turn.effects.push({ type: 'merge', phaseId: id, attempt: phase.attempt, head, commit: phase.commit! })
}

/** Asks for the phase's commit on the run's head. */
export const compose = (turn: Turn, phase: PhaseState, tree: string): void => {
  const text = phase.text === undefined ? {} : { text: phase.text }
  const { head } = turn.state
  turn.effects.push({ type: 'compose', phaseId: phase.phase.id, attempt: phase.attempt, head, tree, ...text })
}
