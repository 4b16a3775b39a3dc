import type { GateAnswer, Run, RunChange, RunEventOf, RunView, Unsubscribe, WatchedEvent } from '@amelia/core'
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
  /** Stops running phases, and the run. */
  stop(): Promise<string | undefined>
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
    const fate = fateOf(run, phaseId)
    try {
      await run.steer(phaseId, text)
      return await fate.told
    } finally {
      fate.stop()
    }
  },
  async drain() {
    run.drain()
    return undefined
  },
  async stop() {
    run.cancel()
    return undefined
  },
})

/** A session that has not answered by then shows in the events whether it received a text. */
const patienceMs = 2_000

/** Waits until the run reports what became of a text, and describes it. */
const fateOf = (run: Run, phaseId: string): { told: Promise<string>; stop(): void } => {
  let stop = (): void => {}
  const told = new Promise<string>((resolve) => {
    const timer = setTimeout(
      () => resolve(`The session of phase ${phaseId} has not received your text yet.`),
      patienceMs,
    )
    const unsubscribe = run.on('phase_steered', (event) => {
      if (event.phaseId === phaseId) resolve(describeFate(event))
    })
    stop = () => {
      clearTimeout(timer)
      unsubscribe()
    }
  })
  return { told, stop: () => stop() }
}

const describeFate = ({ phaseId, outcome, reason }: RunEventOf<'phase_steered'>): string => {
  if (outcome === 'delivered') return `Sent to phase ${phaseId}.`
  if (outcome === 'deferred') return `The agent of phase ${phaseId} reads your text at its next session.`
  return `Your text for phase ${phaseId} was dropped${reason === undefined ? '.' : `: ${reason}`}`
}
