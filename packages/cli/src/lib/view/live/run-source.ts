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
  phases(): readonly PhaseReport[]
  whyWaiting: StoredRun['whyWaiting']
  /** Rejects with the error of a refused answer. */
  answer(answer: GateAnswer): Promise<void>
  cancel(what: Cancellable): Promise<void>
  steer(phaseId: string, text: string): Promise<void>
  drain(): Promise<void>
}

/** Makes a run of this process the source of a view. */
export const ownRun = (run: Run, plan: Plan): RunSource => ({
  runId: run.id,
  plan,
  subscribe: (listener) => run.subscribe({ progress: true }, listener),
  gates: () => run.gates(),
  phases: () => run.report().phases,
  whyWaiting: (id) => run.whyWaiting(id),
  answer: ({ gateId, choice, ...more }) => run.answer(gateId, choice, more),
  async cancel(what) {
    run.cancel(what)
  },
  steer: (phaseId, text) => run.steer(phaseId, text),
  async drain() {
    run.drain()
  },
})
