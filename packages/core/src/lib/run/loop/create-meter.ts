import type {
  DriverV1,
  SessionProgress,
  SessionRequest,
  SessionResult,
  Usage,
} from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { InputDraft } from '../../machine/state/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { remainingOf } from '../../policy/dispatch/find-exhausted.ts'
import type { GuardCall } from '../../perform/guard/guard-call.ts'

export interface MeterOptions {
  state: RunState
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

/**
 * Creates the meter. With a budget, a session is journalled before it starts and charged whenever it reports
 * usage; without one it is charged once at its end. A session that the machine does not admit is not started.
 */
export const createMeter = ({ state, uniqueId, feed, feedAndWait }: MeterOptions): Meter => {
  // A resume may have set limits that the run did not have.
  const isLimited = (): boolean =>
    Object.keys(state.budget.allowed).length > 0 || Object.keys(state.settings.phaseBudget).length > 0
  const running = new Map<string, { phaseId: string | undefined; controller: AbortController }>()

  const limitsOf = (phaseId: string | undefined): SessionRequest['limits'] => {
    const phase = phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId) ?? -1]
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

  return {
    stop(phaseId) {
      for (const session of running.values())
        if (session.phaseId === phaseId) session.controller.abort(usedUp())
    },
    async run({ agent, request, phaseId, stop, emit, guard }) {
      const { signal } = stop
      const isBudgeted = isLimited()
      const { marker, workspace } = request
      const call = {
        who: `driver "${agent.id}"`,
        workspace,
        phaseId,
        ...(marker !== undefined && { marker }),
      }
      if (!isBudgeted && agent.meters.length === 0)
        return guard({
          ...call,
          signal,
          run: (place) => agent.runSession({ ...request, workspace: place }, { signal, emit }),
        })
      const session = uniqueId()
      const controller = new AbortController()
      const of = phaseId === undefined ? {} : { phaseId }
      let used = { tokens: 0, usd: 0 }
      const book = (over: boolean): InputDraft => ({ type: 'session_used', ...of, session, ...used, over })
      if (isBudgeted) {
        await feedAndWait(book(false))
        if (!state.budget.sessions.has(session)) throw usedUp()
      }
      let abandoned = false
      /** After the call was abandoned, charges the difference to what was already recorded. */
      const charge = (usage: Usage): void => {
        const before = used
        used = largerOf(used, usage)
        const more = { tokens: used.tokens - before.tokens, usd: used.usd - before.usd }
        if (abandoned) feed({ type: 'session_used', ...of, session, ...more, over: true, late: true })
        else if (isBudgeted) feed(book(false))
      }
      running.set(session, { phaseId, controller })
      try {
        const either = AbortSignal.any([signal, controller.signal])
        const note = (progress: SessionProgress): void => {
          if (progress.type === 'usage') charge(progress.usage)
          if (!abandoned) emit(progress)
        }
        return await guard({
          ...call,
          signal: either,
          async run(place) {
            const limits = isBudgeted ? { limits: limitsOf(phaseId) } : {}
            const asked = { ...request, workspace: place, ...limits }
            const result = await agent.runSession(asked, { signal: either, emit: note })
            // Charged in `finally`, unless the call was abandoned before it returned.
            if (abandoned) charge(result.usage)
            else used = largerOf(used, result.usage)
            return result
          },
        })
      } catch (error) {
        abandoned = AmeliaError.is(error, 'CALL_ABANDONED')
        // The budget stopped the session, whatever error the driver reports.
        if (controller.signal.aborted && !signal.aborted) throw controller.signal.reason
        throw error
      } finally {
        running.delete(session)
        feed(book(true))
      }
    },
  }
}

const usedUp = () => driverError('budget_exceeded', { message: 'The budget is used up.' })

/** Totals never decrease. A reported value that is not a finite number counts as 0. */
const largerOf = (
  { tokens, usd }: { tokens: number; usd: number },
  { inputTokens, outputTokens, usd: dollars }: Usage,
): { tokens: number; usd: number } => ({
  tokens: Math.max(tokens, count(inputTokens) + count(outputTokens)),
  usd: Math.max(usd, count(dollars)),
})

const count = (value: number | undefined): number => (Number.isFinite(value) ? Math.max(0, value!) : 0)
