import type { RunEvent } from '@amelia/core'

/** A time in which a phase was running, in milliseconds since 1970. */
export interface Span {
  phaseId: string
  attempt: number
  from: number
  to: number
  end: SpanEnd
}

/**
 * How the time ended: the phase passed (also if it then waited for a person), failed, was interrupted, ended
 * without a result, or is still running.
 */
export type SpanEnd = 'passed' | 'failed' | 'interrupted' | 'left' | 'running'

/** The events that end a time, apart from the wait of a phase. */
const ends: { readonly [Type in RunEvent['type']]?: SpanEnd } = {
  phase_completed: 'passed',
  phase_retry: 'failed',
  phase_failed: 'failed',
  phase_delayed: 'interrupted',
  phase_paused: 'interrupted',
  phase_skipped: 'left',
  phase_cancelled: 'left',
}

/** Lists the times in which phases were running, by phase in the order of their starts. */
export const listSpans = (events: Iterable<RunEvent>): Span[] => {
  const spans: Span[] = []
  const open = new Map<string, Span>()
  let last = 0
  const close = (phaseId: string, end: SpanEnd): void => {
    const span = open.get(phaseId)
    if (span) spans.push({ ...span, to: last, end })
    open.delete(phaseId)
  }
  const closeAll = (end: SpanEnd): void => {
    for (const id of [...open.keys()]) close(id, end)
  }
  for (const event of events) {
    // A process that died leaves phases open: they ended with the last event before the resume.
    if (event.type === 'run_resumed') closeAll('interrupted')
    last = Date.parse(event.at)
    if (event.type === 'phase_started' || event.type === 'phase_continued') {
      const { phaseId, attempt } = event
      close(phaseId, 'interrupted')
      open.set(phaseId, { phaseId, attempt, from: last, to: last, end: 'running' })
    } else if (event.type === 'phase_waiting') {
      close(event.phaseId, event.for === 'blocker' ? 'failed' : 'passed')
    } else if (event.type === 'run_ended') {
      closeAll('interrupted')
    } else {
      const end = ends[event.type]
      if (end !== undefined && event.phaseId !== undefined) close(event.phaseId, end)
    }
  }
  closeAll('running')
  return spans
}
