import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { processRunner } from './process-runner.ts'

it('endMarked ends only the processes of one session, also in separate groups', async () => {
  const start = (marker: string) =>
    spawn('sleep', ['60'], { detached: true, env: { ...process.env, AMELIA_SESSION: marker } })
  const [own, other] = [start('run.1.000000001'), start('run.1.000000002')]
  await Promise.all([once(own, 'spawn'), once(other, 'spawn')])
  const ended = once(own, 'exit')
  try {
    await processRunner({ graceMs: 500 }).endMarked?.('run.1.000000001')
    expect((await ended)[1]).toBe('SIGTERM')
    expect(other.exitCode ?? other.signalCode).toBe(null)
  } finally {
    other.kill('SIGKILL')
    own.kill('SIGKILL')
  }
})
