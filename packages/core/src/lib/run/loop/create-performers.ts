import pLimit from 'p-limit'
import { runNoted } from './run-noted.ts'
import { withoutSecrets } from '../../text/secret/without-secrets.ts'
import type { CommandResult } from '../../contract/command-runner.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import { readDrivers } from '../settings/read-drivers.ts'
import { reviewersOf } from '../settings/read-review.ts'
import { createCheckQueue } from './create-check-queue.ts'
import { createOwnEvents } from '../journal/create-own-events.ts'
import { createAgents } from './create-agents.ts'
import { defaultSessionTimeoutMs, limitSession } from './limit/limit-session.ts'
import { takeShare } from './limit/take-share.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { redactValue } from '../../text/secret/redact-value.ts'
import { defaultCallGraceMs } from '../../perform/guard/call-with-grace.ts'
import { createGuard } from '../../perform/guard/guard-call.ts'
import type { Meter } from './create-meter.ts'
import { type Performer, workContext } from '../../perform/performer.ts'
import { createSessionTools } from '../../perform/tool/create-session-tools.ts'
import { findPhase } from './metered-session.ts'
import type { RunLease } from '../../contract/run-store.ts'
import type { ProgressEvent } from '../../event/progress-event.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { EventHub } from '../journal/event-hub.ts'
import type { RunAdapters } from '../settings/option/run-adapters.ts'
import type { PerformedEffect } from './perform-effect.ts'

export interface PerformersOptions extends RunAdapters {
  state: RunState
  hub: EventHub
  lease: RunLease
  meter: Meter
  feed(input: InputDraft): void
  /** Resolves once the machine has applied the input. */
  feedAndWait(input: InputDraft): Promise<void>
  /** Ids of workspaces that a call which ignored its signal may still write to. */
  abandoned: Set<string>
}

/** One performer for the run, and one for each phase, which can be stopped separately. */
export interface Performers {
  performerFor(effect: PerformedEffect): Performer
  stopPhase(phaseId: string): void
  stopAll(reason: unknown): void
}

/**
 * Creates the performers. They share one limit of `concurrency` commands and one of `concurrency` sessions.
 */
export const createPerformers = (options: PerformersOptions): Performers => {
  const { state, hub, host, feed, feedAndWait, meter, secrets = [] } = options
  const stop = new AbortController()
  const workspaces: Performer['workspaces'] = new Map()
  const baseRuns: Performer['baseRuns'] = new Map()
  const ownMoves: Performer['ownMoves'] = new Set()
  const planted: Performer['planted'] = new Map()
  const ofPhases = new Map<string, { performer: Performer; controller: AbortController }>()
  const { concurrency, verifyConcurrency = concurrency } = state.settings
  const checks = createCheckQueue(verifyConcurrency)
  const sessions = pLimit(concurrency)

  let asked = 0
  const onError = options.onListenerError ?? ((): void => {})
  const { abandoned, callGraceMs: graceMs = defaultCallGraceMs } = options
  const { sessionTimeoutMs: timeoutMs = defaultSessionTimeoutMs } = options
  const guard = createGuard({ state, host, workspaces, abandoned, graceMs, feed, onError })

  const ownEvent = createOwnEvents({ state, hub, clock: host.clock, secrets, feed, onError })

  const agents = createAgents({
    ...{ state, models: options.models, now: () => host.clock.now() },
    drivers: readDrivers(options.driver),
  })

  const progress = (phaseId: string, reported: ProgressEvent['progress'], session?: string): void => {
    hub.progress({
      type: 'session_progress',
      afterSeq: state.seq,
      at: new Date(host.clock.now()).toISOString(),
      runId: state.runId,
      phaseId,
      ...(session !== undefined && { session }),
      progress: redactValue(reported, secrets),
    })
  }

  const command = (
    { signal, phaseId }: { signal: AbortSignal; phaseId: string | undefined },
    ...[request, withReport]: Parameters<Performer['command']>
  ) =>
    meter.queueCommand((): ReturnType<Performer['command']> => {
      if (!host.commands) return Promise.resolve(noCommands)
      const name = request.argv.join(' ')
      const onOutput =
        phaseId === undefined || !hub.isReceived('session_progress')
          ? undefined
          : withoutSecrets(secrets, (text) => progress(phaseId, { type: 'output', command: name, text }))
      const asked = { ...request, signal, ...(onOutput && { onOutput }) }
      return withReport && host.commands.runTests ? host.commands.runTests(asked) : host.commands.run(asked)
    })

  /** Runs a session when it has its shares of the limits that runs have in common. */
  const shared = async <Value>(
    provider: string,
    signal: AbortSignal,
    phaseId: string | undefined,
    run: () => Promise<Value>,
  ): Promise<Value> => {
    if (!options.limits) return run()
    const { labels = {}, meta = {} } = state.settings
    const of = { run: { id: state.runId, labels, meta }, phaseId, provider }
    const giveBack = await takeShare(options.limits, { ...of, clock: host.clock, signal })
    try {
      return await run()
    } finally {
      await giveBack()
    }
  }

  /** One function for the run: the text of its plan is kept by it. */
  const redact = (text: string): string => redactSecrets(text, secrets)

  /** The signal is created on first use, because it is most of the cost. */
  const createPerformer = (stop: AbortController, phaseId?: string): Performer => ({
    state,
    host,
    get driver() {
      return agents.developer(phaseId)
    },
    driverFor: (role) => agents.choose(role, phaseId),
    lease: options.lease.token,
    ...reviewersOf(options, state.settings.review),
    ...(options.checkpoint && { checkpoint: options.checkpoint }),
    workspaces,
    get signal() {
      return stop.signal
    },
    baseRuns,
    ownMoves,
    planted,
    feed,
    feedAndWait,
    keep: (name, text) =>
      options.lease.keep(name, text).catch((error: unknown) => {
        options.onListenerError?.(error)
        return undefined
      }),
    functions: options.functions ?? {},
    callFunction: (name, workspace, call) =>
      limitSession({ clock: host.clock, timeoutMs, signal: stop.signal, who: 'function' }, ({ signal }) =>
        guard({
          ...{ who: `function "${name}"`, workspace, signal, phaseId },
          run: async (files) => call(files, signal),
        }),
      ),
    guard,
    redact,
    secrets,
    command: (request, withReport) => command({ signal: stop.signal, phaseId }, request, withReport),
    async check(request, withReport) {
      const alone = findPhase(state, phaseId)?.effort.alone ?? false
      const of = { phaseId, signal: stop.signal }
      const run = () => command(of, request, withReport)
      const { result, beside } = await checks.run({ ...of, alone }, run)
      return { ...result, beside }
    },
    session: (given, onProgress, driver) =>
      sessions(() => {
        const { agent, request } = agents.prepare(given, driver, phaseId)
        // Fixed length, so no marker is a prefix of another.
        const marker = `${state.runId}.${options.lease.token}.${String(++asked).padStart(9, '0')}`
        const phase = findPhase(state, phaseId)
        const context = workContext(state, phase, given.unit)
        const of = phase && { dispatch: phase.dispatches }
        const limit = { clock: host.clock, timeoutMs, signal: stop.signal }
        return shared(agent.provider, stop.signal, phaseId, () =>
          runNoted({
            ...{ agent, request: { ...of, ...request, ...context, marker }, phaseId },
            emit: (progress, session) =>
              progress.type === 'event'
                ? ownEvent(`driver "${agent.id}"`, phaseId, progress)
                : onProgress(progress, session),
            ...{ state, hub, host, lease: options.lease, feedAndWait, secrets },
            run: (request, emit) =>
              limitSession(limit, (stop) => meter.run({ agent, request, phaseId, stop, emit, guard })),
          }),
        )
      }),
    tools: (workspace) =>
      createSessionTools({ workspace, access: 'read', signal: stop.signal, clock: host.clock, secrets }),
    ownEvent,
    progress,
  })
  const runPerformer = createPerformer(stop)

  /** Each running phase has its own signal, so it can be stopped separately. */
  const performerOf = (phaseId: string): Performer => {
    const known = ofPhases.get(phaseId)
    if (known) return known.performer
    const controller = new AbortController()
    const own = { performer: createPerformer(controller, phaseId), controller }
    if (stop.signal.aborted) controller.abort(stop.signal.reason)
    ofPhases.set(phaseId, own)
    return own.performer
  }

  return {
    performerFor(effect) {
      if (!('attempt' in effect)) return runPerformer
      if (effect.type === 'run_unit') agents.beginUnit(effect.phaseId)
      if (effect.type !== 'close_workspace') return performerOf(effect.phaseId)
      ofPhases.delete(effect.phaseId)
      return runPerformer
    },
    stopPhase(phaseId) {
      const message = `Phase ${phaseId} was stopped.`
      ofPhases.get(phaseId)?.controller.abort(new AmeliaError('RUN_ENDED', message, { runId: state.runId }))
      ofPhases.delete(phaseId)
    },
    stopAll(reason) {
      stop.abort(reason)
      for (const { controller } of ofPhases.values()) controller.abort(reason)
    },
  }
}

/** The result of every command on a host without processes. */
const noCommands: CommandResult = {
  exitCode: 127,
  output: 'This host cannot start processes.',
  truncated: false,
  durationMs: 0,
}
