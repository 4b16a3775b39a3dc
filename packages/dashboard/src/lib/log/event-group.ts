import type { RunEvent, RunEventType } from '@amelia/core'

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

/** The meaning of an event, as a colour. */
export type EventTone = 'good' | 'bad' | 'warn' | 'active' | 'dim'

const bad =
  /^(phase|subtask|step|batch)_failed$|^phase_blocked$|^budget_exceeded$|^repository_moved$|^call_abandoned$/
const warn =
  /^phase_(retry|delayed|paused|returned|waiting|held)$|_cancelled$|_delayed$|^gate_opened$|_paused$|^run_draining$/
const good = /^(phase|subtask|step|batch)_completed$|^commit_integrated$|^debt_paid$|^run_published$/

/** Returns the meaning of an event. */
export const eventTone = (event: RunEvent): EventTone => {
  const { type } = event
  if ('passed' in event) return event.passed ? 'good' : 'bad'
  if ('approved' in event) return event.approved ? 'good' : 'warn'
  if (type === 'run_ended') return ended[event.status] ?? 'warn'
  if (bad.test(type)) return 'bad'
  if (warn.test(type)) return 'warn'
  if (good.test(type)) return 'good'
  return /_started$|_continued$|^run_resumed$/.test(type) ? 'active' : 'dim'
}

const ended: Partial<Record<Extract<RunEvent, { type: 'run_ended' }>['status'], EventTone>> = {
  completed: 'good',
  failed: 'bad',
  aborted: 'bad',
}

/** Whether an event reports a failure, a retry, or work that cannot continue. */
export const isProblem = (event: RunEvent): boolean =>
  eventTone(event) === 'bad' || event.type === 'phase_retry' || event.type === 'phase_delayed'
