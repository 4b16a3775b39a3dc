import type { RunEvent, RunEventType } from '@amelia/core'
import { describeEvent } from '@amelia/core/view'

/** The groups of events that a person can choose, with their names. */
export const eventGroups = {
  problems: 'Problems',
  run: 'Run and batches',
  phase: 'Phases',
  part: 'Subtasks and steps',
  check: 'Checks and commits',
  review: 'Reviews',
  question: 'Questions and answers',
  session: 'Sessions and cost',
} as const

/** A group of events. */
export type EventGroup = keyof typeof eventGroups

/** Returns the group of a type of event; `problems` crosses the groups, see {@link isProblem}. */
export const groupOf = (type: RunEventType): EventGroup => {
  if (/^(gate|checkpoint)_|^phase_(waiting|steered)/.test(type)) return 'question'
  if (/review/.test(type)) return 'review'
  if (/^(session|budget|provider)_|^phase_paused/.test(type)) return 'session'
  if (/^(verification|commit|debt)_|^run_verif|^repository_/.test(type)) return 'check'
  if (/^(subtask|step|unit)_/.test(type)) return 'part'
  return type.startsWith('phase_') ? 'phase' : 'run'
}

/** Whether an event reports a failure, a retry, or work that cannot continue. */
export const isProblem = (event: RunEvent): boolean =>
  describeEvent(event).tone === 'bad' || event.type === 'phase_retry' || event.type === 'phase_delayed'
