import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AmeliaError,
  type DriverV1,
  type SessionProgress,
  type SessionRequest,
  type Usage,
} from '@amelia/core/plugin'
import { createManualClock, createSessionRequest, type ManualClock } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { afterAll } from 'vitest'
import type { ClaudeOptions } from '../src/lib/option/claude-options.ts'
import { createClaude } from '../src/lib/create-claude.ts'
import { createFakeSdk, type FakeSdk, init, type Play } from './fake-sdk.ts'

export const dir = mkdtempSync(join(tmpdir(), 'amelia-session-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** The agent's own folder. */
const home = join(dir, 'home')

export const workspace = { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }

/** Sessions without a program, with a manual clock. */
export interface Stage {
  sdk: FakeSdk
  clock: ManualClock
  /** Progress of all sessions. */
  progress: SessionProgress[]
  driverOf(options?: ClaudeOptions): DriverV1
  run(
    more?: Partial<SessionRequest>,
    place?: { driver?: DriverV1; signal?: AbortSignal },
  ): ReturnType<DriverV1['runSession']>
  usages(): Usage[]
  /** Resolves with the first progress that matches. */
  reached(matches: (progress: SessionProgress) => boolean): Promise<SessionProgress>
}

export const createStage = (): Stage => {
  const sdk = createFakeSdk(undefined, home)
  const clock = createManualClock()
  const progress: SessionProgress[] = []
  const watchers = new Set<() => void>()
  const driverOf = (options: ClaudeOptions = {}): DriverV1 =>
    createClaude(
      { apiKey: 'sk-test-key', home, ...options },
      { load: async () => sdk, clock, environment: {} },
    )
  return {
    sdk,
    clock,
    progress,
    driverOf,
    run: (more = {}, { driver = driverOf(), signal = new AbortController().signal } = {}) =>
      driver.runSession(createSessionRequest({ prompt: 'Work.', workspace, ...more }), {
        signal,
        emit(each) {
          progress.push(each)
          for (const watch of watchers) watch()
        },
      }),
    usages: () => progress.filter((each) => each.type === 'usage').map(({ usage }) => usage),
    reached: (matches) =>
      new Promise((resolve) => {
        const watch = (): void => {
          const found = progress.find(matches)
          if (found === undefined) return
          watchers.delete(watch)
          resolve(found)
        }
        watchers.add(watch)
        watch()
      }),
  }
}

/** Details and message of a session's driver error, or any other error it threw. */
export const failureOf = async (session: Promise<unknown>) => {
  const error = await session.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return AmeliaError.is(error, 'DRIVER_FAILED') ? { message: error.message, ...error.details } : { error }
}

export const sessionOf = (...messages: unknown[]): Play =>
  async function* (call) {
    yield init(call)
    yield* messages
  }

/** Lets pending work that needs no time continue. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
