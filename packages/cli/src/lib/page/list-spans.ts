import type { RunEvent } from '@amelia/core'

/** A time in which a phase was running, in milliseconds since 1970. */
export interface Span {
  phaseId: string
  attempt: number
  from: number
  to: number
}

/** Lists the times in which phases were running, by phase in the order of their starts. */
export const listSpans = (events: Iterable<RunEvent>): Span[] => {
  const spans: Span[] = []
  const open = new Map<string, Span>()
  let last = 0
  const close = (phaseId: string): void => {
    const span = open.get(phaseId)
    if (span) spans.push({ ...span, to: last })
    open.delete(phaseId)
  }
  for (const event of events) {
    // A process that died leaves phases open: they ended with the last event before the resume.
    if (event.type === 'run_resumed') for (const id of [...open.keys()]) close(id)
    last = Date.parse(event.at)
    switch (event.type) {
      case 'phase_started':
      case 'phase_continued': {
        const { phaseId, attempt } = event
        close(phaseId)
        open.set(phaseId, { phaseId, attempt, from: last, to: last })
        break
      }
      case 'phase_completed':
      case 'phase_waiting':
      case 'phase_retry':
      case 'phase_delayed':
      case 'phase_paused':
      case 'phase_failed':
      case 'phase_skipped':
      case 'phase_cancelled':
        close(event.phaseId)
        break
      case 'run_ended':
        for (const id of [...open.keys()]) close(id)
        break
      default:
    }
  }
  for (const id of [...open.keys()]) close(id)
  return spans
}
