import type { DispatchedWork } from '../../../contract/dispatcher.ts'
import { AmeliaError } from '../../../error/amelia-error.ts'
import type { Effect } from '../../../machine/state/effect.ts'
import type { PhaseState } from '../../../machine/state/phase-state.ts'
import type { RunState } from '../../../machine/state/run-state.ts'
import { createDeferred } from '../../../perform/guard/deferred.ts'
import { checkCall } from '../../boundary/check-call.ts'
import { checkedHost } from '../../boundary/checked-host.ts'
import { publishProgress } from '../../journal/publish-progress.ts'
import { createReportingHub } from '../../journal/reporting-hub.ts'
import { createOutbox } from './create-outbox.ts'
import { createReplicaStates, replicaOf } from './replica-states.ts'
import type { PerformDispatchOptions, PerformedDispatch } from './perform-dispatch-options.ts'
import { createWorkshop, type Workshop } from './create-workshop.ts'

/** How long to wait for the record that begins the dispatch, in milliseconds. */
const aheadMs = 5_000

/**
 * Implements `performDispatch`: a replica of the run that follows the journal, and performs the effects of
 * one dispatch as the machine asks for them. Results are commands to the coordinator; the replica applies
 * them when it reads them in the journal.
 */
export const performStored = async (given: PerformDispatchOptions): Promise<PerformedDispatch> => {
  checkCall('performDispatch', given)
  const options = { ...given, host: checkedHost(given.host) }
  const { work, claim, check, secrets = [], replicas = createReplicaStates() } = options
  const { store, clock } = options.host
  const { runId, phaseId, dispatch } = work
  const replica = replicaOf(replicas, { runId, store, clock })
  const { hub, onListenerError } = createReportingHub(runId, options)
  publishProgress(store, runId, hub, onListenerError)
  const end = new AbortController()
  const done = createDeferred<void>()
  // The error is also thrown where it is awaited.
  done.promise.catch(() => {})
  let outcome: PerformedDispatch['outcome'] = 'finished'
  let workshop: Workshop | undefined
  /** Effects before the dispatch's first one belong to earlier dispatches, and to earlier processes. */
  let hasBegun = false
  let isOver = false

  /** Ends what waits for the coordinator before what runs: effects wait for their messages. */
  const stop = (error: unknown): void => {
    outbox.close(error)
    workshop?.stop(error)
  }
  const breakOff = (error: unknown): void => {
    stop(error)
    done.reject(error)
  }
  const supersede = (): void => {
    outcome = 'superseded'
    isOver = true
    stop(superseded(work))
    finish()
  }
  const outbox = createOutbox({
    ...{ store, clock, work, claim, secrets, check, signal: end.signal },
    onRefused: supersede,
    onBroken: breakOff,
  })

  /** Ends the work once the dispatch is over and nothing of it runs or waits. */
  const finish = (): void => {
    if (!isOver || workshop?.isBusy()) return
    end.abort()
    done.resolve()
  }

  const { signal } = options
  const drain = (): void => workshop?.drain(`The worker of phase ${phaseId} was stopped.`)

  const begin = (state: RunState): void => {
    workshop = createWorkshop({
      ...options,
      ...{ state, hub, onListenerError, onIdle: finish, onBroken: breakOff },
      ...{ feed: outbox.feed, feedAndWait: outbox.feedAndWait },
    })
    if (signal?.aborted) drain()
  }

  const take = (state: RunState, effects: readonly Effect[]): void => {
    for (const effect of effects) {
      const isOwn = 'dispatch' in effect && effect.phaseId === phaseId && effect.dispatch === dispatch
      hasBegun ||= isOwn && effect.type === 'open_workspace'
      if (!hasBegun) continue
      if (!workshop) begin(state)
      workshop!.take(effect, isOwn)
    }
  }

  const waitForBegin = async (): Promise<void> => {
    await clock.wait(aheadMs, end.signal, 'limit')
    if (!hasBegun) supersede()
  }

  let isAhead = false
  const advance = (state: RunState, effects: readonly Effect[]): void => {
    const phase: PhaseState | undefined = state.phases[state.graph.index.get(phaseId) ?? -1]
    const isCurrent = phase?.place !== undefined && phase.dispatches === dispatch
    // Nothing begins that is over by the end of what is stored.
    if (hasBegun || isCurrent) take(state, effects)
    if (isCurrent) return
    if (!hasBegun && phase && phase.dispatches < dispatch) {
      if (!isAhead) waitForBegin().catch(() => {})
      isAhead = true
      return
    }
    if (!workshop) outcome = 'superseded'
    isOver = true
    workshop?.leave(superseded(work))
    finish()
  }

  signal?.addEventListener('abort', drain)
  const leave = replica.join({
    ...{ phaseId, advance, broken: breakOff },
    arrived({ claim: sender, n }) {
      if (sender === claim) outbox.arrived(n)
    },
  })
  try {
    await done.promise
    await workshop?.close()
    return { outcome }
  } catch (error) {
    stop(error)
    await workshop?.close()
    throw error
  } finally {
    signal?.removeEventListener('abort', drain)
    leave()
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
