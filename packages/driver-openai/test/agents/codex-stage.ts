import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DriverV1, SessionProgress } from '@amelia/core'
import type { SessionRequest, SessionResult } from '@amelia/core/plugin'
import { createSessionRequest } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { afterEach } from 'vitest'
import { type CodexOptions, type AgentParts, createCodex } from '../../src/index.ts'
import {
  type FakeResponses,
  type ModelAnswer,
  type ModelRequest,
  startFakeResponses,
} from './fake-responses.ts'
import { loadRealSdk } from './real-codex.ts'

/** The real Codex with a model that a test plays. */
export interface CodexStage {
  driver: DriverV1
  model: FakeResponses
  /** The folder of the sessions. */
  dir: string
  home: string
  progress: SessionProgress[]
  session(request?: Partial<SessionRequest>, signal?: AbortSignal): Promise<SessionResult>
}

const closers: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Creates a folder that is deleted after the test. */
export const folder = (name: string, place = tmpdir()): string => {
  const path = realpathSync(mkdtempSync(join(place, `amelia-${name}-`)))
  closers.push(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  return path
}

export const testKey = 'sk-test-0123456789'

export const setCodexStage = async (
  answer: (request: ModelRequest, number: number) => ModelAnswer | Promise<ModelAnswer>,
  options: CodexOptions = {},
  parts: Partial<AgentParts> = {},
): Promise<CodexStage> => {
  const model = await startFakeResponses(answer)
  const [dir, home] = [folder('work'), folder('codex-home')]
  const driver = createCodex(
    { baseUrl: model.url, apiKey: testKey, model: 'gpt-5.1-codex', home, ...options },
    { load: loadRealSdk, ...parts },
  )
  closers.push(
    () => model.close(),
    () => driver.close?.(),
  )
  const progress: SessionProgress[] = []
  return {
    driver,
    model,
    dir,
    home,
    progress,
    session: (request = {}, signal = new AbortController().signal) =>
      driver.runSession(
        createSessionRequest({
          prompt: 'Do it.',
          workspace: { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) },
          ...request,
        }),
        { signal, emit: (said) => void progress.push(said) },
      ),
  }
}
