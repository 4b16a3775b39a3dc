import type {
  DriverV1,
  SessionProgress,
  SessionRequest,
  SessionResult,
  Usage,
} from '../../contract/driver.ts'
import type { Workspace } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure } from '../ensure.ts'
import { makeCase } from '../make-case.ts'
import { createMemoryFiles } from '../memory/memory-files.ts'
import { createSessionRequest } from './create-session-request.ts'

/** A driver under test, whose model answers every prompt with a short text. */
export interface DriverSubject {
  /** The driver under test. */
  driver: DriverV1
  /** Closes the driver and its model. Called after each case. */
  close(): void | Promise<void>
}

/** A session as seen by a test. */
export interface StartedSession {
  /** Resolves with the result, or the error with which the session rejected. */
  end: Promise<{ result: SessionResult } | { error: unknown }>
  /** The progress emitted so far. */
  emitted: SessionProgress[]
  /** Resolves with the first progress that matches. Rejects if the session ends without one. */
  reached(matches: (progress: SessionProgress) => boolean): Promise<void>
  /** The ids that the session reported. */
  sessionIds(): string[]
}

/** Starts the sessions of one case. */
export interface DriverSessions {
  subject: DriverSubject
  workspace: Workspace
  start(more?: Partial<SessionRequest>, signal?: AbortSignal): StartedSession
  /** Runs a session that must succeed. */
  run(more?: Partial<SessionRequest>): Promise<{ result: SessionResult; emitted: SessionProgress[] }>
}

/** Makes a case from a body. */
export type DriverCase = (
  name: string,
  body: (sessions: DriverSessions) => Promise<void>,
  /** The hooks and options that it needs, by name. */
  needs?: Readonly<Record<string, unknown>>,
) => ContractCase

export const driverCases =
  (
    create: () => DriverSubject | Promise<DriverSubject>,
    openWorkspace?: () => Workspace | Promise<Workspace>,
  ): DriverCase =>
  (name, body, needs = {}) =>
    makeCase(name, nameNeeds(needs), async () => {
      const subject = await create()
      const late: SessionProgress[] = []
      try {
        const workspace = (await openWorkspace?.()) ?? {
          id: 'w',
          base: '0'.repeat(40),
          fs: createMemoryFiles(new Map()),
        }
        await body(createSessions(subject, workspace, late))
      } finally {
        await subject.close()
      }
      ensure(
        late.length === 0,
        `a session emits nothing after its end, but it emitted ${JSON.stringify(late[0])}`,
      )
    })

const options = new Set(['resume', 'waits', 'steers', 'transcripts', 'readsUsage'])

/** Names hooks as properties of `faults`. */
const nameNeeds = (needs: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(needs).map(([name, need]) => [options.has(name) ? name : `faults.${name}`, need]),
  )

const createSessions = (
  subject: DriverSubject,
  workspace: Workspace,
  late: SessionProgress[],
): DriverSessions => {
  const start: DriverSessions['start'] = (more = {}, signal = new AbortController().signal) => {
    const request = createSessionRequest({ workspace, signal, ...more })
    const { workspace: place, ...asked } = request
    const before = JSON.stringify(asked)
    const emitted: SessionProgress[] = []
    let ended = false
    const watchers: (() => void)[] = []
    const notify = (): void => {
      for (const watch of watchers) watch()
    }
    const reached: StartedSession['reached'] = (matches) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (emitted.some(matches)) resolve()
          else if (ended) reject(new Error('Contract broken: the session ended before it reported its work'))
        }
        watchers.push(look)
        look()
      })
    const emit = (progress: SessionProgress): void => {
      if (ended) late.push(progress)
      else emitted.push(progress)
      notify()
    }
    const session = async (): Promise<{ result: SessionResult } | { error: unknown }> => {
      try {
        return { result: await subject.driver.runSession(request, { signal, emit }) }
      } catch (error) {
        return { error }
      } finally {
        ended = true
        notify()
        const { workspace: placeNow, ...askedNow } = request
        ensure(JSON.stringify(askedNow) === before && placeNow === place, 'the request is unchanged')
        ensureGrowth(emitted)
      }
    }
    return {
      end: session(),
      emitted,
      reached,
      sessionIds: () =>
        emitted.flatMap((progress) => (progress.type === 'session' ? [progress.sessionId] : [])),
    }
  }
  return {
    subject,
    workspace,
    start,
    async run(more) {
      const { end, emitted } = start(more)
      const ending = await end
      if ('error' in ending)
        throw new Error(`Contract broken: the session succeeds, but it threw ${describe(ending.error)}`, {
          cause: ending.error,
        })
      return { result: ending.result, emitted }
    },
  }
}

/** Throws if a running total shrinks. */
const ensureGrowth = (emitted: readonly SessionProgress[]): void => {
  let last: Usage = {}
  for (const progress of emitted) {
    if (progress.type !== 'usage') continue
    const { usage } = progress
    for (const meter of ['inputTokens', 'cachedInputTokens', 'outputTokens', 'usd'] as const)
      ensure((usage[meter] ?? 0) >= (last[meter] ?? 0), 'the running totals of a session never shrink')
    last = usage
  }
}

/** Returns the sum of the input and output tokens of a result. */
export const tokensOf = ({ usage }: Pick<SessionResult, 'usage'>): number =>
  (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)

/** Throws unless every number of a usage is valid. */
export const ensureUsage = ({ estimated, ...numbers }: Usage): void => {
  for (const value of Object.values(numbers))
    ensure(Number.isFinite(value) && value >= 0, 'usage is a number of at least 0')
  ensure(estimated !== true || numbers.usd !== undefined, 'only dollars are estimated')
  ensure(
    (numbers.cachedInputTokens ?? 0) <= (numbers.inputTokens ?? 0),
    'the cached tokens are a part of the input',
  )
}

/** Returns the failure of a session that must fail with a driver error. */
export const failureOf = async ({
  end,
}: StartedSession): Promise<{ class: string; retryAfterMs?: number }> => {
  const ending = await end
  ensure('error' in ending, 'it fails')
  const { error } = ending
  ensure(AmeliaError.is(error, 'DRIVER_FAILED'), `it rejects with a driver error, not ${describe(error)}`)
  ensure(error.message.trim() !== '', 'the error has a message')
  return error.details
}

/** Throws unless a value survives JSON unchanged. Ignores undefined properties. */
export const ensureStorable = (value: unknown, what: string): void => {
  const odd = findOdd(value, what)
  ensure(odd === undefined, `${what} survives JSON, but ${odd} does not`)
}

/** Returns the path of a part that JSON cannot represent. */
const findOdd = (value: unknown, place: string): string | undefined => {
  if (value === null || value === undefined || typeof value === 'string' || typeof value === 'boolean')
    return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : place
  if (typeof value !== 'object') return place
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  if (!isPlain) return place
  for (const [key, part] of Object.entries(value)) {
    const odd = findOdd(part, `${place}.${key}`)
    if (odd !== undefined) return odd
  }
  return undefined
}

export const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)
