import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import type { SessionRequest } from '@amelia/core/plugin'
import { createSessionRequest } from '@amelia/core/testing'
import { workspaceFiles } from '@amelia/node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConfinedPlace, confinedPlace } from '../../../test/fixtures/confined-place.ts'
import { commandAgent } from '../src/index.ts'

const { works, detail } = probeConfinement()

let place: ConfinedPlace
beforeEach(() => {
  place = confinedPlace()
})
afterEach(() => place.remove())

/** Runs one session of a shell script with the home folder `outside/home`. */
const session = (
  script: string,
  more: Partial<SessionRequest> = {},
  signal = new AbortController().signal,
) => {
  const { workspace: dir, confinement, outside } = place
  mkdirSync(join(outside, 'home/.gemini'), { recursive: true })
  const workspace = { id: 'w', base: '0'.repeat(40), dir, fs: workspaceFiles(dir), confinement }
  const environment = { PATH: process.env['PATH'], HOME: join(outside, 'home') }
  const driver = commandAgent({ command: ['sh', '-c', script], graceMs: 5_000 }, { environment })
  const request = createSessionRequest({ prompt: 'Do it.\n', workspace, access: 'write', ...more })
  return driver.runSession(request, { signal, emit() {} })
}

it('states whether this machine can confine', () => {
  if (!works) console.warn(`not covered: confined agents (${detail})`)
  expect(detail).not.toBe('')
})

describe.runIf(works)("an agent's confined command", () => {
  it('writes to the workspace and its own folders, and to nothing else', async () => {
    const { text } = await session(
      'cat > prompt; echo 1 > ~/.gemini/state && echo own; echo 2 > ~/x || echo refused; echo "$AMELIA_SESSION"',
      { marker: 'run.lease.1' },
    )
    expect(text).toBe('own\nrefused\nrun.lease.1\n')
    expect(readFileSync(join(place.workspace, 'prompt'), 'utf8')).toBe('Do it.\n')
    expect(readdirSync(join(place.outside, 'home'))).toEqual(['.gemini'])
  })

  it('does not write to the workspace in a session that only reads', async () => {
    writeFileSync(join(place.workspace, 'file'), 'text')
    const { text } = await session(
      'cat file; echo x > file || echo refused; echo y > /tmp/y && echo temporary',
      {
        access: 'read',
      },
    )
    expect(text).toBe('textrefused\ntemporary\n')
    expect(readFileSync(join(place.workspace, 'file'), 'utf8')).toBe('text')
  })

  it('reports the exit code, and a confinement that cannot start', async () => {
    await expect(session('exit 75')).rejects.toMatchObject({ details: { class: 'transient' } })
    await expect(session('kill -9 $$')).rejects.toMatchObject({ details: { class: 'interrupted' } })
    place.confinement = {
      ...place.confinement,
      hide: [place.root + '/blank'],
      blank: '/no/such',
      read: [place.root],
    }
    await expect(session('exit 0')).rejects.toMatchObject({
      details: { class: 'environment' },
      message: expect.stringContaining('The confinement could not start'),
    })
  })

  it('lets the agent end by itself when it is stopped', async () => {
    const stop = new AbortController()
    const script = `trap 'sleep 0.3; echo saved > saved; exit 0' TERM; echo > ready; while :; do sleep 0.05; done`
    const running = session(script, {}, stop.signal)
    while (!readdirSync(place.workspace).includes('ready')) await new Promise((next) => setTimeout(next, 10))
    stop.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
    expect(readdirSync(place.workspace)).toContain('saved')
  })
})
