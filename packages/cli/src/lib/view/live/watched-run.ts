import {
  answerRun,
  type Host,
  readRun,
  type RunChange,
  type ControlCommand,
  type RunView,
  watchRun,
  type WatchedEvent,
} from '@amelia/core'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import type { FoundRun, RunHost } from '../../stored/find-run.ts'
import { howToResume } from '../../stored/next-steps.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import type { RunSource } from './run-source.ts'

/** A run of another process. */
export interface WatchedRun extends RunSource {
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
  const listeners = new Set<(item: WatchedEvent | RunChange) => void>()

  const refresh = async (): Promise<void> => {
    found = { ...(await readRun({ host: { store, clock }, runId, now: clock.now() })), runId }
  }
  const watch = async (): Promise<void> => {
    const items = watchRun({ host: { store, clock }, runId, progress: true, views: true, signal })
    for await (const item of items) for (const listener of listeners) listener(item)
  }
  const send = async (command: ControlCommand): Promise<string | undefined> => {
    const { outcome, locked } = await answerRun({ store, clock, runId, command })
    if (outcome !== 'kept') return undefined
    if (locked) return 'Sent. The run has not reacted yet.'
    const again = await readConfigFlags(place.repo, runId)
    return `Saved. To apply it: ${howToResume(runId, { ...place, ...again })}`
  }

  return {
    runId,
    first: viewOf(first, clock.now()),
    // Begins after the caller has subscribed.
    over: Promise.resolve().then(watch),
    current: () => found,
    refresh,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isSaved: (gateId) => !found.locked && found.savedAnswers.some((answer) => answer.gateId === gateId),
    answer: ({ gateId, ...answer }) => send({ type: 'answer', gateId, ...answer }),
    cancel: (what) => send({ type: 'cancel', ...what }),
    steer: (phaseId, text) => send({ type: 'steer', phaseId, text }),
    drain: () => send({ type: 'drain' }),
    stop: () => send({ type: 'cancel' }),
  }
}

/** Returns the view of a run that was read at `now`. */
const viewOf = (
  { report: { phases, sessions: _, ...report }, ...found }: FoundRun,
  now: number,
): RunView => ({
  ...{ runId: found.runId, plan: found.plan, report, through: found.seq },
  at: new Date(now).toISOString(),
  lock: { locked: found.locked },
  phases: new Map(phases.map((phase) => [phase.id, phase])),
  waits: new Map(
    phases.flatMap(({ id }) => {
      const wait = found.whyWaiting(id)
      return wait ? [[id, wait] as const] : []
    }),
  ),
  activities: new Map(),
})
