import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clock, DriverV1, SessionProgress, SessionRequest, SessionResult } from '@amelia/core/plugin'
import { createSessionRequest } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { acpAgent, type AcpAgentOptions, type AgentProfile } from '../src/index.ts'

/** An order for the agent of the tests. */
export type Order = Readonly<Record<string, unknown>>

/** The agent of the tests, a driver for it, and a folder for its sessions. */
export interface Stage {
  home: string
  driver: DriverV1
  /** Gives the next prompt an order. */
  order(order: Order): void
  write(name: string, value: unknown): void
  read(name: string): Record<string, unknown> | undefined
  run(more?: Partial<SessionRequest>, signal?: AbortSignal): Promise<SessionResult>
  /** The progress of all sessions that `run` started. */
  emitted: SessionProgress[]
  workspace: string
}

const agent = join(import.meta.dirname, 'fixtures/agent.mjs')

export const profile: Partial<AgentProfile> = {
  title: 'The agent',
  // The folder of the tests' agent is the one of that program.
  folders: 'gemini',
  args: ['acp'],
  exportArgs: ['export', '{session}'],
  usage: 'export',
  steers: true,
  modes: { write: 'build', read: 'plan' },
  errors: [{ resuming: true, code: -32603, class: 'session_lost' }],
  retryLine: /^Attempt \d+ failed: (.*)/,
}

const folders: string[] = []
/** Creates an empty folder, which `removeFolders` deletes. */
export const createFolder = (): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-acp-')))
  folders.push(path)
  return path
}
export const removeFolders = (): void => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
}

/** Creates a stage. */
export const createStage = (options: AcpAgentOptions = {}, clock?: Clock): Stage => {
  const user = createFolder()
  const home = join(user, '.gemini')
  mkdirSync(home)
  const workspace = createFolder()
  const driver = acpAgent(
    { command: [process.execPath, agent, 'acp'], passEnv: ['AGENT_HOME'], graceMs: 500, profile, ...options },
    { environment: { PATH: process.env['PATH'], HOME: user, AGENT_HOME: home }, ...(clock && { clock }) },
  )
  const emitted: SessionProgress[] = []
  const write = (name: string, value: unknown): void => writeFileSync(join(home, name), JSON.stringify(value))
  return {
    ...{ home, driver, emitted, workspace, write },
    order: (order) => write('order.json', order),
    read(name) {
      const path = join(home, name)
      return existsSync(path)
        ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>)
        : undefined
    },
    run: (more = {}, signal = new AbortController().signal) =>
      driver.runSession(
        createSessionRequest({
          workspace: { id: 'w', base: '0'.repeat(40), dir: workspace, fs: workspaceFiles(workspace) },
          ...more,
        }),
        { signal, emit: (progress) => void emitted.push(progress) },
      ),
  }
}
