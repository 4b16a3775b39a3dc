import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { identifyProcess, machineProcesses } from './process-identity.ts'

/** Its memory takes a moment to free. */
const program =
  "globalThis.kept = Buffer.alloc(100_000_000, 1); console.log('ready'); setInterval(() => {}, 1000)"

// Needs /proc.
it.runIf(existsSync('/proc/self/environ'))(
  'takes a process for dead from the moment at which its memory is freed',
  async () => {
    for (let round = 0; round < 4; round++) {
      const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
      const ended = once(child, 'exit')
      await once(child.stdout, 'data')
      const identity = identifyProcess(child.pid!)
      expect(machineProcesses.isAlive(identity)).toBe(true)
      child.kill('SIGKILL')
      // Searches for processes by their variables find it until then. Nothing collects it during the loop.
      let isFound = true
      while (isFound) isFound = hasVariables(child.pid!)
      expect(machineProcesses.isAlive(identity)).toBe(false)
      await ended
    }
  },
)

const hasVariables = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8') !== ''
  } catch {
    return false
  }
}
