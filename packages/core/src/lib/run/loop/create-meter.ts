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
import { remainingOf } from '../../policy/dispatch/budget.ts'
import type { GuardCall } from '../../perform/guard/guard-call.ts'

export interface MeterOptions {
  state: RunState
  uniqueId(): string
  feed(input: InputDraft): void
  /** Resolves when the machine has taken the input. */
  tell(input: InputDraft): Promise<void>
}

export interface MeteredCall {
  agent: DriverV1
  request: SessionRequest
  /** The phase that the session works for. */
  phaseId: string | undefined
  /** Its signal stops the session. */
  stop: Pick<AbortController, 'signal'>
  emit(progress: SessionProgress): void
  /** Abandons a session that ignores its signal. */
  guard: GuardCall
}

/** Runs sessions and keeps their books. */
export interface Meter {
  run(call: MeteredCall): Promise<SessionResult>
  /** Stops the sessions of a phase, or those that work for the whole run. */
  stop(phaseId: string | undefined): void
}

/**
 * Where there is a budget, a session is in the journal before it begins, and what it uses is charged as it says so; else once at
 * its end. A session that the machine does not take into its books is not begun.
 */
export const createMeter = ({ state, uniqueId, feed, tell }: MeterOptions): Meter => {
  const { budget, phaseBudget } = state.settings
  const isBudgeted = Object.keys(budget).length > 0 || Object.keys(phaseBudget).length > 0
  const running = new Map<string, { phaseId: string | undefined; controller: AbortController }>()

  const limitsOf = (phaseId: string | undefined): SessionRequest['limits'] => {
    const phase = phaseId === undefined ? undefined : state.phases[state.graph.index.get(phaseId) ?? -1]
    const { tokens, usd, wallMs } = remainingOf(
      { spent: state.spent, budget: state.allowed },
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
        await tell(book(false))
        if (!state.sessions.has(session)) throw usedUp()
      }
      let abandoned = false
      /** What is charged late counts as used by the same session: it is the difference to what is in the books. */
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
            // Its end is charged below, unless it comes after the call was abandoned.
            if (abandoned) charge(result.usage)
            else used = largerOf(used, result.usage)
            return result
          },
        })
      } catch (error) {
        abandoned = AmeliaError.is(error, 'CALL_ABANDONED')
        // However the agent puts it, that is why it was stopped.
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

/** Totals only grow. What a driver makes up that is no number counts for nothing. */
const largerOf = (
  { tokens, usd }: { tokens: number; usd: number },
  { inputTokens, outputTokens, usd: dollars }: Usage,
): { tokens: number; usd: number } => ({
  tokens: Math.max(tokens, count(inputTokens) + count(outputTokens)),
  usd: Math.max(usd, count(dollars)),
})

const count = (value: number | undefined): number => (Number.isFinite(value) ? Math.max(0, value!) : 0)
