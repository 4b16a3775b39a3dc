import type { Logger } from '../../contract/logger.ts'
import type { RunEvent } from '../../event/run-event.ts'
import type { RunEventType } from '../../event/run-event-type.ts'
import type { EventHub } from './event-hub.ts'

/** The levels of events; the level of all others is `info`. */
const levels: Partial<Record<RunEventType, keyof Logger>> = {
  phase_failed: 'error',
  batch_failed: 'error',
  run_draining: 'warn',
  review_delayed: 'warn',
  provider_paused: 'warn',
  phase_retry: 'warn',
  phase_delayed: 'warn',
  phase_paused: 'warn',
  phase_blocked: 'warn',
  phase_locked: 'warn',
  subtask_failed: 'warn',
  step_failed: 'warn',
  budget_exceeded: 'warn',
  gate_opened: 'warn',
  repository_moved: 'warn',
  call_abandoned: 'warn',
  step_started: 'debug',
  step_completed: 'debug',
  unit_completed: 'debug',
  subtask_started: 'debug',
  subtask_completed: 'debug',
  verification_started: 'debug',
  session_charged: 'debug',
  plugin_event: 'debug',
  review_started: 'debug',
}

/** Writes each new event of a run to a log. The report of `run_ended` is left out. */
export const logEvents = (hub: EventHub, logger: Logger): void => {
  hub.on('*', (event: RunEvent) => {
    const failed = event.type === 'run_ended' && event.status === 'failed'
    const level = failed ? 'error' : (levels[event.type] ?? 'info')
    const { report: _, ...line } = { report: undefined, ...event }
    logger[level](line, messageOf(event))
  })
}

/** Returns the event's type in words, then its phase or the run's status: `phase completed: 2a`. */
const messageOf = (event: RunEvent): string => {
  const about = event.type === 'run_ended' ? event.status : event.phaseId
  return event.type.replaceAll('_', ' ') + (about === undefined ? '' : `: ${about}`)
}
