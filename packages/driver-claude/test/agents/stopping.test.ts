import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SessionProgress } from '@amelia/core/plugin'
import { call, say } from './fake-anthropic.ts'
import { failureOf, lastUsage, openRealClaude, type RealClaude } from './real-claude.ts'

let claude: RealClaude
beforeEach(async () => {
  claude = await openRealClaude()
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

/** The ids of the command's processes and of the agent, written by the command. */
const readIds = async (): Promise<number[]> => {
  const path = join(claude.dir, 'ids')
  for (;;) {
    const ids = existsSync(path) ? readFileSync(path, 'utf8').trim().split(/\s+/).map(Number) : []
    if (ids.length === 4) return ids
    await delay(20)
  }
}

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // Dead, but not yet reaped by its parent.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** A command with a child, one that left its session and ignores TERM, and the agent's program above it. */
const command = [
  'setsid sh -c \'trap "" TERM; sleep 301\' & away=$!',
  'sleep 302 & child=$!',
  'echo $PPID $$ $child $away > ids',
  'sleep 303',
  'touch late',
].join('\n')

it('leaves no process when it is stopped during a command', async () => {
  claude.api.play([call('Bash', { command }), say('Never.')])
  const stop = new AbortController()
  const reason = new Error('enough')
  const running = claude.run({}, stop.signal)
  const ids = await readIds()
  expect(ids.filter(lives)).toEqual(ids)
  stop.abort(reason)
  const session = await running
  const heard: SessionProgress[] = [...session.progress]
  expect(session.error).toBe(reason)
  expect(ids.filter(lives)).toEqual([])
  expect(existsSync(join(claude.dir, 'late'))).toBe(false)
  // The program left its own figure.
  expect(lastUsage(session)?.usd).toBeGreaterThan(0)
  expect(lastUsage(session)).not.toHaveProperty('estimated')
  // A late message would arrive with the events that are already pending.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(session.progress).toEqual(heard)
})

it('leaves no process when it is stopped while the model thinks', async () => {
  claude.api.play([{ kind: 'hang' }])
  const stop = new AbortController()
  const running = claude.run({}, stop.signal)
  while (claude.api.requests.length === 0) await delay(20)
  stop.abort(new Error('enough'))
  const { error } = await running
  expect(error).toBe(stop.signal.reason)
})

it('leaves no background process of a command', async () => {
  const left = "setsid sh -c 'sleep 304' > /dev/null 2>&1 & echo $! $$ $PPID $! > ids"
  claude.api.play([call('Bash', { command: left }), say('Done.')])
  const running = claude.run()
  const ids = await readIds()
  const { result } = await running
  expect(result?.text).toBe('Done.')
  expect(ids.filter(lives)).toEqual([])
})

it('starts nothing if its signal has already aborted', async () => {
  const reason = new Error('too late')
  const { error } = await claude.run({}, AbortSignal.abort(reason))
  expect(error).toBe(reason)
  expect(claude.api.requests).toEqual([])
})

it('stops its sessions when closed', async () => {
  claude.api.play([{ kind: 'hang' }])
  const running = claude.run()
  while (claude.api.requests.length === 0) await delay(20)
  await claude.driver.close?.()
  expect(failureOf(await running)).toMatchObject({ class: 'cancelled' })
})
