import type { RunStoreV1 } from '../../contract/run-store.ts'
import { sessionEventTypes } from '../../event/progress-event.ts'
import type { EventHub } from './event-hub.ts'

/**
 * Sends the progress of a run's sessions to those who watch the run, if the store can do it. A failure is
 * reported once: progress may be lost.
 */
export const publishProgress = (
  store: RunStoreV1,
  runId: string,
  hub: EventHub,
  onError: (error: unknown) => void,
): void => {
  if (!store.publish) return
  let isReported = false
  const send = (event: object): void => {
    // Watchers read journalled events from the journal.
    if ('seq' in event) return
    store.publish!(runId, event).catch((error: unknown) => {
      if (!isReported) onError(error)
      isReported = true
    })
  }
  for (const type of sessionEventTypes) hub.on(type, send)
}

/** Whether a published value is progress of this run. Any process may have published it. */
export const isProgress = (value: unknown, runId: string): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  !('seq' in value) &&
  sessionEventTypes.includes(value.type as never) &&
  'runId' in value &&
  value.runId === runId
