import type { SentCommand, RunLease } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { Effect } from '../../machine/state/effect.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { transition } from '../../machine/transition.ts'
import { buildReport } from '../../report/build-report.ts'
import type { Report } from '../../event/report.ts'
import { createDeferred } from '../../perform/guard/deferred.ts'
import type { Digest } from '../journal/create-digest.ts'
import { createEventCompleter } from '../journal/create-event-completer.ts'
import type { InputSource } from '../journal/journal-version.ts'
import { answerFailure, isRepeatable } from './answer-failure.ts'
import { createPerformers } from './create-performers.ts'
import { runEnded, runStopped } from './run-ended.ts'
import { createDispatching } from './create-dispatching.ts'
import { createInputQueue, type QueuedInput } from './input-queue.ts'
import type { ReportingHub } from '../journal/reporting-hub.ts'
import type { GateAnswer } from '../mailbox/gate-question.ts'
import { fenceGit } from '../../perform/guard/fence-git.ts'
import { steerInput } from '../mailbox/steer-input.ts'
import { receiveCommands } from '../mailbox/receive-commands.ts'
import { isOver } from '../journal/is-over.ts'
import { cleanUp } from './clean-up.ts'
import { createAnswering } from './create-answering.ts'
import { createRetryRule } from './create-retry-rule.ts'
import { createMeter, purposeOfWake } from './create-meter.ts'
import { type PerformedEffect, performEffect } from './perform-effect.ts'
import type { RunAdapters } from '../settings/option/run-adapters.ts'
import type { Performer } from '../../perform/performer.ts'
import { whenUnlocked } from '../../perform/guard/when-unlocked.ts'

export interface RunLoop {
  /** Feeds the first input and runs until this process's part of the run ends. */
  run(first: InputDraft): Promise<Report>
  feed(input: InputDraft): void
  /** Resolves when the answer is in the journal. */
  answer(answer: GateAnswer): Promise<void>
  /** Resolves when the text is in the journal. */
  steer(text: { steerId: string; phaseId: string; text: string }): Promise<void>
}

export interface RunLoopOptions extends RunAdapters {
  state: RunState
  hub: ReportingHub
  lease: RunLease
  /** The number of the journal's next record. */
  nextSeq: number
  /** Commands stored before the start. They are applied before any effect is performed. */
  sent: SentCommand[]
  /** The digest of the journal so far. */
  digest: Digest
  /** The last message of each phase's worker in the journal. */
  claims?: ReadonlyMap<string, InputSource>
}

/**
 * Performs the machine's effects and feeds the results back as inputs. The only place that waits.
 *
 * - R1 An input is in the journal before the machine receives it and before any effect depends on it.
 * - R2 Inputs are applied one at a time, in order of arrival. Inputs that arrive together are one write.
 * - R3 Performing an effect never changes the state: it returns an input, or its error becomes one.
 * - R4 When a journal write fails, nothing new starts: effects are stopped, and `run` rejects with the error.
 * - R5 The run ends when the machine says so and no effect is running. The lease is released last.
 * - R6 A process that lost the lease changes nothing outside itself: no workspace, ref, checkout or run file.
 */
export const createRunLoop = (options: RunLoopOptions): RunLoop => {
  const { state, hub, lease, onGate, digest, secrets = [], onListenerError = () => {} } = options
  const abandoned = new Set<string>()
  const host = { ...options.host, git: fenceGit(options.host.git, lease, abandoned) }
  const timers = new AbortController()
  const completeEvent = createEventCompleter(state)
  const withRetryRule = createRetryRule(options)
  const ended = createDeferred<Report>()
  let inFlight = 0
  let finished = false
  let closed = false
  let broken: { error: unknown } | undefined

  const feed = (draft: InputDraft): void => enqueue({ draft })
  const enqueue = (queued: QueuedInput): void => {
    if (broken || finished) return queued.failed?.(runEnded(state))
    queue.add(queued)
  }

  const feedAndWait = (draft: InputDraft, from?: InputSource): Promise<void> =>
    new Promise((applied, failed) => enqueue({ draft, ...(from && { from }), applied, failed }))

  const breakOff = (error: unknown): void => {
    broken ??= { error }
    performers.stopAll(error)
    queue.clear(error)
  }

  const isBusy = (): boolean => inFlight > 0 || !queue.isIdle()

  const queue = createInputQueue({
    ...{ lease, clock: host.clock, secrets, digest, nextSeq: options.nextSeq },
    apply(input, { applied, failed }) {
      const over = finished
      const { events, effects } = transition(state, input)
      digest.add(effects)
      for (const event of events) hub.publish(completeEvent(event))
      hub.applied(input)
      if (over) failed?.(runEnded(state))
      else applied?.()
      for (const effect of effects) start(effect)
      if (input.type === 'run_resumed') dispatching?.resume()
    },
    onBroken: breakOff,
    onIdle: () => rest(),
  })

  /** Ends or parks the run when no input is queued, no effect runs, and no answer is awaited. */
  const rest = (): void => {
    if (isBusy()) return
    if (broken || finished) return void close()
    if (!answering.isAwaited() && state.status === 'waiting') void park()
  }

  /** Applies commands that arrived since the last poll before the run parks. */
  const park = async (): Promise<void> => {
    inFlight++
    await commands.poll()
    inFlight--
    if (isBusy() || broken || finished) rest()
    else if (!answering.isAwaited() && state.status === 'waiting') feed({ type: 'parked' })
  }

  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    timers.abort()
    // Nothing changes the state any more, so the stored records and the result share one report.
    const report = broken ? undefined : buildReport(state, host.clock.now())
    await cleanUp({ state, hub, report, host, lease, secrets, broken, onError: onListenerError })
    await commands.close(broken ? 'broken' : isOver(state) ? 'over' : 'parked')
    await lease.release().catch(onListenerError)
    if (broken || !report) ended.reject(broken?.error)
    else ended.resolve(report)
  }

  const start = (effect: Effect): void => {
    if (dispatching?.take(effect)) return
    switch (effect.type) {
      case 'ask':
        return void answering.ask(effect.gate)
      case 'wake':
        return void wake(effect.at)
      case 'interrupt':
        return performers.stopAll(runStopped(state.runId))
      case 'interrupt_phase':
        return performers.stopPhase(effect.phaseId)
      case 'interrupt_sessions':
        return meter.stop(effect.phaseId)
      case 'steer':
        return void meter.steer(effect)
      case 'finish':
        finished = true
        // A review or verification of the final result may still be running when the run is cancelled.
        return performers.stopAll(runStopped(state.runId))
      default:
        return void perform(effect)
    }
  }

  const fail = async (performer: Performer, effect: PerformedEffect, error: unknown): Promise<void> => {
    if (AmeliaError.is(error, 'LEASE_LOST') || AmeliaError.is(error, 'DRIVER_MISSING')) return breakOff(error)
    if (finished) return
    const answer = await answerFailure(performer, effect, error)
    if (answer === 'broken') breakOff(error)
    else if (answer) feed(answer)
  }

  const perform = async (effect: PerformedEffect): Promise<void> => {
    inFlight++
    const performer = performers.performerFor(effect)
    try {
      const input = isRepeatable(effect)
        ? await whenUnlocked(host.clock, () => performEffect(performer, effect))
        : await performEffect(performer, effect)
      if (input) feed(withRetryRule(input))
    } catch (error) {
      await fail(performer, effect, error)
    } finally {
      inFlight--
      rest()
    }
  }

  /** Feeds `woken` at the given time. A wait does not count as running: it ends with the run. */
  const wake = async (until: number): Promise<void> => {
    try {
      await host.clock.wait(until - host.clock.now(), timers.signal, purposeOfWake(state, until))
      feed({ type: 'woken', until })
    } catch (error) {
      if (!timers.signal.aborted) breakOff(error)
    }
  }

  const steer: RunLoop['steer'] = async (text) => {
    if (broken || finished) throw runEnded(state)
    return feedAndWait(steerInput(state, text, secrets))
  }

  /** Runs a call whose failure ends this process's part of the run. */
  const call = (task: () => Promise<void>): void => {
    inFlight++
    void task()
      .catch(breakOff)
      .finally(() => {
        inFlight--
        rest()
      })
  }

  const dispatching =
    options.dispatcher &&
    createDispatching({
      ...{ state, dispatcher: options.dispatcher, claims: options.claims ?? new Map(), call },
      ...{ check: () => lease.check(), clock: host.clock, signal: timers.signal },
      feed: (input, from) => feedAndWait(withRetryRule(input), from),
    })

  /** Until the first input is applied no dispatch is open, and a message of a worker would be refused. */
  let begun: Promise<void> = Promise.resolve()
  const answering = createAnswering({
    ...{ state, onListenerError, feedAndWait, isOver: () => broken !== undefined || finished },
    ...{ ...(onGate && { onGate }), stays: options.whenWaiting === 'stay' },
    onIdle: () => rest(),
  })

  const commands = receiveCommands({
    ...{ state, hub, lease, secrets, feed, answer: answering.save, steer },
    ...(dispatching && { work: (command) => begun.then(() => dispatching.receive(command)) }),
    ...{ clock: host.clock, signal: timers.signal, onError: onListenerError },
  })
  const meter = createMeter({ ...options, host, feed, feedAndWait })
  const performers = createPerformers({ ...options, host, abandoned, feed, feedAndWait, meter })

  return {
    ...{ feed, answer: answering.answer, steer },
    run(first) {
      begun = feedAndWait(first).catch(() => Promise.reject(runEnded(state)))
      begun.catch(() => {})
      commands.start(options.sent)
      return ended.promise
    },
  }
}
