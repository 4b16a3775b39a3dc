import type { DriverV1, SessionProgress, SessionRequest, SessionResult } from '../../contract/driver.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure } from '../ensure.ts'
import { createMemoryFiles } from '../memory/memory-files.ts'

/** A driver to try, with a model behind it that answers every prompt with a short text. */
export interface DriverSubject {
  driver: DriverV1
  close(): Promise<void>
}

/** One session as a test sees it. */
export interface StartedSession {
  /** How it ended. */
  end: Promise<{ result: SessionResult } | { error: unknown }>
  /** What it said so far. */
  heard: SessionProgress[]
  /** Resolves with the first thing that it says. */
  said: Promise<void>
}

/** Sessions of one case. */
export interface DriverSessions {
  subject: DriverSubject
  workspace: Workspace
  start(more?: Partial<SessionRequest>, signal?: AbortSignal): StartedSession
  /** A session that has to end well. */
  run(more?: Partial<SessionRequest>): Promise<{ result: SessionResult; heard: SessionProgress[] }>
}

/** Makes a case of a body. */
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
        `a session says nothing after its end, and it said ${JSON.stringify(late[0])}`,
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
    const heard: SessionProgress[] = []
    let ended = false
    let first = (): void => {}
    const said = new Promise<void>((resolve) => {
      first = resolve
    })
    const emit = (progress: SessionProgress): void => {
      if (ended) late.push(progress)
      else heard.push(progress)
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
        ensure(JSON.stringify(askedNow) === before && placeNow === place, 'the request is left as it was')
        ensureGrowth(heard)
      }
    }
    return { end: session(), heard, said }
  }
  return {
    subject,
    workspace,
    start,
    async run(more) {
      const { end, heard } = start(more)
      const ending = await end
      if ('error' in ending)
        throw new Error(`Contract broken: the session ends well, and it threw ${describe(ending.error)}`, {
          cause: ending.error,
        })
      return { result: ending.result, heard }
    },
  }
}

/** Running totals never shrink. */
const ensureGrowth = (heard: readonly SessionProgress[]): void => {
  let last = { inputTokens: 0, outputTokens: 0, usd: 0 }
  for (const progress of heard) {
    if (progress.type !== 'usage') continue
    const { inputTokens = 0, outputTokens = 0, usd = 0 } = progress.usage
    ensure(
      inputTokens >= last.inputTokens && outputTokens >= last.outputTokens && usd >= last.usd,
      'what a session used only grows while it goes on',
    )
    last = { inputTokens, outputTokens, usd }
  }
}

/** All tokens of a result. */
export const tokensOf = ({ usage }: SessionResult): number =>
  (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0)

/** Throws unless a value is the same after it was stored as JSON. Properties without a value are none. */
export const ensureStorable = (value: unknown, what: string): void => {
  const odd = findOdd(value, what)
  ensure(odd === undefined, `${what} is the same after JSON, and ${odd} is not`)
}

/** Where something is that JSON cannot hold. */
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
