import type { ProgressEvent, RunEvent, SessionWaitingEvent } from '@amelia/core'

/** The progress of a session, or its wait for the server. */
export type SessionEvent = ProgressEvent | SessionWaitingEvent

/** An event as a line of the list: its name, its phase, and its main detail. */
export interface EventLine {
  readonly name: string
  readonly phase: string
  readonly detail: string
}

/** Describes an event of a run, or the progress of a session. */
export const describeEvent = (event: RunEvent | SessionEvent): EventLine => ({
  name: event.type.replaceAll('_', ' '),
  phase: event.phaseId?.toUpperCase() ?? '',
  detail: detailOf(event),
})

/** Describes the progress of a session in a line. Empty for token counts. */
export const describeProgress = (event: SessionEvent): string => {
  if (event.type === 'session_waiting') return `Waits for the server. ${event.message ?? ''}`.trim()
  const { progress } = event
  if (progress.type === 'text') return progress.text
  return progress.type === 'tool' ? `${progress.name} ${progress.summary}`.trim() : ''
}

const detailOf = (event: RunEvent | SessionEvent): string => {
  switch (event.type) {
    case 'session_progress':
    case 'session_waiting':
      return describeProgress(event)
    case 'phase_retry':
    case 'phase_failed':
    case 'step_failed':
    case 'subtask_failed':
      return event.failure.message
    case 'phase_delayed':
    case 'provider_paused':
    case 'review_delayed':
      return `${Math.ceil(event.waitMs / 1000)} s: ${event.failure.message}`
    case 'phase_paused':
      return `${event.provider} takes no sessions for ${Math.ceil(event.waitMs / 1000)} s`
    case 'phase_blocked':
      return `by ${event.blockedBy.toUpperCase()}`
    case 'phase_skipped':
      return event.reason
    case 'subtask_started':
      return event.title
    case 'step_started':
      return event.description
    case 'step_completed':
      return event.command ?? ''
    case 'commit_created':
      return event.files.join(', ')
    case 'commit_integrated':
    case 'run_published':
      return event.commit.slice(0, 10)
    case 'gate_opened':
      return event.gate.question
    case 'gate_resolved':
      return [event.choice, event.feedback].filter(Boolean).join(': ')
    case 'session_charged':
      return `${event.spent.tokens.toLocaleString('en')} tokens`
    case 'run_ended':
      return event.status
    default:
      return ''
  }
}
