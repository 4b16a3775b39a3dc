import { driverError } from '../../contract/driver-error.ts'
import type { Clock } from '../../contract/clock.ts'
import type {
  DriverV1,
  SessionProgress,
  SessionRequest,
  SessionResult,
  Usage,
} from '../../contract/driver.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { callDriver } from '../boundary/call-driver.ts'
import { callWithGrace, defaultCallGraceMs } from '../../perform/guard/call-with-grace.ts'
import { createSessionTools } from '../../perform/tool/create-session-tools.ts'
import { countTokens } from '../../policy/spending/count-tokens.ts'
import { checkUsage } from '../loop/check-usage.ts'
import { defaultSessionTimeoutMs, limitSession } from '../loop/limit/limit-session.ts'

export type Asked = Pick<SessionRequest, 'prompt' | 'resume'>

export type ArchitectAsker = (asked: Asked) => Promise<{ result: SessionResult; usage: Usage }>

interface ArchitectAskerOptions {
  driver: DriverV1
  host: { clock: Clock }
  limits?: SessionRequest['limits'] | undefined
  onProgress?: ((progress: SessionProgress) => void) | undefined
  callGraceMs?: number | undefined
  sessionTimeoutMs?: number | undefined
}

/** Runs sessions one after another, each with the remaining limits, and adds up their usage. */
export const createArchitectAsker = (
  {
    driver,
    host,
    limits = {},
    onProgress = () => {},
    callGraceMs = defaultCallGraceMs,
    sessionTimeoutMs = defaultSessionTimeoutMs,
  }: ArchitectAskerOptions,
  workspace: Workspace,
  signal: AbortSignal,
): ArchitectAsker => {
  // The time in which a person reads a plan is not the agent's.
  let spentMs = 0
  let spentTokens = 0
  const total: Required<Pick<Usage, 'inputTokens' | 'outputTokens' | 'usd'>> = {
    inputTokens: 0,
    outputTokens: 0,
    usd: 0,
  }
  const { tokens, usd, wallMs } = limits
  const count = (used: Usage, ms: number): void => {
    spentMs += ms
    spentTokens += countTokens(used)
    for (const kind of ['inputTokens', 'outputTokens', 'usd'] as const) total[kind] += used[kind] ?? 0
  }
  return async (asked) => {
    const left = {
      ...(tokens === undefined ? {} : { tokens: Math.max(0, tokens - spentTokens) }),
      ...(usd === undefined ? {} : { usd: Math.max(0, usd - total.usd) }),
      ...(wallMs === undefined ? {} : { wallMs: Math.max(0, wallMs - spentMs) }),
    }
    for (const [kind, amount] of Object.entries(left))
      if (amount <= 0) throw driverError('budget_exceeded', { message: `The ${kind} limit is used up.` })
    const request = { role: 'architect', access: 'read', workspace, limits: left, ...asked } as const
    const withTools = (signal: AbortSignal): SessionRequest => {
      const tools = createSessionTools({ workspace, access: 'read', signal, clock: host.clock })
      return { ...request, tools }
    }
    const began = host.clock.now()
    const limit = { clock: host.clock, timeoutMs: sessionTimeoutMs, signal }
    let reported: Usage = {}
    const emit = (progress: SessionProgress): void => {
      // A plan that is being written has no run, and so no events.
      if (progress.type === 'event') return
      if (progress.type === 'usage') reported = progress.usage
      onProgress(progress)
    }
    const result = await limitSession(limit, (stop) => {
      const { signal } = stop
      return callWithGrace(() => callDriver(driver, withTools(signal), { signal, emit }, stop), {
        clock: host.clock,
        signal,
        who: `driver "${driver.id}"`,
        graceMs: callGraceMs,
      })
    }).catch((error: unknown) => {
      count(reported, host.clock.now() - began)
      throw error
    })
    signal.throwIfAborted()
    const used = { ...reported, ...result.usage }
    checkUsage(driver, used, left)
    count(used, host.clock.now() - began)
    return { result, usage: { ...total } }
  }
}
