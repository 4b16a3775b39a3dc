import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { markerName } from './mark-processes.ts'

const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href

/** Starts a guarded agent, and a process with its guard that runs `ending`. */
const guarded = async (marker: string, ending: string): Promise<{ id: number; lives(): boolean }> => {
  const agent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    env: { [markerName]: marker },
    stdio: 'ignore',
    detached: true,
  })
  const guard = pathToFileURL(join(import.meta.dirname, 'guard-processes.ts')).href
  const program = `const { guardProcesses } = await import('${guard}'); const guard = guardProcesses('${marker}'); ${ending}`
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

// Needs /proc.
it.runIf(existsSync('/proc/self/environ'))(
  'ends the agent of a killed process, unless the guard was dismissed',
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
