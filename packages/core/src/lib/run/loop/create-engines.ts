import pLimit from 'p-limit'
import type { CommandResult } from '../../contract/command-runner.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { InputDraft } from '../../machine/state/input.ts'
import { redactSecrets } from '../../text/find-secret.ts'
import { redactValue } from '../../text/redact-value.ts'
import { defaultCallGraceMs } from '../../perform/guard/call-with-grace.ts'
import { createGuard } from '../../perform/guard/guard-call.ts'
import type { Meter } from './create-meter.ts'
import type { Engine } from '../../perform/engine.ts'
import type { PerformedEffect } from './perform-effect.ts'
import type { RunLoopOptions } from './run-loop.ts'

export interface EnginesOptions extends RunLoopOptions {
  feed(input: InputDraft): void
  runSession: Meter['run']
  /** Ids of workspaces that calls which ignored their signal may still write to. */
  abandoned: Set<string>
}

/** What effects are carried out with: one engine for the run, and one for each phase, which can be stopped alone. */
export interface Engines {
  engineFor(effect: PerformedEffect): Engine
  stopPhase(phaseId: string): void
  stopAll(reason: unknown): void
}

/** At most `concurrency` commands and as many sessions go on at once, whoever asks for them. */
export const createEngines = (options: EnginesOptions): Engines => {
  const { state, hub, host, driver, feed, runSession, secrets = [] } = options
  const stop = new AbortController()
  const workspaces: Engine['workspaces'] = new Map()
  const baseVerdicts: Engine['baseVerdicts'] = new Map()
  const ownMoves: Engine['ownMoves'] = new Set()
  const ofPhases = new Map<string, { engine: Engine; controller: AbortController }>()
  const commands = pLimit(state.settings.concurrency)
  const sessions = pLimit(state.settings.concurrency)

  let asked = 0
  const onError = options.onListenerError ?? ((): void => {})
  const { abandoned, callGraceMs: graceMs = defaultCallGraceMs } = options
  const guard = createGuard({ state, host, workspaces, abandoned, graceMs, feed, onError })

  /** What the performers share, with a signal of their own. It is made when somebody looks at it: that is most of what it costs. */
  const engineWith = (stop: AbortController, phaseId?: string): Engine => ({
    state,
    host,
    driver,
    reviewers: options.reviewers ?? [],
    ...(options.evaluator && { evaluator: options.evaluator }),
    ...(options.checkpoint && { checkpoint: options.checkpoint }),
    workspaces,
    get signal() {
      return stop.signal
    },
    baseVerdicts,
    ownMoves,
    feed,
    keep: (name, text) =>
      options.lease.keep(name, text).catch((error: unknown) => {
        options.onListenerError?.(error)
        return undefined
      }),
    guard,
    redact: (text) => redactSecrets(text, secrets),
    secrets,
    command: (request, withReport = false) =>
      commands(() => {
        if (!host.commands) return Promise.resolve(noCommands)
        const asked = { ...request, signal: stop.signal }
        return withReport && host.commands.runTests ? host.commands.runTests(asked) : host.commands.run(asked)
      }),
    session: (request, onProgress, agent = driver) =>
      sessions(() => {
        if (!agent)
          throw new AmeliaError('INTERNAL', 'A session was asked for and there is no driver.', {
            where: 'run-loop',
          })
        // Of one length: no marker is the beginning of another one.
        const marker = `${state.runId}.${options.lease.token}.${String(++asked).padStart(9, '0')}`
        return runSession({ agent, request: { ...request, marker }, phaseId, stop, emit: onProgress, guard })
      }),
    progress: (phaseId, progress) => {
      const at = new Date(host.clock.now()).toISOString()
      const clean = redactValue(progress, secrets)
      hub.progress({
        type: 'session_progress',
        afterSeq: state.seq,
        at,
        runId: state.runId,
        phaseId,
        progress: clean,
      })
    },
  })
  const engine = engineWith(stop)

  /** A phase can be stopped alone: it has a signal of its own while its attempt goes on. */
  const engineOf = (phaseId: string): Engine => {
    const known = ofPhases.get(phaseId)
    if (known) return known.engine
    const controller = new AbortController()
    const own = { engine: engineWith(controller, phaseId), controller }
    if (stop.signal.aborted) controller.abort(stop.signal.reason)
    ofPhases.set(phaseId, own)
    return own.engine
  }

  return {
    engineFor(effect) {
      if (!('attempt' in effect)) return engine
      if (effect.type !== 'close_workspace') return engineOf(effect.phaseId)
      ofPhases.delete(effect.phaseId)
      return engine
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

/** What a host without processes says to every command. */
const noCommands: CommandResult = {
  exitCode: 127,
  output: 'This host starts no processes.',
  truncated: false,
  durationMs: 0,
}
