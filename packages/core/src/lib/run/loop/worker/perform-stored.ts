import type { DispatchedWork } from '../../../contract/dispatcher.ts'
import type { JournalRecord } from '../../../contract/run-store.ts'
import { AmeliaError } from '../../../error/amelia-error.ts'
import type { Effect } from '../../../machine/state/effect.ts'
import type { PhaseState } from '../../../machine/state/phase-state.ts'
import { createDeferred } from '../../../perform/guard/deferred.ts'
import { checkCall } from '../../boundary/check-call.ts'
import { checkedHost } from '../../boundary/checked-host.ts'
import { beginFold, type Fold } from '../../journal/fold-run.ts'
import type { JournalEntry } from '../../journal/journal-version.ts'
import { pollJournal } from '../../journal/poll-journal.ts'
import { publishProgress } from '../../journal/publish-progress.ts'
import { createReportingHub } from '../../journal/reporting-hub.ts'
import { createOutbox } from './create-outbox.ts'
import type { PerformDispatchOptions, PerformedDispatch } from './perform-dispatch-options.ts'
import { createWorkshop, type Workshop } from './create-workshop.ts'

/**
 * Implements `performDispatch`: a replica of the run that follows the journal, and performs the effects of
 * one dispatch as the machine asks for them. Results are offers to the coordinator; the replica applies them
 * when it reads them in the journal.
 */
export const performStored = async (given: PerformDispatchOptions): Promise<PerformedDispatch> => {
  checkCall('performDispatch', given)
  const options = { ...given, host: checkedHost(given.host) }
  const { work, claim, check, secrets = [] } = options
  const { store, clock } = options.host
  const { runId, phaseId, dispatch } = work
  const { hub, onListenerError } = createReportingHub(runId, options)
  publishProgress(store, runId, hub, onListenerError)
  const end = new AbortController()
  const broken = createDeferred<never>()
  // The error is also thrown where it is awaited.
  broken.promise.catch(() => {})
  let outcome: PerformedDispatch['outcome'] = 'finished'
  let fold: Fold | undefined
  let workshop: Workshop | undefined
  /** Effects before the dispatch's first one belong to earlier dispatches, and to earlier processes. */
  let hasBegun = false

  /** Ends what waits for the coordinator before what runs: effects wait for their messages. */
  const stop = (error: unknown): void => {
    outbox.close(error)
    workshop?.stop(error)
  }
  const breakOff = (error: unknown): void => {
    stop(error)
    broken.reject(error)
  }
  const supersede = (): void => {
    outcome = 'superseded'
    stop(superseded(work))
    settle()
  }
  const outbox = createOutbox({
    ...{ store, clock, work, claim, secrets, check, signal: end.signal },
    onRefused: supersede,
    onBroken: breakOff,
  })

  const isCurrent = ({ state }: Fold): boolean => {
    const phase: PhaseState | undefined = state.phases[state.graph.index.get(phaseId) ?? -1]
    return phase?.place !== undefined && phase.dispatches === dispatch
  }

  /** Ends the work once the dispatch is over and nothing of it runs or waits. */
  const settle = (): void => {
    if (!fold || (outcome === 'finished' && isCurrent(fold))) return
    if (workshop?.isBusy()) return
    end.abort()
  }

  const begin = ({ state }: Fold): Workshop =>
    createWorkshop({
      ...options,
      ...{ state, hub, onListenerError, onIdle: settle, onBroken: breakOff },
      ...{ feed: outbox.feed, feedAndWait: outbox.feedAndWait },
    })

  const take = (effects: readonly Effect[]): void => {
    for (const effect of effects) {
      const isOwn = 'dispatch' in effect && effect.phaseId === phaseId && effect.dispatch === dispatch
      hasBegun ||= isOwn && effect.type === 'open_workspace'
      if (!hasBegun) continue
      workshop ??= begin(fold!)
      workshop.take(effect, isOwn)
    }
  }

  const follow = async (): Promise<void> => {
    const batches: AsyncIterable<JournalRecord[]> =
      store.follow?.(runId, end.signal) ?? pollJournal(store, runId, clock, end.signal)
    for await (const batch of batches) {
      const effects: Effect[] = []
      for (const record of batch) {
        if (!fold) {
          fold = beginFold(runId, record, () => {})
          continue
        }
        effects.push(...fold.add(record).effects)
        const { from } = record.value as JournalEntry
        if (from?.claim === claim) outbox.arrived(from.n)
      }
      if (!fold) continue
      // Nothing begins that is over by the end of what is stored.
      if (hasBegun || isCurrent(fold)) take(effects)
      if (!isCurrent(fold)) {
        if (!workshop) outcome = 'superseded'
        workshop?.leave(superseded(work))
      }
      settle()
      if (end.signal.aborted) return
    }
  }

  const drain = (): void => workshop?.drain(`The worker of phase ${phaseId} was stopped.`)
  const { signal } = options
  signal?.addEventListener('abort', drain)
  try {
    await Promise.race([follow(), broken.promise])
    await workshop?.close()
    return { outcome }
  } catch (error) {
    stop(error)
    await workshop?.close()
    throw error
  } finally {
    signal?.removeEventListener('abort', drain)
    end.abort()
    outbox.close(superseded(work))
    hub.close()
  }
}

const superseded = ({ runId, phaseId, dispatch }: DispatchedWork): AmeliaError =>
  new AmeliaError('WORK_SUPERSEDED', `Dispatch ${dispatch} of phase ${phaseId} has ended.`, {
    runId,
    phaseId,
    dispatch,
  })
