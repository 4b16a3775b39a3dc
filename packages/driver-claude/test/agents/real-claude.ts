import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AgentParts } from '@amelia/agent-process'
import {
  AmeliaError,
  type DriverV1,
  type SessionProgress,
  type SessionRequest,
  type SessionResult,
  type Usage,
} from '@amelia/core/plugin'
import { createSessionRequest } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { createClaude } from '../../src/lib/create-claude.ts'
import type { ClaudeOptions } from '../../src/lib/option/claude-options.ts'
import { createFakeAnthropic, type FakeAnthropic } from './fake-anthropic.ts'
import { createLoggingProxy, type LoggingProxy } from './logging-proxy.ts'

/** Loads the vendor's SDK, which `npm run test:agents` installs. */
export const loadRealSdk = (): Promise<unknown> => {
  const folder = process.env.AMELIA_AGENTS
  if (folder === undefined)
    throw new Error('These tests need the agents themselves: run `npm run test:agents`, which installs them.')
  return import(pathToFileURL(join(folder, 'node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs')).href)
}

export const testKey = 'sk-test-of-amelia-0123456789'

/** The real agent with a scripted model, and a folder to work in. */
export interface RealClaude {
  driver: DriverV1
  api: FakeAnthropic
  /** Requests to any host except loopback. */
  proxy: LoggingProxy
  /** The workspace. */
  dir: string
  /** The agent's own folder. */
  home: string
  run(more?: Partial<SessionRequest>, signal?: AbortSignal): Promise<Session>
  close(): Promise<void>
}

export interface Session {
  result?: SessionResult
  error?: unknown
  progress: SessionProgress[]
}

export const openRealClaude = async (
  options: ClaudeOptions = {},
  environment: Record<string, string> = {},
  parts: Partial<Pick<AgentParts, 'clock'>> = {},
): Promise<RealClaude> => {
  const api = await createFakeAnthropic()
  const proxy = await createLoggingProxy()
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-claude-')))
  const dir = join(root, 'workspace')
  const home = join(root, 'home')
  mkdirSync(dir)
  mkdirSync(home)
  const driver = createClaude(
    { model: 'claude-sonnet-4-5', baseUrl: api.url, home, apiKey: testKey, ...options },
    { load: loadRealSdk, environment: { ...agentHostEnvironment(root, proxy), ...environment }, ...parts },
  )
  return {
    driver,
    api,
    proxy,
    dir,
    home,
    async run(more = {}, signal = new AbortController().signal) {
      const progress: SessionProgress[] = []
      const session = driver.runSession(
        createSessionRequest({
          prompt: 'Do what the script says.',
          workspace: { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) },
          ...more,
        }),
        { signal, emit: (each) => progress.push(each) },
      )
      const outcome = await session.then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      )
      return { ...outcome, progress }
    },
    async close() {
      await driver.close?.()
      await api.close()
      await proxy.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Variables by which another process finds the SDK: its own check searches in `NODE_PATH`, too. */
export const agentsEnvironment = (): Record<string, string> => {
  const folder = process.env.AMELIA_AGENTS ?? ''
  return { AMELIA_AGENTS: folder, NODE_PATH: join(folder, 'node_modules') }
}

/** The environment of the process that starts a run: it has secrets, and an agent may have started it. */
export const agentHostEnvironment = (home: string, proxy: LoggingProxy): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  SECRET_OF_THE_USER: 'not for agents',
  CLAUDECODE: '1',
  CLAUDE_CODE_ENTRYPOINT: 'cli',
  HTTP_PROXY: proxy.url,
  HTTPS_PROXY: proxy.url,
  http_proxy: proxy.url,
  https_proxy: proxy.url,
  ALL_PROXY: proxy.url,
  NO_PROXY: '127.0.0.1,localhost',
  no_proxy: '127.0.0.1,localhost',
})

/** Returns the class and details of a driver error, or the error itself. */
export const failureOf = ({ error }: Session) =>
  AmeliaError.is(error, 'DRIVER_FAILED') ? { message: error.message, ...error.details } : { error }

/** Returns the last usage that a session reported. */
export const lastUsage = ({ progress }: Session): Usage | undefined =>
  progress.filter((each) => each.type === 'usage').at(-1)?.usage
