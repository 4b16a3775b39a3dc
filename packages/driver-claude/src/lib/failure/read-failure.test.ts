import { expect, it } from 'vitest'
import { readSettings } from '../option/claude-settings.ts'
import { readCrash, readFailure } from './read-failure.ts'

const settings = readSettings({ apiKey: 'sk-secret', keyVariable: 'MY_KEY', model: 'claude-x' }, {})

it('states the failure and what to do', () => {
  expect(readFailure({ status: 401, text: 'Invalid API key' }, settings).message).toBe(
    'Claude failed (401): Invalid API key. Set a key that api.anthropic.com accepts in MY_KEY, or log in again.',
  )
  expect(readFailure({ status: 402, text: '' }, settings).message).toBe(
    "Claude failed (402): no reason given. Check the plan, the balance and the key's permissions at api.anthropic.com.",
  )
  expect(readFailure({ status: 404, text: 'No such model.' }, settings).message).toContain(
    '`model` (claude-x)',
  )
})

it('removes the key and escape sequences, and bounds the length', () => {
  const { message } = readFailure({ text: `\u001b[2Jbad sk-secret ${'x'.repeat(9_000)}` }, settings)
  expect(message).toContain('bad [redacted] xxx')
  expect(message).not.toContain('\u001b')
  expect(message.length).toBeLessThan(2_200)
})

it('passes on the wait only for failures that waiting can fix', () => {
  expect(readFailure({ status: 429, text: '' }, settings, 5).details).toEqual({
    class: 'rate_limited',
    retryAfterMs: 5,
  })
  expect(readFailure({ status: 500, text: '' }, settings, -5).details).toEqual({
    class: 'transient',
    retryAfterMs: 0,
  })
  expect(readFailure({ status: 401, text: '' }, settings, 5).details).toEqual({ class: 'auth' })
})

it('distinguishes a program that fails from one that cannot start', () => {
  const thrown = new Error('Claude Code process exited with code 3')
  const crash = readCrash({ thrown, errorOutput: 'no library sk-secret\n' }, settings)
  expect(crash).toMatchObject({ details: { class: 'agent_failed' }, cause: thrown })
  expect(crash.message).toBe(
    "Claude's program failed: Claude Code process exited with code 3 no library [redacted].",
  )
  const missing = readCrash({ thrown: new Error('native binary not found at /x'), errorOutput: '' }, settings)
  expect(missing.details.class).toBe('environment')
  expect(missing.message).toContain('npm install')
  const own = readCrash(
    { thrown: new Error('spawn /x EACCES'), errorOutput: '' },
    { ...settings, program: '/x' },
  )
  expect(own.message).toContain('Check the option `program`.')
})
