import type { RunEvent } from '@amelia/core'
import { words } from '@amelia/core/view'

/** A time of a phase on the timeline. Times are milliseconds since 1970. */
export interface TimelineBar {
  phaseId: string
  /** `attempt`: work on it. `session`: an agent's session in an attempt. `wait`: it could not continue. */
  kind: 'attempt' | 'session' | 'wait'
  from: number
  /** Absent while it lasts. */
  to?: number
  /** The outcome of an attempt. `broken`: its process ended. */
  outcome?: 'completed' | 'failed' | 'paused' | 'cancelled' | 'broken'
  /** The name for people. */
  label: string
}

/**
 * Lists the attempts, sessions and waits of all phases, in the order of their starts. `isInterrupted`: the
 * process of the run ended after the last event.
 */
export const listBars = (events: Iterable<RunEvent>, isInterrupted = false): TimelineBar[] => {
  const bars: TimelineBar[] = []
  const attempts = new Map<string, TimelineBar>()
  const waits = new Map<string, TimelineBar>()
  let now = 0

  const open = (of: Map<string, TimelineBar>, bar: TimelineBar): void => {
    of.set(bar.phaseId, bar)
    bars.push(bar)
  }
  const end = (phaseId: string, outcome?: TimelineBar['outcome']): void => {
    const attempt = attempts.get(phaseId)
    if (attempt) Object.assign(attempt, { to: now, ...(outcome && { outcome }) })
    attempts.delete(phaseId)
    const wait = waits.get(phaseId)
    if (wait) wait.to = now
    waits.delete(phaseId)
  }
  const begin = (phaseId: string, attempt: number): void => {
    end(phaseId)
    open(attempts, { phaseId, kind: 'attempt', from: now, label: `Attempt ${attempt}` })
  }
  const wait = (phaseId: string, label: string, outcome: TimelineBar['outcome']): void => {
    end(phaseId, outcome)
    open(waits, { phaseId, kind: 'wait', from: now, label })
  }
  const endAll = (outcome: TimelineBar['outcome']): void => {
    for (const id of [...attempts.keys()]) end(id, outcome)
  }

  for (const event of events) {
    // The process that stopped left its attempts open: they ended with its last event.
    if (event.type === 'run_resumed') endAll('broken')
    now = Date.parse(event.at)
    switch (event.type) {
      case 'phase_started':
      case 'phase_continued':
        begin(event.phaseId, event.attempt)
        break
      case 'phase_waiting':
        wait(event.phaseId, waitLabels[event.for], 'paused')
        break
      case 'phase_delayed':
        wait(event.phaseId, `Waits ${words.formatDuration(event.waitMs)} for its next attempt`, 'failed')
        break
      case 'phase_paused':
        wait(event.phaseId, `Waits for ${event.provider}`, 'paused')
        break
      case 'phase_locked':
        if (!attempts.has(event.phaseId)) wait(event.phaseId, `Waits for phase ${event.waitsFor}`, undefined)
        break
      case 'phase_completed':
        end(event.phaseId, 'completed')
        break
      case 'phase_retry':
      case 'phase_failed':
        end(event.phaseId, 'failed')
        break
      case 'phase_cancelled':
      case 'phase_skipped':
        end(event.phaseId, 'cancelled')
        break
      case 'session_charged':
        if (event.phaseId !== undefined) bars.push(sessionBar(event.phaseId, event, now))
        break
      case 'run_ended':
        endAll('broken')
        if (event.status !== 'waiting') for (const id of [...waits.keys()]) end(id)
        break
      default:
    }
  }
  if (isInterrupted) endAll('broken')
  return bars
}

const waitLabels = {
  checkpoint: 'Waits at its checkpoint',
  strategy: 'Waits for the checkpoint strategy',
  blocker: 'Waits for an answer',
} as const

type Charge = Extract<RunEvent, { type: 'session_charged' }>

const sessionBar = (phaseId: string, { number, role, durationMs }: Charge, at: number): TimelineBar => ({
  ...{ phaseId, kind: 'session', from: at - durationMs, to: at, label: `Session ${number} (${role})` },
})
