import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { processRunner } from './process-runner.ts'

const start = (marker: string) =>
  spawn('sleep', ['60'], { detached: true, env: { ...process.env, AMELIA_SESSION: marker } })

it('endMarked ends only the processes of one session, also in separate groups', async () => {
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

it('endSessions ends the sessions of one run, under every lease', async () => {
  const own = ['run.a.1.000000001', 'run.a.2.000000001'].map(start)
  const others = ['run.a.b.1.000000001', 'run.1.000000001', 'a.run.a.1.000000001', 'runxa.1.000000001'].map(
    start,
  )
  await Promise.all([...own, ...others].map((child) => once(child, 'spawn')))
  const ended = Promise.all(own.map((child) => once(child, 'exit')))
  try {
    await processRunner({ graceMs: 500 }).endSessions?.('run.a')
    expect((await ended).map(([, signal]: unknown[]) => signal)).toEqual(['SIGTERM', 'SIGTERM'])
    for (const { exitCode, signalCode } of others) expect(exitCode ?? signalCode).toBe(null)
  } finally {
    for (const child of [...own, ...others]) child.kill('SIGKILL')
  }
})
