import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
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
