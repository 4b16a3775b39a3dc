import type { DriverV1, SessionProgress, SessionRequest, SessionResult } from '../../contract/driver.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure } from '../ensure.ts'
import { createMemoryFiles } from '../memory/memory-files.ts'

/** A driver under test, whose model answers every prompt with a short text. */
export interface DriverSubject {
  driver: DriverV1
  close(): Promise<void>
}

/** A session as seen by a test. */
export interface StartedSession {
  /** Resolves with the result, or the error with which the session rejected. */
  end: Promise<{ result: SessionResult } | { error: unknown }>
  /** The progress emitted so far. */
  emitted: SessionProgress[]
  /** Resolves with the first progress. */
  firstEmitted: Promise<void>
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
  covered?: boolean,
) => ContractCase

export const driverCases =
  (create: () => Promise<DriverSubject>, openWorkspace?: () => Promise<Workspace>): DriverCase =>
  (name, body, covered = true) => ({
    name,
    covered,
    async run() {
      if (!covered) return
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
    },
  })

const createSessions = (
  subject: DriverSubject,
  workspace: Workspace,
  late: SessionProgress[],
): DriverSessions => {
  const start: DriverSessions['start'] = (more = {}, signal = new AbortController().signal) => {
    const request: SessionRequest = {
      role: 'developer',
      prompt: 'Say hello.',
      workspace,
      access: 'write',
      limits: {},
      ...more,
    }
    const { workspace: place, ...asked } = request
    const before = JSON.stringify(asked)
    const emitted: SessionProgress[] = []
    let ended = false
    let first = (): void => {}
    const firstEmitted = new Promise<void>((resolve) => {
      first = resolve
    })
    const emit = (progress: SessionProgress): void => {
      if (ended) late.push(progress)
      else emitted.push(progress)
      first()
    }
    const session = async (): Promise<{ result: SessionResult } | { error: unknown }> => {
      try {
        return { result: await subject.driver.runSession(request, { signal, emit }) }
      } catch (error) {
        return { error }
      } finally {
        ended = true
        const { workspace: placeNow, ...askedNow } = request
        ensure(JSON.stringify(askedNow) === before && placeNow === place, 'the request is unchanged')
        ensureGrowth(emitted)
      }
    }
    return { end: session(), emitted, firstEmitted }
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
  let last = { inputTokens: 0, outputTokens: 0, usd: 0 }
  for (const progress of emitted) {
    if (progress.type !== 'usage') continue
    const { inputTokens = 0, outputTokens = 0, usd = 0 } = progress.usage
    ensure(
      inputTokens >= last.inputTokens && outputTokens >= last.outputTokens && usd >= last.usd,
      'the running totals of a session never shrink',
    )
    last = { inputTokens, outputTokens, usd }
  }
}

/** Returns the sum of the input and output tokens of a result. */
export const tokensOf = ({ usage }: SessionResult): number =>
  (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)

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
