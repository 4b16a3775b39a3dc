import { driverError } from '../../../contract/driver-error.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { RunLease } from '../../../contract/run-store.ts'
import { AmeliaError } from '../../../error/amelia-error.ts'
import type { Effect } from '../../../machine/state/effect.ts'
import type { InputDraft } from '../../../machine/state/input/input.ts'
import type { RunState } from '../../../machine/state/run-state.ts'
import { fenceGit } from '../../../perform/guard/fence-git.ts'
import { whenUnlocked } from '../../../perform/guard/when-unlocked.ts'
import { describeError } from '../../../policy/describe-error.ts'
import { redactSecrets } from '../../../text/secret/match-secrets.ts'
import type { EventHub } from '../../journal/event-hub.ts'
import { checkConfinement, losesConfinement } from '../../settings/check-confinement.ts'
import { answerFailure, isRepeatable } from '../answer-failure.ts'
import { createMeter } from '../create-meter.ts'
import { createPerformers } from '../create-performers.ts'
import { runStopped } from '../run-ended.ts'
import { type PerformedEffect, performEffect } from '../perform-effect.ts'
import { interruptedAnswer } from './interrupted-answer.ts'
import type { PerformDispatchOptions } from './perform-dispatch-options.ts'

export interface WorkshopOptions extends PerformDispatchOptions {
  /** The replica's state. */
  state: RunState
  hub: EventHub
  onListenerError(error: unknown): void
  feed(input: InputDraft): void
  feedAndWait(input: InputDraft): Promise<void>
  /** Called when an effect has ended and no other runs. */
  onIdle(): void
  onBroken(error: unknown): void
}

/** Performs the effects of one dispatch. */
export interface Workshop {
  /** Takes an effect of the run. `isOwn`: it belongs to the dispatch. */
  take(effect: Effect, isOwn: boolean): void
  /** Interrupts what runs, and answers what follows as interrupted. Work that is done is still committed. */
  drain(message: string): void
  /** Stops what runs; each effect is still answered. */
  stop(reason: unknown): void
  /** Stops what runs after the dispatch has ended, unless its workspace is being closed. */
  leave(reason: unknown): void
  isBusy(): boolean
  /** Waits for what runs, and closes an open workspace. Its tree is kept. Never rejects. */
  close(): Promise<void>
}

/** Creates the workshop of a dispatch. */
export const createWorkshop = (options: WorkshopOptions): Workshop => {
  const { work, claim, check, secrets = [], feed, feedAndWait, onIdle, onBroken } = options
  const { runId, phaseId, attempt, dispatch } = work
  const { clock } = options.host
  const lease = leaseOf(options)
  const abandoned = new Set<string>()
  const host = { ...options.host, git: fenceGit(options.host.git, lease, abandoned) }
  const own = { ...options, host, lease }
  const meter = createMeter({ ...own, feed, feedAndWait })
  const performers = createPerformers({ ...own, abandoned, feed, feedAndWait, meter })
  const running = new Set<Promise<void>>()
  let isClosing = false
  let drained: Failure | undefined

  /** The coordinator cannot see the files of this machine, so a lock here is an interruption. */
  const fail = async (effect: PerformedEffect, error: unknown): Promise<void> => {
    if (AmeliaError.is(error, 'LEASE_LOST')) return onBroken(error)
    const answer = await answerFailure(performers.performerFor(effect), effect, error)
    if (answer === 'broken') return onBroken(error)
    if (answer?.type !== 'git_locked') return give(effect, answer)
    const failure = {
      class: 'interrupted' as const,
      ...describeError(error, (text) => redactSecrets(text, secrets)),
    }
    feed({ type: 'effect_failed', phaseId, attempt, dispatch, during: effect.type, failure })
  }

  const give = (effect: PerformedEffect, answer: InputDraft | undefined): void => {
    const input = drained ? interruptedAnswer(effect, answer, drained) : answer
    if (input) feed(input)
  }

  /** A worker keeps its own level, and that of the run, as a resume does. */
  const checkLevel = (): void => {
    const { confinement } = options.state.settings
    checkConfinement(host)
    if (confinement?.level !== 'auto') losesConfinement(runId, confinement, host)
  }

  const perform = async (effect: PerformedEffect): Promise<void> => {
    const performer = performers.performerFor(effect)
    try {
      await check()
      if (effect.type === 'open_workspace') checkLevel()
      const input = isRepeatable(effect)
        ? await whenUnlocked(clock, () => performEffect(performer, effect))
        : await performEffect(performer, effect)
      give(effect, input)
    } catch (error) {
      await fail(effect, error)
    }
  }

  /** The dispatch may end while something of it still runs, if the coordinator has given it up. */
  const close = async (effect: PerformedEffect): Promise<void> => {
    isClosing = true
    const others = [...running]
    if (others.length > 0) performers.stopAll(runStopped(runId))
    await Promise.all(others)
    await perform(effect)
  }

  const start = (effect: PerformedEffect): void => {
    const notBegun = drained && interruptedAnswer(effect, undefined, drained)
    if (notBegun) return feed(notBegun)
    const one = (effect.type === 'close_workspace' ? close(effect) : perform(effect))
      .catch(onBroken)
      .finally(() => {
        running.delete(one)
        if (running.size === 0) onIdle()
      })
    running.add(one)
  }

  return {
    take(effect, isOwn) {
      switch (effect.type) {
        case 'open_workspace':
        case 'run_unit':
        case 'commit_attempt':
        case 'verify':
        case 'review':
        case 'run_hooks':
        case 'close_workspace':
          return isOwn ? start(effect) : undefined
        case 'interrupt':
          return performers.stopAll(runStopped(runId))
        case 'interrupt_phase':
          return effect.phaseId === phaseId ? performers.stopPhase(phaseId) : undefined
        case 'interrupt_sessions':
          return effect.phaseId === phaseId ? meter.stop(phaseId) : undefined
        case 'steer':
          return effect.phaseId === phaseId ? void meter.steer(effect) : undefined
        default:
      }
    },
    drain(message) {
      drained = { class: 'interrupted', message }
      performers.stopAll(driverError('interrupted', { message }))
    },
    stop: performers.stopAll,
    leave(reason) {
      if (!isClosing) performers.stopAll(reason)
    },
    isBusy: () => running.size > 0,
    async close() {
      await Promise.all(running)
      if (isClosing) return
      const closing = { type: 'close_workspace', phaseId, attempt, dispatch, keep: true } as const
      await performEffect(performers.performerFor(closing), closing).catch(options.onListenerError)
    },
  }

  /** Takes the place of the run's lease, which a worker does not have. */
  function leaseOf({ host: { store } }: WorkshopOptions): RunLease {
    const refuse = (): Promise<never> => Promise.reject(new Error('A worker does not write the journal.'))
    return {
      ...{ runId, token: claim, check, append: refuse, acknowledge: refuse, sent: async () => [] },
      keep: (name, text) => store.keep?.(runId, name, text) ?? Promise.reject(cannotKeep(runId)),
      release: async () => {},
    }
  }
}

const cannotKeep = (runId: string): AmeliaError =>
  new AmeliaError('STORE_FAILED', `The store of run ${runId} keeps no texts of workers.`, { runId })
