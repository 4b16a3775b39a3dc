import type { Spend } from '../../event/budget.ts'
import type { ChargedSession } from '../../event/charged-session.ts'
import type { SessionEvent } from '../../event/progress-event.ts'
import type { RunEvent } from '../../event/run-event.ts'
import { plainLabel } from '../render/plain-label.ts'
import { activityWords } from '../words/activity-words.ts'
import type { PhaseActivity, RunChange } from './run-change.ts'

/** Tracks what phases do now: the part of a view that the state of a run does not contain. */
export interface ActivityTracker {
  /** Notes an event, or the progress of a session. */
  observe(event: RunEvent | SessionEvent): void
  /** Returns the usage of a phase, or without an id of the run, while sessions of it are running. */
  spentOf(phaseId?: string): Spend | undefined
  /** Notes the place of the tree of a phase's attempt. */
  noteSlot(phaseId: string, slot: string | undefined): void
  /** Returns the activities that changed since the last call, or all. */
  take(isAll: boolean): RunChange['activities']
  /** Forgets everything, because no process is at work. */
  clear(): void
}

type Usage = ChargedSession & { phaseId?: string; spent: Spend; phaseSpent?: Spend }

/** Creates a tracker of activities. `touch` is called with each phase whose usage changes. */
export const trackActivities = (touch: (phaseId: string) => void): ActivityTracker => {
  const activities = new Map<string, PhaseActivity>()
  const changed = new Set<string>()
  /** By phase; that of the run is at undefined. */
  const spent = new Map<string | undefined, Spend>()

  const set = (phaseId: string, activity: PhaseActivity | undefined): void => {
    if (activity) activities.set(phaseId, activity)
    else if (!activities.delete(phaseId)) return
    changed.add(phaseId)
  }
  /** A new activity ends the step and the wait of the one before. */
  const begin = (
    phaseId: string,
    text: string,
    more?: Omit<PhaseActivity, 'text' | 'session' | 'slot'>,
  ): void => {
    const { session, slot } = activities.get(phaseId) ?? {}
    set(phaseId, {
      ...{ text: plainLabel(text), ...more },
      ...(session && { session }),
      ...(slot !== undefined && { slot }),
    })
  }
  const noteUsage = ({ phaseId, spent: ofRun, phaseSpent, ...session }: Usage, isRunning: boolean): void => {
    for (const [id, sum] of [[undefined, ofRun] as const, [phaseId, phaseSpent] as const])
      if (isRunning && sum) spent.set(id, sum)
      // A charge is part of the state.
      else spent.delete(id)
    if (phaseId === undefined) return
    touch(phaseId)
    const activity = activities.get(phaseId)
    if (activity || isRunning) set(phaseId, { text: '', ...activity, session })
  }
  const observeSession = (event: SessionEvent): void => {
    if (event.type === 'session_usage') {
      const { type: _, at: __, runId: ___, afterSeq: ____, ...usage } = event
      return noteUsage(usage, true)
    }
    if (event.type !== 'session_waiting' && event.type !== 'session_progress') return
    const { phaseId } = event
    const { step } = activities.get(phaseId) ?? {}
    if (event.type === 'session_waiting') {
      const { provider, until } = event
      const text = `waiting for ${provider}, which accepts no requests${until === undefined ? ' now' : ''}`
      return begin(phaseId, text, { ...(step && { step }), ...(until !== undefined && { until }) })
    }
    const { progress } = event
    const line =
      progress.type === 'tool'
        ? `${progress.name} ${progress.summary}`
        : progress.type === 'text'
          ? progress.text.trim().split('\n').at(-1)!
          : ''
    if (plainLabel(line) !== '') begin(phaseId, line, { byAgent: true, ...(step && { step }) })
  }

  return {
    observe(event) {
      if (!('seq' in event)) return observeSession(event)
      if (event.type === 'session_charged') {
        const { type: _, at: __, runId: ___, seq: ____, ...charge } = event
        return noteUsage(charge, false)
      }
      const { phaseId } = event
      if (phaseId === undefined) return
      const words = activityWords[event.type] as ((event: RunEvent) => string) | null | undefined
      if (words === null) set(phaseId, undefined)
      else if (event.type === 'step_started')
        begin(phaseId, words!(event), { step: { id: event.stepId, startedAt: event.at } })
      else if (words) begin(phaseId, words(event))
      else if (event.type === 'step_completed' || event.type === 'step_failed') {
        const { step: _, ...rest } = activities.get(phaseId) ?? { text: '' }
        set(phaseId, rest)
      }
    },
    noteSlot(phaseId, slot) {
      const activity = activities.get(phaseId)
      if (slot !== undefined && slot !== activity?.slot) set(phaseId, { text: '', ...activity, slot })
    },
    spentOf: (phaseId) => spent.get(phaseId),
    take(isAll) {
      const ids = isAll ? activities.keys() : changed
      const taken = [...ids].map((phaseId) => ({ phaseId, activity: activities.get(phaseId) ?? null }))
      changed.clear()
      return taken
    },
    clear() {
      spent.clear()
      for (const id of [...activities.keys()]) set(id, undefined)
    },
  }
}
