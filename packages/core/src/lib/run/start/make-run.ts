import type { GitComparison } from '../../machine/state/git-comparison.ts'
import type { PlanChange } from '../../event/change/plan-change.ts'
import type { RunLease } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { checkAnswer } from '../../machine/whole/check-answer.ts'
import { whyNotReopened } from '../../machine/attempt/retry-phase.ts'
import { refuseStop } from '../../machine/attempt/stop-phase.ts'
import { isReverted } from '../../machine/whole/is-reverted.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import { findPhaseId } from '../../plan/source/find-phase-id.ts'
import { withStaying } from '../../policy/dispatch/compare-plans.ts'
import type { GateView } from '../../event/gate-view.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { ReadUsage } from '../../machine/state/input/read-usage.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { explainWait } from '../../report/wait/explain-wait.ts'
import { buildReport, statusOf } from '../../report/build-report.ts'
import type { Report } from '../../event/report.ts'
import type { RunEvent } from '../../event/run-event.ts'
import { loadForPatterns } from '../settings/check-patterns.ts'
import type { ReportingHub } from '../journal/reporting-hub.ts'
import type { Digest } from '../journal/create-digest.ts'
import { steerInput } from '../mailbox/steer-input.ts'
import { findSaved } from '../mailbox/find-saved.ts'
import type { InputSource } from '../journal/journal-version.ts'
import { isOver } from '../journal/is-over.ts'
import { logEvents } from '../journal/log-events.ts'
import type { GateAnswer } from '../mailbox/gate-question.ts'
import { isSameAnswer, withoutSecrets } from '../mailbox/control-command.ts'
import {
  checkEventType,
  checkListener,
  checkReading,
  type ReadingOptions,
} from '../boundary/check-reading.ts'
import type { Run } from './run.ts'
import type { RunChange } from '../../report/view/run-change.ts'
import { subscribeToViews } from './watch/subscribe-to-views.ts'
import type { WatchedEvent } from './watch/watch-stored.ts'
import { createSoftStop } from './create-soft-stop.ts'
import { publishProgress } from '../journal/publish-progress.ts'
import { cleanEnded } from '../loop/clean-up.ts'
import { findShare } from '../loop/limit/take-share.ts'
import { createRunLoop, type RunLoop } from '../loop/run-loop.ts'
import { runEnded } from '../loop/run-ended.ts'
import type { RunAdapters } from '../settings/option/run-adapters.ts'
import { checkRunCall } from '../boundary/check-run-call.ts'

export interface RunParts extends RunAdapters {
  state: RunState
  hub: ReportingHub
  /** The digest of the journal so far. */
  digest: Digest
  /** The last message of each phase's worker in the journal. */
  claims?: ReadonlyMap<string, InputSource>
  /** Changes made to the plan before the run. */
  warnings: PlanIssue[]
  /** Changes made by an edited plan. */
  changes?: PlanChange[]
  /** The first input of this process's part. */
  first: InputDraft & { version?: number }
  /**
   * Acquires the run's lease and writes the records before the first input. Returns the number of the next
   * record, and for that input the comparison with git, and the usage of sessions that have ended since.
   */
  lock(): Promise<{ lease: RunLease; nextSeq: number; compared?: GitComparison; used?: ReadUsage[] }>
}

/** Creates a run over its state. Nothing happens before `start`. */
export const makeRun = (parts: RunParts): Run => {
  const { state, hub, host, first } = parts
  if (parts.logger) logEvents(hub, parts.logger)
  const runId = state.runId
  const early: GateAnswer[] = []
  const texts: Parameters<RunLoop['steer']>[0][] = []
  let started: Promise<Report> | undefined
  let loop: RunLoop | undefined
  const stops: InputDraft[] = []
  const unskipped: string[] = []
  const reverts =
    first.type === 'run_resumed' && first.revert !== undefined && !isReverted(state, first.revert)
  const over = (): boolean => !reverts && unskipped.length === 0 && isOver(state)

  const begin = async (): Promise<Report> => {
    if (disposed) throw runEnded(state)
    softStop.listen()
    if (over()) {
      const report = buildReport(state, host.clock.now())
      const onError = (error: unknown): void => parts.onListenerError?.(error)
      await cleanEnded({ state, hub, report, host, secrets: parts.secrets ?? [], onError })
      hub.close()
      return report
    }
    await loadForPatterns(state.plan)
    const { lease, nextSeq, compared, used = [] } = await parts.lock()
    // Commands that cannot be read now are polled for while the run continues.
    const sent = await lease.sent().catch((error: unknown) => {
      parts.onListenerError?.(error)
      return []
    })
    publishProgress(host.store, runId, hub, (error) => parts.onListenerError?.(error))
    loop = createRunLoop({ ...parts, lease, nextSeq, sent })
    const report = loop.run(
      first.type === 'run_resumed'
        ? {
            ...first,
            ...(unskipped.length > 0 && { unskip: unskipped }),
            ...compared,
            ...(used.length > 0 && { used }),
          }
        : first,
    )
    for (const input of stops) loop.feed(input)
    // All together, because a run that waits for several answers would park between two of them. The report
    // shows an answer that came too late, and a broken journal.
    for (const given of early) loop.answer(given).catch(() => {})
    for (const given of texts) loop.steer(given).catch(() => {})
    return report
  }
  const stop = (input: InputDraft): void => {
    if (loop) loop.feed(input)
    else stops.push(input)
  }

  const softStop = createSoftStop(host.clock, stop, parts.signal)
  let disposed = false
  const idOf = (name: string): string => findPhaseId(state.graph.ids, name)

  const start = (): Promise<Report> => (started ??= begin().finally(close))

  /** Ends all that waits for the run. A run that could not start closes here. */
  const close = (): void => {
    softStop.close()
    hub.close()
  }

  const reopen = (what: 'retry' | 'unskip', id: string): void => {
    const why = whyNotReopened(state, what, id)
    if (why !== undefined) throw new AmeliaError('NOT_REOPENED', why, { id })
    // Every resume retries failed phases anyway.
    if (!loop) return what === 'unskip' ? void unskipped.push(id) : undefined
    loop.feed(what === 'retry' ? { type: 'retry_requested', phaseId: id } : { type: 'unskip_requested', id })
  }

  return {
    id: runId,
    warnings: parts.warnings,
    changes: parts.changes ?? [],
    get plan() {
      return first.type === 'run_resumed' && first.plan && !loop
        ? withStaying(state.plan, first.plan, parts.changes ?? [])
        : state.plan
    },
    get status() {
      return state.status === 'created' ? 'created' : statusOf(state)
    },
    start,
    once(type: string) {
      checkEventType(type)
      return hub.once(type, () => runEnded(state)) as Promise<never>
    },
    async [Symbol.asyncDispose]() {
      disposed = true
      if (!started) return close()
      softStop.stop()
      await started.catch(() => {})
    },
    on(type: string, listener: (event: never) => void) {
      checkEventType(type)
      checkListener('run.on', listener)
      return hub.on(type, listener)
    },
    subscribe(given, listener: (event: never) => void) {
      const { after = 0, progress = false, views = false } = checkReading('run.subscribe', given)
      checkListener('run.subscribe', listener)
      // The overloads of `Run` give each listener what it takes.
      const receive = listener as (event: WatchedEvent | RunChange) => void
      const stops = [
        ...(views ? [subscribeToViews({ state, hub, clock: host.clock }, receive)] : []),
        hub.subscribe(after, receive),
        ...(progress ? [hub.onProgress(receive)] : []),
      ]
      return () => {
        for (const stopOne of stops) stopOne()
      }
    },
    events(given: ReadingOptions = {}) {
      const { after = 0, progress = false } = checkReading('run.events', given)
      return hub[progress ? 'readAll' : 'read'](after, () => started !== undefined) as AsyncIterable<RunEvent>
    },
    gates: (): GateView[] => [...state.gates.values()],
    async answer(gateId, choice, options = {}) {
      checkRunCall('answer', options)
      const { feedback, amount, scope, phaseIds } = options
      const given: GateAnswer = {
        ...{ gateId, choice },
        ...(feedback !== undefined && { feedback }),
        ...(amount && { amount }),
        ...(scope !== undefined && { scope }),
        ...(phaseIds && { phaseIds: phaseIds.map(idOf) }),
      }
      if (loop) return loop.answer(given)
      checkAnswer(state, given)
      const before = early.find((other) => other.gateId === gateId)
      if (before && isSameAnswer(before, given)) return
      if (before)
        throw new AmeliaError(
          'GATE_EXPIRED',
          `Gate "${gateId}" already has the answer "${before.choice}". "${choice}" changes nothing.`,
          { gateId },
        )
      early.push(given)
      try {
        await findSaved({ store: host.store, runId, command: withoutSecrets({ type: 'answer', ...given }) })
      } catch (error) {
        early.splice(early.indexOf(given), 1)
        throw error
      }
    },
    retry: (phaseId) => reopen('retry', idOf(phaseId)),
    unskip: (id) => reopen('unskip', idOf(id)),
    drain: () => stop({ type: 'drain_requested' }),
    cancel(what) {
      checkRunCall('cancel', what)
      if (!what) return stop({ type: 'cancel_requested' })
      const { phaseId, stepId } = { ...what, phaseId: idOf(what.phaseId) }
      const refused = loop
        ? refuseStop(state, { phaseId, stepId })
        : new AmeliaError('NOT_CANCELLED', 'The run is not running.', { phaseId, running: [] })
      if (refused) throw refused
      stop({ type: 'phase_cancel_requested', phaseId, ...(stepId === undefined ? {} : { stepId }) })
    },
    async steer(phaseId, text) {
      const given = { steerId: host.uniqueId(), phaseId: idOf(phaseId), text }
      if (loop) return loop.steer(given)
      if (over()) throw runEnded(state)
      steerInput(state, given, [])
      texts.push(given)
    },
    whyWaiting: (name) =>
      explainWait(state, host.clock.now(), idOf(name), findShare(parts.limits, runId, idOf(name))),
    report: () => buildReport(state, host.clock.now()),
  }
}
