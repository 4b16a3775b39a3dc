import type { GateAnswer, Run, RunChange, RunView, Unsubscribe, WatchedEvent } from '@amelia/core'
import type { Cancellable } from './key/live-state.ts'

/** A run of this process or of another one, as the live view needs it. */
export interface RunSource {
  readonly runId: string
  /** The view before the first change. Absent if the subscription begins with a complete change. */
  readonly first?: RunView
  /**
   * Calls the listener for all events from the start, for the changes of the view, and for the progress of
   * sessions.
   */
  subscribe(listener: (item: WatchedEvent | RunChange) => void): Unsubscribe
  /** Whether a question has an answer that the next resume applies. */
  isSaved?(gateId: string): boolean
  /**
   * These send a request. They resolve with a note for the person, if there is one, and reject with the error
   * of a refusal.
   */
  answer(answer: GateAnswer): Promise<string | undefined>
  cancel(what: Cancellable): Promise<string | undefined>
  steer(phaseId: string, text: string): Promise<string | undefined>
  drain(): Promise<string | undefined>
}

/** Makes a run of this process the source of a view. */
export const ownRun = (run: Run): RunSource => ({
  runId: run.id,
  subscribe: (listener) => run.subscribe({ progress: true, views: true }, listener),
  async answer({ gateId, choice, ...more }) {
    await run.answer(gateId, choice, more)
    return undefined
  },
  async cancel(what) {
    run.cancel(what)
    return undefined
  },
  async steer(phaseId, text) {
    await run.steer(phaseId, text)
    return `Sent to phase ${phaseId}.`
  },
  async drain() {
    run.drain()
    return undefined
  },
})
