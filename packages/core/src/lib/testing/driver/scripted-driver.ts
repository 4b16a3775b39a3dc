import {
  type CallContext,
  defineDriver,
  type DriverV1,
  type SessionProgress,
  type SessionRequest,
  type SessionResult,
  type SessionResume,
  type Transcript,
} from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import { checkArgument, checkOptions } from '../../error/check/check-options.ts'
import type { RulesOf } from '../../error/check/rule.ts'
import { rules } from '../../error/check/rules.ts'
import { createScriptedSession, type ScriptedSession } from './scripted-session.ts'

/**
 * The body of a scripted session. It may use the workspace, emit progress and throw. Returning nothing is an
 * empty success; under a budget, one that used nothing more than it emitted.
 */
export type SessionScript = (
  request: SessionRequest,
  context: CallContext<SessionProgress>,
  /** The number of the call of this script, from 0. A resume is a call too. */
  number: number,
  /** The session, which a resume continues. */
  session: ScriptedSession,
) => Promise<Partial<SessionResult> | undefined | void> | Partial<SessionResult> | undefined | void

/** A driver that counts reports a figure for each budget. An estimate does not replace emitted dollars. */
const noUsage = ({ limits = {} }: SessionRequest): SessionResult['usage'] => ({
  ...(limits.tokens !== undefined && { inputTokens: 0 }),
  ...(limits.usd !== undefined && { usd: 0, estimated: true }),
})

/** Options of {@link createScriptedDriver}. */
export interface ScriptedDriverOptions {
  /** Default: `scripted`. */
  id?: string | undefined
  /** Default: `scripted`. */
  provider?: string | undefined
  /** How developers report what they did. Default: no report is asked for. */
  reports?: DriverV1['reports'] | undefined
  /** Whether the prompt asks for a todo list, which the script emits. Default: false. */
  todo?: boolean | undefined
  /**
   * The body of the sessions of reviewers and evaluators, and of those that validate steps. Without it, they
   * approve, and have every comment implemented.
   */
  reviews?: SessionScript | undefined
  /**
   * How far sessions can be resumed. Default: `none`. Any other value makes a session report its id before
   * its script starts, remember what it finished, and have a transcript.
   */
  resume?: SessionResume | undefined
  /**
   * Makes the driver give texts to running sessions, and decides whether a session receives a text. Default:
   * the driver cannot do this.
   */
  steer?: ((session: ScriptedSession, text: string) => boolean | Promise<boolean>) | undefined
  /**
   * The stored sessions by id. Pass the map of an earlier driver to stand for another process of the engine.
   * Default: none.
   */
  sessions?: Map<string, ScriptedSession> | undefined
}

const { optional } = rules

const driverRules: RulesOf<ScriptedDriverOptions> = {
  id: optional(rules.name),
  provider: optional(rules.name),
  reports: optional(rules.oneOf('output', 'text')),
  todo: optional(rules.flag),
  reviews: optional(rules.function),
  resume: optional(rules.oneOf('none', 'process', 'machine', 'anywhere')),
  steer: optional(rules.function),
  sessions: optional({ expected: 'a Map of sessions by id', is: (value) => value instanceof Map }),
}

/** A driver that follows a script and records its requests. */
export interface ScriptedDriver extends DriverV1 {
  /** Every request that the driver received, in order. */
  readonly requests: SessionRequest[]
  /** The sessions that can be resumed, by id. Delete an entry to lose that session. */
  readonly sessions: Map<string, ScriptedSession>
  /** The ids of sessions that were resumed while they were still running; an engine never does this. */
  readonly overlaps: string[]
  /**
   * Ends the running sessions, or one of them, as a signal from outside does: they fail with `interrupted`,
   * and can be resumed.
   */
  kill(sessionId?: string): void
  /** Ends the driver's process: running sessions end, and sessions of a `process` driver are lost. */
  restart(): void
}

/**
 * Creates a driver that follows a script. The script is for sessions that work and plan; `reviews` is for
 * those that review.
 *
 * To fail in the middle of a session, the script throws after its first parts. It names its parts by `once`,
 * so that a resumed session does not repeat them:
 *
 *     createScriptedDriver(async ({ workspace }, _context, number, session) => {
 *       await session.once('a', () => workspace.fs.writeFile('/a', 'a'))
 *       if (number === 0) throw driverError('rate_limited')
 *       await session.once('b', () => workspace.fs.writeFile('/b', 'b'))
 *     }, { resume: 'machine' })
 *
 * Throws `OPTION_INVALID`.
 */
export const createScriptedDriver = (
  script: SessionScript = () => {},
  options: ScriptedDriverOptions = {},
): ScriptedDriver => {
  checkArgument('createScriptedDriver', 'script', script, rules.function)
  checkOptions('createScriptedDriver', options, driverRules)
  const { id = 'scripted', provider = 'scripted', reports, resume = 'none', reviews = approve } = options
  const sessions = options.sessions ?? new Map<string, ScriptedSession>()
  const requests: SessionRequest[] = []
  const overlaps: string[] = []
  const running = new Map<
    string,
    { stop: AbortController; end: Promise<unknown>; session: ScriptedSession }
  >()

  const open = (request: SessionRequest, number: number): ScriptedSession => {
    const { sessionId: given } = options.steer ? request : {}
    if (resume === 'none') return createScriptedSession(given ?? `session-${number}`)
    const id = request.resume ?? request.sessionId ?? `session-${number}`
    const session = request.resume === undefined ? createScriptedSession(id) : sessions.get(id)
    if (session === undefined)
      throw driverError('session_lost', { message: `The session ${id} does not exist.` })
    sessions.set(id, session)
    return session
  }

  const calls = new Map<SessionScript, number>()

  const play = async (
    request: SessionRequest,
    { signal, emit }: CallContext<SessionProgress>,
    session: ScriptedSession,
  ): Promise<SessionResult> => {
    const own = request.role === 'reviewer' || request.role === 'evaluator' ? reviews : script
    const number = calls.get(own) ?? 0
    calls.set(own, number + 1)
    session.requests.push(request)
    if (resume !== 'none') emit({ type: 'session', sessionId: session.id })
    const result = await own(request, { signal, emit }, number, session)
    signal.throwIfAborted()
    return { sessionId: session.id, text: '', usage: noUsage(request), ...result }
  }

  const kill = (sessionId?: string): void => {
    for (const [id, { stop }] of running)
      if (sessionId === undefined || sessionId === id)
        stop.abort(driverError('interrupted', { message: 'The program was ended by SIGKILL.' }))
  }

  const steer = async (sessionId: string, text: string): Promise<boolean> => {
    const { session } = running.get(sessionId) ?? {}
    if (!session || !(await options.steer?.(session, text))) return false
    session.texts.push(text)
    return true
  }

  const driver = defineDriver({
    id,
    provider,
    meters: ['tokens', 'usd'],
    ...(reports === undefined ? {} : { reports }),
    ...(options.todo && { todo: true as const }),
    ...(resume === 'none' ? {} : { resume, readTranscript: async (id) => transcriptOf(sessions.get(id)) }),
    ...(options.steer && { steer }),
    async runSession(request, context) {
      context.signal.throwIfAborted()
      const number = requests.push(request) - 1
      const session = open(request, number)
      const earlier = running.get(session.id)
      if (earlier !== undefined) overlaps.push(session.id)
      const stop = new AbortController()
      const signal = AbortSignal.any([context.signal, stop.signal])
      const emit = (progress: SessionProgress): void => {
        if (!stop.signal.aborted) context.emit(progress)
      }
      const end = (async () => {
        await earlier?.end.catch(() => {})
        signal.throwIfAborted()
        const killed = new Promise<never>((_resolve, reject) => {
          stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true })
        })
        return Promise.race([play(request, { signal, emit }, session), killed])
      })()
      running.set(session.id, { stop, end, session })
      try {
        return await end
      } finally {
        if (running.get(session.id)?.stop === stop) running.delete(session.id)
      }
    },
  })
  return {
    ...driver,
    requests,
    sessions,
    overlaps,
    kill,
    restart() {
      kill()
      if (resume === 'process') sessions.clear()
    },
  }
}

/** Approves in every form that a session of a review is asked for, and decides nothing about comments. */
const approve: SessionScript = ({ prompt }) => {
  const criteria = [...prompt.matchAll(/^- `([^`]+)`, to be answered by name:/gm)].map(([, name]) => ({
    ...{ name, met: true, reason: 'Approved.' },
  }))
  return {
    output: {
      approved: true,
      summary: 'Approved.',
      comments: [],
      criteria,
      judgements: [],
      ok: true,
      issues: [],
    },
  }
}

const transcriptOf = (session: ScriptedSession | undefined): Transcript | undefined =>
  session && {
    format: 'json',
    text: JSON.stringify({ prompts: session.requests.map(({ prompt }) => prompt), done: session.done }),
  }
