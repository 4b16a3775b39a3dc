import type { Clock } from '../../contract/clock.ts'
import type {
  DriverV1,
  SessionProgress,
  SessionRequest,
  SessionResult,
  Usage,
} from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import type { SessionFacts } from '../../event/charged-session.ts'
import type { InputDraft } from '../../machine/state/input.ts'
import type { PhaseState } from '../../machine/state/phase-state.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { remainingOf } from '../../policy/dispatch/find-exhausted.ts'
import { mergeUsage } from '../../policy/spending/merge-usage.ts'
import type { GuardCall } from '../../perform/guard/guard-call.ts'

export interface MeterOptions {
  state: RunState
  clock: Clock
  uniqueId(): string
  feed(input: InputDraft): void
  /** Resolves once the machine has applied the input. */
  feedAndWait(input: InputDraft): Promise<void>
}

export interface MeteredCall {
  agent: DriverV1
  request: SessionRequest
  /** The session's phase. */
  phaseId: string | undefined
  /** Its signal stops the session. */
  stop: Pick<AbortController, 'signal'>
  emit(progress: SessionProgress): void
  /** Abandons a session that ignores its signal. */
  guard: GuardCall
}

/** Runs sessions and records their usage. */
export interface Meter {
  run(call: MeteredCall): Promise<SessionResult>
  /** Stops the sessions of a phase, or without an id those of the run. */
  stop(phaseId: string | undefined): void
}

/** How often usage is journalled without a budget, in milliseconds: a crash loses less than that. */
const recordMs = 60_000

/**
 * Creates the meter. A session is journalled before it starts, charged while it runs, and charged at its end,
 * whether it succeeded, failed or was stopped. With a budget, every report of its usage is a charge; without
 * one, at most one a minute. A session that the machine does not admit is not started.
 */
export const createMeter = ({ state, clock, uniqueId, feed, feedAndWait }: MeterOptions): Meter => {
  // A resume may have set limits that the run did not have.
  const isLimited = (): boolean =>
    Object.keys(state.budget.allowed).length > 0 || Object.keys(state.settings.phaseBudget).length > 0
  const running = new Map<string, { phaseId: string | undefined; controller: AbortController }>()

  const findPhase = (phaseId: string | undefined): PhaseState | undefined =>
    phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId) ?? -1]

  const limitsOf = (phaseId: string | undefined): SessionRequest['limits'] => {
    const phase = findPhase(phaseId)
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

  /** A session of an attempt counts in that attempt, even if its caller does not name it. */
  const factsOf = ({ agent, request, phaseId }: MeteredCall): SessionFacts => {
    const { role, model, unit, dispatch, resume, sessionId = resume } = request
    const attempt = request.attempt ?? findPhase(phaseId)?.attempt.number
    return {
      role,
      driver: agent.id,
      ...(model !== undefined && { model }),
      ...(unit && { unit }),
      ...(attempt !== undefined && { attempt }),
      ...(dispatch !== undefined && { dispatch }),
      ...(sessionId !== undefined && { sessionId }),
    }
  }

  return {
    stop(phaseId) {
      for (const session of running.values())
        if (session.phaseId === phaseId) session.controller.abort(usedUp())
    },
    async run(call) {
      const { agent, request, phaseId, stop, emit, guard } = call
      const { signal } = stop
      const isBudgeted = isLimited()
      const { marker, workspace } = request
      const session = uniqueId()
      const controller = new AbortController()
      const of = phaseId === undefined ? {} : { phaseId }
      const facts = factsOf(call)
      const began = clock.now()
      let used: Usage = {}
      let recorded = began
      const book = (over: boolean): InputDraft => {
        recorded = clock.now()
        const durationMs = Math.max(0, recorded - began)
        return { type: 'session_used', ...of, session, facts: { ...facts }, usage: used, durationMs, over }
      }
      await feedAndWait(book(false))
      if (!state.budget.sessions.has(session)) throw usedUp()
      let isOver = false
      const charge = (usage: Usage): void => {
        used = mergeUsage(used, usage)
        // An abandoned call, for example, has been charged: its usage since then is added.
        if (isOver) feed(book(true))
        else if (isBudgeted || clock.now() - recorded >= recordMs) feed(book(false))
      }
      running.set(session, { phaseId, controller })
      try {
        const either = AbortSignal.any([signal, controller.signal])
        const note = (progress: SessionProgress): void => {
          if (progress.type === 'session') facts.sessionId = progress.sessionId
          if (progress.type === 'usage') charge(progress.usage)
          if (!isOver) emit(progress)
        }
        return await guard({
          ...{ who: `driver "${agent.id}"`, workspace, phaseId, signal: either },
          ...(marker !== undefined && { marker }),
          async run(place) {
            const limits = isBudgeted ? { limits: limitsOf(phaseId) } : {}
            const asked = { ...request, workspace: place, ...limits }
            const result = await agent.runSession(asked, { signal: either, emit: note })
            if (result.sessionId !== undefined) facts.sessionId = result.sessionId
            // Charged in `finally`, unless the call was abandoned before it returned.
            if (isOver) charge(result.usage)
            else used = mergeUsage(used, result.usage)
            return result
          },
        })
      } catch (error) {
        // The budget stopped the session, whatever error the driver reports.
        if (controller.signal.aborted && !signal.aborted) throw controller.signal.reason
        throw error
      } finally {
        isOver = true
        running.delete(session)
        feed(book(true))
      }
    },
  }
}

const usedUp = () => driverError('budget_exceeded', { message: 'The budget is used up.' })
