import type { Workspace } from '../../contract/workspace.ts'
import type { ContractCase } from '../contract-case.ts'
import type { CommandCases } from './command-case.ts'
import { ensure, ensureEqual } from '../ensure.ts'

/** A process that appends to a file as long as it lives, whatever TERM says. */
const stubborn = `
  process.on('SIGTERM', () => {})
  const { appendFileSync } = require('node:fs')
  setInterval(() => appendFileSync('beat', '.'), 10)`

/** Starts the stubborn one in the background, with the same output, and waits for its first beat. */
const parent = (after: string): string => `
  const { spawn } = require('node:child_process')
  const { existsSync } = require('node:fs')
  spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: ['ignore', 'inherit', 'inherit'] }).unref()
  const timer = setInterval(() => { if (existsSync('beat')) { clearInterval(timer); ${after} } }, 5)`

/** A shell that appends to a file as long as it lives. */
const endless = ['sh', '-c', 'while true; do printf . >> beat; sleep 0.01; done']

/** How a command is stopped, and what it leaves running. */
export const commandStopCases = ({ test, testNode }: CommandCases): ContractCase[] => [
  testNode('a signal that ends it is named', async (run, script) => {
    const result = await run(script(`process.kill(process.pid, 'SIGKILL')`))
    ensureEqual([result.exitCode, result.signal], [null, 'SIGKILL'], 'the result')
  }),
  test('a signal that aborted before starts nothing', async (run, { workspace }) => {
    const result = await run(['touch', 'ran'], { signal: AbortSignal.abort() })
    ensureEqual(result.exitCode, null, 'the exit code')
    ensureEqual(await workspace.fs.readdir('/'), [], 'the files')
  }),
  test('fault 26: aborting ends a command, and it writes no more', async (run, { workspace }) => {
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
    'fault 26: aborting ends the process and what it started, also what ignores TERM',
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
    'fault 27: what a process leaves behind is ended, and its open pipe is not waited for',
    async (run, script, { workspace }) => {
      const result = await run(script(parent(`process.exit(3)`)))
      ensureEqual(result.exitCode, 3, 'the exit code')
      await ensureSilent(workspace)
    },
  ),
]

/** Waits until the stubborn process lives. */
const beats = async (workspace: Workspace): Promise<void> => {
  while ((await count(workspace)) < 2) await pause(5)
}

const count = async (workspace: Workspace): Promise<number> => {
  try {
    return (await workspace.fs.readFile('/beat')).length
  } catch {
    return 0
  }
}

const ensureSilent = async (workspace: Workspace): Promise<void> => {
  const before = await count(workspace)
  ensure(before > 0, 'the process that is left behind had begun')
  await pause(200)
  ensureEqual(await count(workspace), before, 'what is left behind writes no more')
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
