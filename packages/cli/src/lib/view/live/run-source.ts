import type {
  GateAnswer,
  GateView,
  PhaseReport,
  Plan,
  Run,
  StoredRun,
  Unsubscribe,
  WatchedEvent,
} from '@amelia/core'
import type { Cancellable } from './key/live-state.ts'

/** A run of this process or of another one, as the live view needs it. */
export interface RunSource {
  readonly runId: string
  readonly plan: Plan
  /** Calls the listener for all events from the start, and for the progress of sessions. */
  subscribe(listener: (event: WatchedEvent) => void): Unsubscribe
  /** The open questions. */
  gates(): readonly GateView[]
  /** Whether a question has an answer that the next resume applies. */
  isSaved?(gateId: string): boolean
  phases(): readonly PhaseReport[]
  whyWaiting: StoredRun['whyWaiting']
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
export const ownRun = (run: Run, plan: Plan): RunSource => ({
  runId: run.id,
  plan,
  subscribe: (listener) => run.subscribe({ progress: true }, listener),
  gates: () => run.gates(),
  phases: () => run.report().phases,
  whyWaiting: (id) => run.whyWaiting(id),
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
