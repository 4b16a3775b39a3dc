import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { probeConfinement } from '@amelia/agent-process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { confinedPlace } from '../../../../../test/fixtures/confined-place.ts'
import { startProgram } from './start-program.ts'

/** Prints its environment, the key from the pipe that the environment names, and whether it leads a group. */
const program = `
  const { readFileSync } = require('node:fs')
  const pipe = process.env.CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR
  console.error('x'.repeat(5000) + 'the end')
  let leads = true
  try { process.kill(-process.pid, 0) } catch { leads = false }
  console.log(JSON.stringify({ env: process.env, leads, key: pipe ? readFileSync(Number(pipe), 'utf8') : null }))
`

const run = async (apiKey: string, signal = new AbortController().signal) => {
  let tail = ''
  const child = startProgram(
    { command: process.execPath, args: ['-e', program], env: { MARK: 'x' }, signal },
    { apiKey, onErrorOutput: (output) => (tail = output) },
  )
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  type Printed = { env: Record<string, string>; key: string | null; leads: boolean }
  return { ...(JSON.parse(output) as Printed), tail }
}

it('passes the key through a pipe, and nothing but the given environment', async () => {
  const { env, key, tail } = await run('sk-secret')
  expect(key).toBe('sk-secret')
  expect(env.MARK).toBe('x')
  expect(Object.values(env).join()).not.toContain('sk-secret')
  expect(env).not.toHaveProperty('PATH')
  expect(tail).toHaveLength(4_000)
  expect(tail.trim().endsWith('the end')).toBe(true)
})

it('leads its own process group', async () => {
  expect(await run('')).toMatchObject({ leads: true })
})

it('opens no pipe without a key', async () => {
  const { env, key } = await run('')
  expect(key).toBeNull()
  expect(env).not.toHaveProperty('ANTHROPIC_API_KEY')
})

it('reports a missing program as an event', async () => {
  const { signal } = new AbortController()
  const child = startProgram(
    { command: '/nowhere/program', args: [], env: {}, signal },
    { apiKey: 'k', onErrorOutput: () => {} },
  )
  const error = await new Promise((resolve) => child.on('error', resolve))
  expect(error).toMatchObject({ code: 'ENOENT' })
})

it('survives a program that reads neither its key nor its input', async () => {
  const child = startProgram(
    { command: process.execPath, args: ['-e', ''], env: {}, signal: new AbortController().signal },
    { apiKey: 'k'.repeat(1_000_000), onErrorOutput: () => {} },
  )
  child.stdin.write('x'.repeat(1_000_000))
  expect(await once(child, 'exit')).toEqual([0, null])
  // The remaining writes fail only now.
  await new Promise((resolve) => setImmediate(resolve))
})

const { works, detail } = probeConfinement()
if (!works) console.warn(`not covered: Claude's program, confined (${detail})`)

describe.runIf(works)('confined', () => {
  /** Runs a shell script that writes files to the workspace. */
  const confined = (script: string, signal = new AbortController().signal) => {
    const place = confinedPlace()
    onTestFinished(() => place.remove())
    const { workspace, confinement, outside } = place
    const child = startProgram(
      { command: '/bin/sh', args: ['-c', script], env: { PATH: process.env.PATH }, signal },
      {
        apiKey: 'sk-secret',
        onErrorOutput: () => {},
        confinement: { confinement, workspace, cwd: workspace, access: 'write', own: [outside] },
      },
    )
    return { child, place }
  }

  it('gets the key from its pipe, and writes to the workspace and its own folder only', async () => {
    const { child, place } = confined(
      `cat <&$CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR; echo a > a; echo b > /etc/amelia-b; exit 3`,
    )
    const [output, exit] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(output).toBe('sk-secret')
    expect(exit).toEqual([3, null])
    expect(readdirSync(place.workspace)).toEqual(['a'])
    expect(existsSync('/etc/amelia-b')).toBe(false)
  })

  it('saves its session when the signal aborts, and ends at KILL', async () => {
    const stop = new AbortController()
    const script = `trap 'sleep 0.3; echo saved; exit 0' TERM; echo ready; while :; do sleep 0.05; done`
    const { child } = confined(script, stop.signal)
    child.stdout.once('data', () => stop.abort())
    const [output, exit] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect([output.includes('saved'), exit]).toEqual([true, [0, null]])
    const stubborn = confined(`trap '' TERM; echo ready; while :; do sleep 0.05; done`).child
    await once(stubborn.stdout, 'data')
    stubborn.kill()
    stubborn.kill('SIGKILL')
    expect(await once(stubborn, 'exit')).toEqual([null, 'SIGKILL'])
  })
})
