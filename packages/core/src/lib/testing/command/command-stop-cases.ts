import type { Workspace } from '../../contract/workspace.ts'
import type { ContractCase } from '../contract-case.ts'
import type { CommandCases } from './command-cases.ts'
import { ensure, ensureEqual } from '../ensure.ts'

/** A process that ignores TERM, and appends to a file until it is killed. */
const stubborn = `
  process.on('SIGTERM', () => {})
  const { appendFileSync } = require('node:fs')
  setInterval(() => appendFileSync('beat', '.'), 10)`

/** Starts the stubborn process in the background, with the same output, and waits for its first beat. */
const parent = (after: string): string => `
  const { spawn } = require('node:child_process')
  const { existsSync } = require('node:fs')
  spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: ['ignore', 'inherit', 'inherit'] }).unref()
  const timer = setInterval(() => { if (existsSync('beat')) { clearInterval(timer); ${after} } }, 5)`

/** A shell that appends to a file until it is killed. */
const endless = ['sh', '-c', 'while true; do printf . >> beat; sleep 0.01; done']

/** Ways to stop a command, and processes that it leaves running. */
export const commandStopCases = ({ test, testNode }: CommandCases): ContractCase[] => [
  testNode('the result names the signal that ended the command', async (run, script) => {
    const result = await run(script(`process.kill(process.pid, 'SIGKILL')`))
    ensureEqual([result.exitCode, result.signal], [null, 'SIGKILL'], 'the result')
  }),
  test('a signal aborted before the start starts nothing', async (run, { workspace }) => {
    const result = await run(['touch', 'ran'], { signal: AbortSignal.abort() })
    ensureEqual(result.exitCode, null, 'the exit code')
    ensureEqual(await workspace.fs.readdir('/'), [], 'the files')
  }),
  test('fault 26: aborting ends a command, and it stops writing', async (run, { workspace }) => {
    const stop = new AbortController()
    const running = run(endless, { signal: stop.signal })
    await beats(workspace)
    stop.abort(new Error('stopped'))
    const result = await running
    ensureEqual(result.exitCode, null, 'the exit code')
    ensure(result.signal !== undefined, 'the signal has a name')
    await ensureSilent(workspace)
  }),
  testNode(
    'fault 26: aborting ends the process and its children, even if they ignore TERM',
    async (run, script, { workspace }) => {
      const stop = new AbortController()
      const running = run(script(parent(`console.log('up'); setInterval(() => {}, 1000)`)), {
        signal: stop.signal,
      })
      await beats(workspace)
      stop.abort(new Error('stopped'))
      ensureEqual((await running).exitCode, null, 'the exit code')
      await ensureSilent(workspace)
    },
  ),
  testNode(
    'fault 27: processes left behind are ended, and their open pipe does not delay the result',
    async (run, script, { workspace }) => {
      const result = await run(script(parent(`process.exit(3)`)))
      ensureEqual(result.exitCode, 3, 'the exit code')
      await ensureSilent(workspace)
    },
  ),
]

/** Waits until the command writes. */
const beats = async (workspace: Workspace): Promise<void> => {
  const deadline = Date.now() + beatsMs
  while ((await count(workspace)) < 2) {
    ensure(Date.now() < deadline, `the command writes its file within ${beatsMs / 1000} s`)
    await pause(5)
  }
}

const beatsMs = 60_000

const count = async (workspace: Workspace): Promise<number> => {
  try {
    return (await workspace.fs.readFile('/beat')).length
  } catch {
    return 0
  }
}

const ensureSilent = async (workspace: Workspace): Promise<void> => {
  const before = await count(workspace)
  ensure(before > 0, 'the process left behind had started')
  await pause(200)
  ensureEqual(await count(workspace), before, 'the bytes written after the end')
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
