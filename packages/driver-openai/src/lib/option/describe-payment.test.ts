import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { classifyFailure } from '../failure/classify-failure.ts'
import { readSettings } from './codex-settings.ts'
import { describeAccess } from './describe-access.ts'
import { describePayment } from './describe-payment.ts'

const home = mkdtempSync(join(tmpdir(), 'amelia-payment-'))
afterAll(() => rmSync(home, { recursive: true }))

const paidBy = (environment: Record<string, string> = {}) =>
  describePayment(readSettings({}, { CODEX_HOME: home, ...environment }))

it('names the account that pays, as far as variables and files tell', () => {
  expect(paidBy()).toBe('unknown: nobody is logged in')
  expect(paidBy({ OPENAI_API_KEY: 'sk-1' })).toBe("the API account of that key, at the API's prices")
  expect(paidBy({ OPENAI_API_KEY: 'sk-1', OPENAI_BASE_URL: 'http://127.0.0.1:4000/v1' })).toBe(
    'unknown: the server 127.0.0.1:4000 decides',
  )
  const plan = 'the ChatGPT plan of that login, with its limits for Codex'
  const key = "the API account of the key in that login, at the API's prices"
  for (const [login, expected] of [
    [{ auth_mode: 'chatgpt', OPENAI_API_KEY: null, tokens: {} }, plan],
    [{ OPENAI_API_KEY: null, tokens: { id_token: 't' } }, plan],
    [{ auth_mode: 'apikey', OPENAI_API_KEY: 'sk-2' }, key],
    [{ OPENAI_API_KEY: 'sk-2' }, key],
    [{ auth_mode: 'new', OPENAI_API_KEY: 'sk-2' }, 'unknown: the file of that login does not tell'],
    [[], 'unknown: the file of that login does not tell'],
  ] as const) {
    writeFileSync(join(home, 'auth.json'), JSON.stringify(login))
    expect(paidBy(), JSON.stringify(login)).toBe(expected)
  }
})

it('names the classes of an empty account as failures are classified', () => {
  expect(describeAccess(readSettings({}, {}), 'linux').emptyAs).toEqual([
    classifyFailure(429, 'insufficient_quota', false),
    classifyFailure(429, 'usage limit', true),
  ])
})
