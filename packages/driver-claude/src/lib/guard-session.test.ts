import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { markerName } from './agent-environment.ts'

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** A process with a guard that ends in a way. What it guards lives on without it. */
const guarded = async (marker: string, ending: string): Promise<{ id: number; lives(): boolean }> => {
  const agent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { [markerName]: marker },
    stdio: 'ignore',
    detached: true,
  })
  const guard = pathToFileURL(join(import.meta.dirname, 'guard-session.ts')).href
  const program = `const { guardSession } = await import('${guard}'); const guard = guardSession('${marker}'); ${ending}`
  const child = spawn(process.execPath, [`--import=${tsx}`, '--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [exit] = await Promise.all([once(child, 'exit'), once(agent, 'spawn')])
  expect(exit).toEqual([null, 'SIGKILL'])
  return {
    id: agent.pid ?? 0,
    lives: () => agent.exitCode === null && agent.signalCode === null,
  }
}

// Only where processes can be found by their environment.
it.runIf(existsSync('/proc/self/environ'))(
  'ends what a killed process leaves, unless its session is over',
  async () => {
    const kill = "process.kill(process.pid, 'SIGKILL')"
    const [left, done] = await Promise.all([
      guarded('guard-1', kill),
      guarded('guard-2', `guard.dismiss(); setTimeout(() => ${kill}, 100); setInterval(() => {}, 1000)`),
    ])
    while (left.lives()) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(done.lives()).toBe(true)
    process.kill(done.id, 'SIGKILL')
  },
)
