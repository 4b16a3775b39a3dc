import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FailureClass } from '@amelia/core'
import { createManualClock, driverContract, type ManualClock } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { afterAll, expect, it } from 'vitest'
import { commandAgent } from '../src/index.ts'

const agent = join(import.meta.dirname, 'fixtures/agent.mjs')

const folders: string[] = []
const folder = (): string => {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-command-')))
  folders.push(path)
  return path
}
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true })
})

let orders = ''
let clock: ManualClock
const order = (value: object): void => writeFileSync(orders, JSON.stringify(value))

const exitCodes = {
  10: 'rate_limited',
  11: 'auth',
  12: 'context_overflow',
  13: 'environment',
  14: 'refused',
} as const
const codes: Partial<Record<FailureClass, number>> = {
  transient: 75,
  permission: 77,
  rate_limited: 10,
  auth: 11,
  context_overflow: 12,
  environment: 13,
  refused: 14,
  agent_failed: 1,
}

const cases = driverContract({
  async create() {
    orders = join(folder(), 'orders.json')
    clock = createManualClock()
    const driver = commandAgent(
      { command: [process.execPath, agent, orders], exitCodes, graceMs: 500 },
      { clock, environment: { PATH: process.env['PATH'] } },
    )
    return { driver, close: async () => driver.close?.() }
  },
  async openWorkspace() {
    const dir = folder()
    return { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir) }
  },
  faults: {
    hang: async () => order({ hang: true, forever: true }),
    work: async () => order({ print: 'I work.', record: `${orders}.pid`, hang: true }),
    kill: async () => {
      const { pid } = JSON.parse(readFileSync(`${orders}.pid`, 'utf8')) as { pid: number }
      process.kill(pid, 'SIGKILL')
    },
    begin: async () => order({ print: 'Starting.', hang: true }),
    failures: [...(Object.keys(codes) as FailureClass[]), 'hung'],
    fail: async (_, failure) => {
      const started = `${orders}.started`
      if (failure !== 'hung') return order({ complain: 'It did not work.', exit: codes[failure] })
      order({ record: started, hang: true })
      const advance = setInterval(() => {
        if (!existsSync(started)) return
        clearInterval(advance)
        clock.advance(31 * 60_000)
      }, 10)
    },
  },
})

for (const { name, covered, run } of cases) if (covered) it(name, run)

it('covers everything but answers, todo lists, tokens, waits, resumes and confinement, which a command line does not offer', () => {
  expect(cases.filter(({ covered }) => !covered).map(({ name }) => name)).toEqual([
    'an output requested by schema is in the result, and survives JSON',
    'a todo list is reported as it stands, each item in one line',
    'a session with write access leaves the files that it wrote',
    'a session with read-only access changes no file',
    "the model's tool calls reach the tools of the request, and their results the model",
    'a call that the tools refuse does not end the session',
    'a session ends when it reaches its token limit',
    'a failure of the class report_invalid is reported as a driver error of that class',
    'a failure of the class budget_exceeded is reported as a driver error of that class',
    'a failure of the class cancelled is reported as a driver error of that class',
    'a request that is refused in mid-session does not end the session',
    'a wait inside a session is reported',
    'a failure includes the time to wait',
    'the driver resumes sessions as far as stated',
    'a session reports its id before anything that it does',
    'a result has the id that its session reported',
    'a session that was stopped continues',
    'a resumed session contains the prompts of both requests',
    'a session that does not exist any more is lost',
    'a session that is stored incompletely is lost',
    'two resumes of one session at once lose nothing',
    'a resumed session keeps the schema of its output',
    'a resumed session keeps its model',
    'a text for an unknown session is not received',
    'a text for a session that has ended is not received',
    'a running session receives a text at its next turn, once',
    'a text for a session that is stopped is answered',
    'the transcript of a session contains its prompt',
    'a stopped session has a transcript too',
    'an unknown session has no transcript',
    'the records of a session contain the tokens of all its parts',
    'an unknown session has no usage',
  ])
})
