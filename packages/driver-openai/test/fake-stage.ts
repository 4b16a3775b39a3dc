import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionProgress } from '@amelia/core'
import type { SessionRequest } from '@amelia/core/plugin'
import { createSessionRequest } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { afterEach, expect } from 'vitest'
import { type CodexOptions, type AgentParts, createCodex } from '../src/index.ts'
import { createFakeSdk, type FakeTurn, message } from './fake-sdk.ts'

const folders: string[] = []
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})
const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'amelia-codex-unit-'))
  folders.push(path)
  return path
}

/** A turn with one message and its usage. */
export const good: FakeTurn = function* (session) {
  session.spend(10, 5)
  yield message('done')
  yield { type: 'turn.completed', usage: { input_tokens: 10, output_tokens: 5 } }
}

/** Creates a driver over a fake SDK, with a folder to work in. */
export const stage = (turn: FakeTurn = good, options: CodexOptions = {}, parts: Partial<AgentParts> = {}) => {
  const fake = createFakeSdk(turn)
  const [dir, home] = [folder(), folder()]
  const driver = createCodex(
    { apiKey: 'sk-secret-1', home, ...options },
    { load: async () => fake.sdk, environment: {}, ...parts },
  )
  const progress: SessionProgress[] = []
  const session = (more: Partial<SessionRequest> = {}, signal = new AbortController().signal) =>
    driver.runSession(
      createSessionRequest({
        prompt: 'Do it.',
        workspace: { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) },
        ...more,
      }),
      { signal, emit: (each) => void progress.push(each) },
    )
  return { driver, sessions: fake.sessions, completed: fake.completed, session, progress, dir, home }
}
/** Matches a driver error. */
export const failure = (name: string, message: RegExp) => ({
  code: 'DRIVER_FAILED',
  details: { class: name },
  message: expect.stringMatching(message),
})
