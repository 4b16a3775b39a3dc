import { answerRun, type Host, readRun, type RunOffer, watchRun, type WatchedEvent } from '@amelia/core'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import type { FoundRun, RunHost } from '../../stored/find-run.ts'
import { howToResume } from '../../stored/next-steps.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import type { RunSource } from './run-source.ts'

/** A run of another process. */
export interface WatchedRun extends RunSource {
  /** Whether an event has been shown, and with it the questions. */
  isShown(): boolean
  /** The run as it was read last. */
  current(): FoundRun
  /** Reads the run again, and whether a process owns it. */
  refresh(): Promise<void>
  /** Resolves when the run has ended, or the signal has aborted. Rejects if it cannot be read. */
  readonly over: Promise<void>
}

/** Makes a run of another process the source of a view, until the signal aborts. */
export const watchedRun = (
  host: RunHost & Pick<Host, 'git'>,
  first: FoundRun,
  { signal, ...place }: RunPlace & { signal: AbortSignal },
): WatchedRun => {
  const { store, clock } = host
  const { runId } = first
  let found = first
  // A question is asked together with the state of its phases.
  let isShown = false
  const listeners = new Set<(event: WatchedEvent) => void>()

  const refresh = async (): Promise<void> => {
    found = { ...(await readRun({ host: { store, clock }, runId, now: clock.now() })), runId }
  }
  const watch = async (): Promise<void> => {
    const events = watchRun({ host: { store, clock }, runId, progress: true, signal })
    for await (const event of events) {
      isShown = true
      for (const listener of listeners) listener(event)
    }
  }
  const send = async (offer: RunOffer): Promise<string | undefined> => {
    const { outcome, held } = await answerRun({ store, clock, runId, offer })
    if (outcome !== 'kept') return undefined
    if (held) return 'Sent. The run has not reacted yet.'
    const again = await readConfigFlags(place.repo, runId)
    return `Saved. To apply it: ${howToResume(runId, { ...place, ...again })}`
  }

  return {
    runId,
    plan: first.plan,
    // Begins after the caller has subscribed.
    over: Promise.resolve().then(watch),
    isShown: () => isShown,
    current: () => found,
    refresh,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    gates: () => (isShown ? found.report.gates : []),
    isSaved: (gateId) => !found.held && found.savedAnswers.some((answer) => answer.gateId === gateId),
    phases: () => found.report.phases,
    whyWaiting: (id) => found.whyWaiting(id),
    answer: ({ gateId, ...answer }) => send({ type: 'answer', gateId, ...answer }),
    cancel: (what) => send({ type: 'cancel', ...what }),
    steer: (phaseId, text) => send({ type: 'steer', phaseId, text }),
    drain: () => send({ type: 'drain' }),
  }
}
