import type { PhaseActivity, PhaseReport, PhaseWait, RunEvent, RunView } from '@amelia/core'
import { useCallback, useSyncExternalStore } from 'react'
import type { Connection } from './connection.ts'
import type { LiveEvent, RunStore } from './create-run-store.ts'

/** Reads a part of a run, and renders again when it changes. `read` must return the same value until then. */
export const useRunPart = <Value>(store: RunStore, part: string, read: () => Value): Value =>
  useSyncExternalStore(
    useCallback((listener: () => void) => store.subscribe(part, listener), [store, part]),
    read,
    read,
  )

/** Returns the view of a run; renders again after each change. Undefined before the first one. */
export const useRunView = (store: RunStore): RunView | undefined => useRunPart(store, 'view', store.view)

/** Returns the plan of a run. */
export const useRunPlan = (store: RunStore): RunView['plan'] | undefined =>
  useRunPart(store, 'plan', () => store.view()?.plan)

/** Returns the report of a run without its phases. */
export const useRunReport = (store: RunStore): RunView['report'] | undefined =>
  useRunPart(store, 'report', () => store.view()?.report)

/** Returns a phase of a run; renders again only when that phase changes. */
export const usePhase = (store: RunStore, phaseId: string): PhaseReport | undefined =>
  useRunPart(store, `phase:${phaseId}`, () => store.view()?.phases.get(phaseId))

/** Returns why a phase is not running. */
export const usePhaseWait = (store: RunStore, phaseId: string): PhaseWait | undefined =>
  useRunPart(store, `wait:${phaseId}`, () => store.view()?.waits.get(phaseId))

/** Returns the work of a phase now. */
export const usePhaseActivity = (store: RunStore, phaseId: string): PhaseActivity | undefined =>
  useRunPart(store, `activity:${phaseId}`, () => store.view()?.activities.get(phaseId))

/** Returns the events of a run so far. */
export const useRunEvents = (store: RunStore): readonly RunEvent[] =>
  useRunPart(store, 'events', store.events)

/** Returns the progress that the sessions of a phase have reported since the page was opened. */
export const usePhaseProgress = (store: RunStore, phaseId: string): readonly LiveEvent[] =>
  useRunPart(store, `progress:${phaseId}`, () => store.progress(phaseId))

/** Returns the state of the connection to a run. */
export const useConnection = (store: RunStore): Connection =>
  useRunPart(store, 'connection', store.connection)
