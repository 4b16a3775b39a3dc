import { checkTokens } from '@amelia/agent-process'
import { driverError, type Usage } from '@amelia/core/plugin'
import type { AcpSession } from '../task/acp-session.ts'
import { exportSession } from './export-session.ts'
import { readExport, type StoredSession, usageSince } from './read-export.ts'
import { readResultUsage } from './read-result-usage.ts'

/** Counts the usage of one session, as far as its agent tells it. */
export interface SessionUsage {
  /** Receives the result of a prompt. */
  answered(response: unknown): void
  /** Reads the agent's records, and stops the session at its limits. Calls at once are joined. */
  check(): Promise<void>
  /** Reads the agent's records, emits the usage, and returns it with the last message of the records. */
  complete(): Promise<{ used: Usage; last?: string; error?: string }>
}

/** A session whose usage is counted. */
export interface Counting {
  /** Reads the id of the session; undefined before it is known. */
  sessionId(): string | undefined
  /** The session before this request, if it is resumed. */
  before: StoredSession | undefined
  /** Stops the session. */
  stop(reason: Error): void
}

/** Starts to count. */
export const createSessionUsage = (
  session: AcpSession,
  { sessionId, before, stop }: Counting,
): SessionUsage => {
  const { request, context, settings } = session
  const { limits, resume } = request
  const isExported = settings.profile.usage === 'export'
  let used: Usage = {}
  let reading: Promise<void> | undefined
  let last: string | undefined
  let error: string | undefined
  let isStale = false

  const read = async (): Promise<void> => {
    const id = sessionId()
    const text = isExported && id !== undefined ? await exportSession(session, id) : undefined
    const now = text === undefined ? undefined : readExport(text)
    last = now?.messages.at(-1) ?? last
    error = now?.error
    // Without the figures before a resume, those of this part are unknown.
    if (now === undefined || (resume !== undefined && before === undefined)) return
    const next = usageSince(now.usage, before?.usage ?? {})
    if ((next.inputTokens ?? 0) < (used.inputTokens ?? 0) || next.inputTokens === undefined) return
    used = next
    context.emit({ type: 'usage', usage: used })
  }
  const check = async (): Promise<void> => {
    do {
      isStale = false
      await read()
      const exceeded = checkTokens(used, limits.tokens) ?? checkDollars(used, limits.usd)
      if (exceeded) stop(exceeded)
    } while (isStale)
  }

  return {
    answered(response) {
      if (settings.profile.usage !== 'result') return
      const { inputTokens, cachedInputTokens, outputTokens } = readResultUsage(response)
      if (inputTokens === undefined) return
      used = {
        ...used,
        inputTokens: (used.inputTokens ?? 0) + inputTokens,
        cachedInputTokens: (used.cachedInputTokens ?? 0) + (cachedInputTokens ?? 0),
        outputTokens: (used.outputTokens ?? 0) + (outputTokens ?? 0),
      }
      context.emit({ type: 'usage', usage: used })
    },
    async check() {
      // Each reading starts the agent's program: only a limit is worth it.
      if (!isExported || (limits.tokens === undefined && limits.usd === undefined)) return
      isStale = true
      reading ??= check().finally(() => (reading = undefined))
      await reading
    },
    async complete() {
      await reading
      await read()
      return { used, ...(last === undefined ? {} : { last }), ...(error === undefined ? {} : { error }) }
    },
  }
}

const checkDollars = ({ usd = 0 }: Usage, limit: number | undefined): Error | undefined =>
  limit === undefined || usd < limit
    ? undefined
    : driverError('budget_exceeded', { message: `The session used up its limit of ${limit} dollars.` })
