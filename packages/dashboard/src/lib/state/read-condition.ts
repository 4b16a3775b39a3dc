import { runCondition, type RunCondition } from '@amelia/core/view'
import type { RunStore } from './create-run-store.ts'
import { useConnection, useRunView } from './use-run-part.ts'

/** Reads the condition of a run: that of its view, or unknown while the connection is lost. */
export const readCondition = (
  store: Pick<RunStore, 'view' | 'connection'>,
  now?: number,
): RunCondition | undefined => {
  const view = store.view()
  const { state } = store.connection()
  const connection = state === 'reconnecting' || state === 'failed' ? 'lost' : 'live'
  return view && runCondition({ ...view, connection, now })
}

/** Returns the condition of a run; renders again after each change. Undefined before the first one. */
export const useCondition = (store: RunStore): RunCondition | undefined => {
  useRunView(store)
  useConnection(store)
  return readCondition(store)
}

/** Whether a process works on the run, so that its time passes. */
export const isAtWork = (condition: RunCondition | undefined): boolean =>
  condition?.state === 'running' || condition?.state === 'draining'
