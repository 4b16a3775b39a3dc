import pLimit, { type LimitFunction } from 'p-limit'
import type {
  DriverV1,
  SessionProgress,
  SessionRequest,
  SessionResult,
  Usage,
} from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { callDriver } from '../boundary/call-driver.ts'
import { readUsage } from '../boundary/read-usage.ts'
import { createSessionTools } from '../../perform/tool/create-session-tools.ts'
import type { SessionDraft } from '../../perform/performer.ts'
import { remainingOf } from '../../policy/dispatch/find-exhausted.ts'
import type { MeteredCall, MeterOptions } from './metered-call.ts'
import { createMeteredSession, findPhase, type MeteredSession } from './metered-session.ts'
import { checkUsage } from './check-usage.ts'
import { createSteering, type Steering } from './create-steering.ts'
import { sumUsage } from './sum-usage.ts'

/** Runs sessions, records their usage and keeps their transcripts. */
export interface Meter {
  run(call: MeteredCall): Promise<SessionResult>
  /** Runs a command of the run, at most `concurrency` at one time. Those of sessions count. */
  queueCommand: LimitFunction
  /** Stops the sessions of a phase, or without an id those of the run. */
  stop(phaseId: string | undefined): void
  /** Gives a person's text to the running session of a phase. Never rejects. */
  steer: Steering['deliver']
}

/** How often usage is journalled without a budget, in milliseconds: a crash loses less than that. */
const recordMs = 60_000

/**
 * Creates the meter. A session is journalled before it starts, charged while it runs, and charged at its end,
 * whether it succeeded, failed or was stopped. With a budget, every report of its usage is a charge; without
 * one, at most one a minute. A session that the machine does not admit is not started.
 */
export const createMeter = (options: MeterOptions): Meter => {
  const { state, hub, host, feed, feedAndWait } = options
  const { clock } = host
  // A resume may have set limits that the run did not have.
  const isLimited = (): boolean =>
    Object.keys(state.budget.allowed).length > 0 || Object.keys(state.settings.phaseBudget).length > 0
  const queueCommand = pLimit(state.settings.concurrency)
  const running = new Map<MeteredSession, AbortController>()
  const steering = createSteering({ state, feedAndWait })

  const limitsOf = (phaseId: string | undefined): SessionRequest['limits'] => {
    const phase = findPhase(state, phaseId)
    const { tokens, usd, wallMs } = remainingOf(
      { spent: state.budget.spent, budget: state.budget.allowed },
      ...(phase ? [{ spent: phase.spent, budget: phase.allowed }] : []),
    )
    return {
      ...(tokens === undefined ? {} : { tokens }),
      ...(usd === undefined ? {} : { usd }),
      ...(wallMs === undefined ? {} : { wallMs }),
    }
  }

  const show = (session: MeteredSession): void => {
    if (!hub.isReceived('session_usage')) return
    const at = new Date(clock.now()).toISOString()
    const usage = sumUsage(
      state,
      session.now(),
      [...running.keys()].map((one) => one.now()),
    )
    hub.progress({ type: 'session_usage', afterSeq: state.seq, at, runId: state.runId, ...usage })
  }

  /** The event of a charge contains only what is charged: this adds the usage of running sessions again. */
  const showOther = (): void => {
    const [other] = running.keys()
    if (other) show(other)
  }

  /** Reads the usage in the records of a session that is continued; a new session has none. */
  const readStart = async (driver: DriverV1, { resume }: SessionDraft): Promise<Usage | undefined> => {
    if (!driver.readUsage) return undefined
    const onError = options.onListenerError ?? (() => {})
    return resume === undefined ? {} : readUsage({ driver, sessionId: resume, clock, onError })
  }

  return {
    queueCommand,
    steer: steering.deliver,
    stop(phaseId) {
      for (const [session, controller] of running) if (session.phaseId === phaseId) controller.abort(usedUp())
    },
    async run(call) {
      const { agent, request, phaseId, stop, emit, guard } = call
      const isBudgeted = isLimited()
      const { marker, workspace } = request
      const session = createMeteredSession(options, call, await readStart(agent, request))
      await feedAndWait(session.book())
      if (!session.isAdmitted()) throw usedUp()
      const steered = { agent, request, phaseId, id: session.id, onText: session.guide }
      const prompt = await steering.brief(steered)
      session.brief(prompt)
      const note = (progress: SessionProgress): void => {
        if (progress.type === 'event') return session.isOver ? undefined : emit(progress, session.name)
        const isRenamed = progress.type === 'session' && progress.sessionId !== session.id()
        session.add(progress)
        // Its records are found by this id if the engine dies.
        if (isRenamed && agent.readUsage && !session.isOver) feed({ ...session.book(), durationMs: 0 })
        if (progress.type === 'usage') {
          // An abandoned call, for example, has been charged: its usage since then is added.
          if (session.isOver || isBudgeted || session.sinceBooked() >= recordMs) feed(session.book())
          if (!session.isOver) show(session)
        }
        if (!session.isOver) emit(progress, session.name)
      }
      running.set(session, stop)
      const leave = steering.join(steered)
      try {
        const result = await guard({
          ...{ who: `driver "${agent.id}"`, workspace, phaseId, signal: stop.signal },
          ...(marker !== undefined && { marker }),
          async run(place) {
            const limits = isBudgeted ? limitsOf(phaseId) : undefined
            const tools = createSessionTools({
              ...{ workspace: place, access: request.access, signal: stop.signal, clock, marker },
              ...{ queue: queueCommand, secrets: options.secrets },
              command: host.commands && ((asked) => host.commands!.run(asked)),
            })
            const asked = { ...request, prompt, workspace: place, tools, ...(limits && { limits }) }
            const result = await callDriver(agent, asked, { signal: stop.signal, emit: note }, stop)
            session.take(result)
            // Charged below, unless the call was abandoned before it returned.
            if (session.isOver) feed(session.book())
            if (limits) checkUsage(agent, session.now(), limits)
            return result
          },
        })
        await session.end('completed')
        return result
      } catch (error) {
        await session.end(error)
        throw error
      } finally {
        running.delete(session)
        leave()
        feedAndWait(session.book()).then(showOther, () => {})
      }
    },
  }
}

const usedUp = () => driverError('budget_exceeded', { message: 'The budget is used up.' })

/** The purpose of a wait: whether a time budget ends then, if what is running does not end before. */
export const purposeOfWake = ({ budget, schedule, phases }: RunState, at: number): 'limit' | undefined => {
  const isOfPhase = (index: number): boolean => phases[index]!.place?.budgetWake === at
  return at === budget.wake || [...schedule.active].some(isOfPhase) ? 'limit' : undefined
}
