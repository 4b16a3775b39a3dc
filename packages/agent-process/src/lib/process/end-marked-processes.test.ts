import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { endMarkedProcesses } from './end-marked-processes.ts'
import { markerName } from './mark-processes.ts'

const start = async (marker: string, program: string) => {
  const child = spawn(
    process.execPath,
    ['-e', `${program}; console.log('ready'); setInterval(() => {}, 1000)`],
    {
      env: { [markerName]: marker },
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    },
  )
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  return { child, ended }
}

// Needs /proc.
it.runIf(existsSync('/proc/self/environ'))(
  'ends only processes with the marker, also one that ignores TERM',
  async () => {
    const willing = await start('mark-1', '')
    const stubborn = await start('mark-1', "process.on('SIGTERM', () => {})")
    const other = await start('mark-2', '')
    await endMarkedProcesses('mark-1')
    expect(await willing.ended).toEqual([null, 'SIGTERM'])
    expect(await stubborn.ended).toEqual([null, 'SIGKILL'])
    expect(other.child.exitCode).toBeNull()
    expect(other.child.signalCode).toBeNull()
    other.child.kill()
    await other.ended
  },
)
