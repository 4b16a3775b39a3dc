import type { Offer, RunLease } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { checkAnswer } from '../../machine/whole/answer-gate.ts'
import type { Effect, RepeatableEffect } from '../../machine/state/effect.ts'
import type { GateChoice, GateView } from '../../event/gate.ts'
import type { Input, InputDraft } from '../../machine/state/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { transition } from '../../machine/transition.ts'
import { describeError } from '../../policy/describe-error.ts'
import type { Failure } from '../../contract/failure.ts'
import { redactSecrets } from '../../text/find-secret.ts'
import { buildReport } from '../../report/build-report.ts'
import type { Report } from '../../event/report.ts'
import type { JournalEntry } from '../journal/journal-version.ts'
import { createDeferred } from '../../perform/guard/deferred.ts'
import type { Digest } from '../journal/create-digest.ts'
import { createEventDresser } from '../journal/create-event-dresser.ts'
import { createEngines } from './create-engines.ts'
import type { EventHub } from './event-hub.ts'
import { askGate } from '../door/gate-question.ts'
import { fenceGit } from '../../perform/guard/fence-git.ts'
import { hearOffers } from '../offer/hear-offers.ts'
import { isOver } from '../journal/is-over.ts'
import { keepRecords } from '../journal/keep-records.ts'
import { createMeter } from './create-meter.ts'
import { type PerformedEffect, performEffect } from './perform-effect.ts'
import { redactInput } from '../journal/redact-input.ts'
import { releaseReservations } from '../start/reservation.ts'
import { rescueAttempt } from '../../perform/integrate/rescue-attempt.ts'
import type { RunAdapters } from '../door/run-options.ts'
import { whenUnlocked } from '../../perform/guard/when-unlocked.ts'

export interface RunLoop {
  /** Puts the first input in and runs until the end of this process's part. */
  run(first: InputDraft): Promise<Report>
  feed(input: InputDraft): void
  /** Resolves when the answer is in the journal. */
  answer(gateId: string, choice: GateChoice, feedback?: string): Promise<void>
}

export interface RunLoopOptions extends RunAdapters {
  state: RunState
  hub: EventHub
  lease: RunLease
  /** The number of the journal's next record. */
  nextSeq: number
  /** What was offered before: taken before anything else moves. */
  offered: Offer[]
  /** What the journal has led to so far. */
  digest: Digest
}

/** An input as it waits for its turn. */
interface Waiting {
  draft: InputDraft
  done?: () => void
  failed?: (error: unknown) => void
}

/**
 * Carries out what the machine decides. The only place that waits.
 *
 * - R1 An input is in the journal before the machine sees it, so before any effect that depends on it.
 * - R2 Inputs are taken one after the other in the order in which they came; a group that came together is written together.
 * - R3 An effect never changes the state; it answers with an input. One that throws answers with `effect_failed`.
 * - R4 When the journal cannot be written nothing new begins: what runs is stopped, and `run` rejects with the reason.
 * - R5 The run ends when the machine says so and nothing is in flight; then workspaces are removed and the lease is released.
 * - R6 A process that lost the lease changes nothing outside itself any more: no workspace, ref, checkout or file of the run, and it
 *   cleans nothing up.
 */
export const createRunLoop = (options: RunLoopOptions): RunLoop => {
  const { state, hub, lease, onGate, digest, secrets = [], onListenerError = () => {} } = options
  const abandoned = new Set<string>()
  const host = { ...options.host, git: fenceGit(options.host.git, lease, abandoned) }
  const queue: Waiting[] = []
  const answering = new Set<string>()
  const timers = new AbortController()
  const dressEvent = createEventDresser(state)
  const ended = createDeferred<Report>()
  let { nextSeq } = options
  let pumping = false
  let inFlight = 0
  let asked = 0
  let finished = false
  let closed = false
  let broken: { error: unknown } | undefined

  const feed = (draft: InputDraft): void => enqueue({ draft })

  const enqueue = (waiting: Waiting): void => {
    if (broken || finished) return waiting.failed?.(runEnded(state.runId))
    queue.push(waiting)
    if (!pumping) void pump()
  }

  const pump = async (): Promise<void> => {
    pumping = true
    while (queue.length > 0 && !broken) {
      const group = queue.splice(0)
      try {
        await take(group)
      } catch (error) {
        breakOff(error)
        for (const { failed } of group) failed?.(error)
      }
    }
    pumping = false
    rest()
  }

  const take = async (group: Waiting[]): Promise<void> => {
    const at = host.clock.now()
    const inputs: JournalEntry[] = group.map(({ draft }) => stamp(redactInput(draft, secrets), at))
    inputs[0]!.after = digest.read()
    await lease.append(inputs.map((value) => ({ seq: nextSeq++, value })))
    inputs.forEach((input, index) => decide(input, group[index]!))
  }

  const decide = (input: Input, { done, failed }: Waiting): void => {
    const over = finished
    const { events, effects } = transition(state, input)
    digest.add(effects)
    for (const event of events) hub.publish(dressEvent(event))
    if (over) failed?.(runEnded(state.runId))
    else done?.()
    for (const effect of effects) start(effect)
  }

  const breakOff = (error: unknown): void => {
    broken ??= { error }
    engines.stopAll(error)
    for (const { failed } of queue.splice(0)) failed?.(error)
  }

  /** Nothing waits and nothing is in flight: the run is over, parked, or waits for an answer that somebody is at. */
  const rest = (): void => {
    if (pumping || inFlight > 0 || queue.length > 0) return
    if (broken || finished) return void close()
    if (asked === 0 && state.status === 'waiting') void park()
  }

  /** An answer that was offered meanwhile still comes before the end. */
  const park = async (): Promise<void> => {
    inFlight++
    await offers.look()
    inFlight--
    if (pumping || inFlight > 0 || queue.length > 0 || broken || finished) rest()
    else if (asked === 0 && state.status === 'waiting') feed({ type: 'parked' })
  }

  const close = async (): Promise<void> => {
    if (closed) return
    closed = true
    timers.abort()
    hub.close()
    // The run is what its journal says: what cannot be cleared up behind it is told, and does not change it.
    if (!isFenced()) await host.git.removeWorkspaces?.(state.runId).catch(onListenerError)
    if (!broken) await keepRecords({ state, lease, now: host.clock.now(), secrets }).catch(onListenerError)
    if (!broken && isOver(state)) await releaseReservations(host.git, state).catch(onListenerError)
    await offers.close(broken ? 'broken' : isOver(state) ? 'over' : 'parted')
    await lease.release().catch(onListenerError)
    if (broken) ended.reject(broken.error)
    else ended.resolve(buildReport(state, host.clock.now()))
  }

  const isFenced = (): boolean => AmeliaError.is(broken?.error, 'LEASE_LOST')

  const start = (effect: Effect): void => {
    switch (effect.type) {
      case 'ask':
        return void ask(effect.gate)
      case 'wake':
        return void wake(effect.at)
      case 'interrupt':
        return engines.stopAll(runStopped(state.runId))
      case 'interrupt_phase':
        return engines.stopPhase(effect.phaseId)
      case 'interrupt_sessions':
        return meter.stop(effect.phaseId)
      case 'finish':
        finished = true
        // A review or verification of the final result may still be running when the run is cancelled.
        return engines.stopAll(runStopped(state.runId))
      default:
        return void perform(effect)
    }
  }

  const failureOf = (error: unknown): Failure => ({
    class: 'environment',
    ...describeError(error, (text) => redactSecrets(text, secrets)),
  })

  const perform = async (effect: PerformedEffect): Promise<void> => {
    inFlight++
    try {
      const engine = engines.engineFor(effect)
      const input = isRepeatable(effect)
        ? await whenUnlocked(host.clock, () => performEffect(engine, effect))
        : await performEffect(engine, effect)
      if (input) feed(input)
    } catch (error) {
      if (AmeliaError.is(error, 'LEASE_LOST')) breakOff(error)
      else if (finished) return
      else if (AmeliaError.is(error, 'GIT_LOCKED') && isRepeatable(effect)) {
        const kept =
          effect.type === 'commit_attempt'
            ? await rescueAttempt(engines.engineFor(effect), effect)
            : undefined
        feed({ type: 'git_locked', effect, ...error.details, ...(kept !== undefined && { kept }) })
      } else if (endEffects.has(effect.type)) feed(closingFailed(error, failureOf(error)))
      else if (effect.type === 'move_refs' || !('attempt' in effect)) breakOff(error)
      else if (effect.type !== 'close_workspace') feed(effectFailed(effect, failureOf(error)))
    } finally {
      inFlight--
      rest()
    }
  }

  /** Time that the machine wants to be told of. What waits for it is not in flight: it ends with the run. */
  const wake = async (until: number): Promise<void> => {
    try {
      await host.clock.wait(until - host.clock.now(), timers.signal)
      feed({ type: 'woken', until })
    } catch (error) {
      if (!timers.signal.aborted) breakOff(error)
    }
  }

  const ask = async (gate: GateView): Promise<void> => {
    if (!onGate) return
    asked++
    try {
      const given = await onGate(askGate(gate))
      if (given && state.gates.has(gate.id)) await answer(gate.id, given.choice, given.feedback)
    } catch (error) {
      onListenerError(error)
    } finally {
      asked--
      rest()
    }
  }

  const answer = async (gateId: string, choice: GateChoice, feedback?: string): Promise<void> => {
    if (broken || finished) throw runEnded(state.runId)
    checkAnswer(state, gateId, choice, feedback)
    if (answering.has(gateId))
      throw new AmeliaError('GATE_EXPIRED', `The gate "${gateId}" is being answered already.`, { gateId })
    answering.add(gateId)
    const { promise, resolve, reject } = createDeferred<void>()
    const draft = {
      type: 'gate_answered',
      gateId,
      choice,
      ...(feedback === undefined ? {} : { feedback }),
    } as const
    enqueue({ draft, done: resolve, failed: reject })
    return promise.finally(() => answering.delete(gateId))
  }

  const offers = hearOffers({
    state,
    hub,
    lease,
    clock: host.clock,
    secrets,
    signal: timers.signal,
    feed,
    answer,
    onError: onListenerError,
  })

  const meter = createMeter({
    state,
    uniqueId: host.uniqueId,
    feed,
    tell: (draft) => new Promise((done, failed) => enqueue({ draft, done, failed })),
  })

  const engines = createEngines({ ...options, host, abandoned, feed, runSession: meter.run })

  return {
    feed,
    answer,
    run(first) {
      feed(first)
      offers.begin(options.offered)
      return ended.promise
    },
  }
}

/** The input with its time, put on in place: a copy of each costs as much as deciding what it leads to. */
const stamp = (draft: InputDraft, at: number): Input => {
  const input = draft as Input
  input.at = at
  return input
}

const runEnded = (runId: string): AmeliaError =>
  new AmeliaError('RUN_ENDED', `Run ${runId} has ended here. Open it again to go on.`, { runId })

const runStopped = (runId: string): AmeliaError =>
  new AmeliaError('RUN_ENDED', 'The run was stopped.', { runId })

const effectFailed = (
  effect: Extract<PerformedEffect, { attempt: number }>,
  failure: Failure,
): InputDraft => ({
  type: 'effect_failed',
  phaseId: effect.phaseId,
  attempt: effect.attempt,
  during: effect.type,
  failure,
})

const closingFailed = (error: unknown, failure: Failure): InputDraft => ({
  type: 'closing_failed',
  failure,
  blocker: AmeliaError.is(error, 'REF_MOVED') ? 'target_moved' : 'environment',
})

/** Effects of the run's end: what fails there is asked about. */
const endEffects: ReadonlySet<Effect['type']> = new Set(['verify_run', 'close_run', 'apply_to_checkout'])

const repeatable: ReadonlySet<Effect['type']> = new Set<RepeatableEffect['type']>([
  'move_refs',
  'prepare_run',
  'close_run',
  'compose',
  'commit_attempt',
  'open_workspace',
  'apply_to_checkout',
  'verify',
  'restore_head',
])

const isRepeatable = (effect: Effect): effect is RepeatableEffect => repeatable.has(effect.type)
