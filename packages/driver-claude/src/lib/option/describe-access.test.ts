import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { classifyFailure } from '../failure/classify-failure.ts'
import { readSettings } from './claude-settings.ts'
import { describeAccess } from './describe-access.ts'

const home = mkdtempSync(join(tmpdir(), 'amelia-access-'))
afterAll(() => rmSync(home, { recursive: true }))

const accessOf = (
  options: Parameters<typeof readSettings>[0] = {},
  environment: Record<string, string> = {},
) => {
  const all = { HOME: home, ...environment }
  return describeAccess(readSettings(options, all), all)
}

it('describes the defaults', () => {
  const { allowed, sees, confined } = accessOf()
  expect(allowed).toContain('run any command')
  expect(sees).toContain('CLAUDE.md, permission denials and skills of the base commit')
  expect(sees).toContain('no MCP servers')
  expect(confined).toContain('commands to the workspace where the run confines processes')
})

it('names what the options add', () => {
  const { allowed, sees, confined } = accessOf({
    tools: ['WebSearch'],
    config: { mcpServers: { notes: {} } },
    readable: ['/srv/docs'],
    sandbox: true,
    settingSources: ['project'],
  })
  expect(sees).toContain('the settings of: project')
  expect(sees).toContain('No rules of the base commit')
  expect(allowed).toContain('WebSearch')
  expect(sees).toContain('the MCP servers notes')
  expect(confined).toContain('/srv/docs')
  expect(confined).toContain("Claude's sandbox")
})

it('names the login that is used, never its value', () => {
  expect(accessOf().login).toBe('none')
  expect(accessOf({}, { ANTHROPIC_API_KEY: 'sk-1' }).login).toBe('the key in ANTHROPIC_API_KEY')
  expect(accessOf({ apiKey: 'sk-2' }).login).toBe('the key in the option `apiKey`')
  expect(accessOf({}, { CLAUDE_CODE_OAUTH_TOKEN: 'tok' }).login).toBe('the token in CLAUDE_CODE_OAUTH_TOKEN')
  const cloud = { CLAUDE_CODE_USE_BEDROCK: '1', ANTHROPIC_API_KEY: 'sk-1' }
  expect(accessOf({}, cloud).login).toBe('the cloud that CLAUDE_CODE_USE_BEDROCK selects')
  writeFileSync(join(home, '.claude.json'), '{"oauthAccount":{}}')
  expect(accessOf().login).toBe("Claude's own login on this machine")
})

const account = 'the credit for sessions of programs (separate from the usage limits since June 2026)'

it('names the account that pays, as far as variables and files tell', () => {
  rmSync(join(home, '.claude.json'), { force: true })
  const paidBy = (environment: Record<string, string>, options = {}) => accessOf(options, environment).paidBy
  expect(paidBy({})).toBe('unknown: nobody is logged in')
  expect(paidBy({ ANTHROPIC_API_KEY: 'sk-1' })).toBe("the API account of that key, at the API's prices")
  expect(paidBy({ ANTHROPIC_API_KEY: 'sk-1', ANTHROPIC_BASE_URL: 'https://me:sk-2@proxy.example/v1' })).toBe(
    'unknown: the server proxy.example decides',
  )
  expect(paidBy({ CLAUDE_CODE_USE_VERTEX: '1' })).toBe('your account with that cloud')
  expect(paidBy({ CLAUDE_CODE_OAUTH_TOKEN: 't' })).toBe(
    `${account}, of the subscription that the token belongs to`,
  )
  expect(paidBy({ ANTHROPIC_AUTH_TOKEN: 't' })).toBe('unknown: the token does not tell its account')
  writeFileSync(join(home, '.claude.json'), '{"oauthAccount":{}}')
  expect(paidBy({})).toBe(`unknown: an API account, or a subscription with ${account}`)

  const file = join(home, '.claude', '.credentials.json')
  mkdirSync(join(home, '.claude'))
  const login = (fields: object) =>
    writeFileSync(file, JSON.stringify({ claudeAiOauth: { accessToken: 'sk-ant-oat01-secret', ...fields } }))
  login({ subscriptionType: 'max' })
  expect(paidBy({})).toBe(`${account}, of the max subscription of that login`)
  login({ subscriptionType: 'sk-ant\u001b[2J' })
  expect(paidBy({})).toBe(`${account}, of the subscription of that login`)
  for (const text of ['{', '[]', '{}']) {
    writeFileSync(file, text)
    expect(paidBy({})).toContain('unknown: an API account')
  }
  expect(JSON.stringify(accessOf())).not.toContain('sk-ant')
})

it('names the classes of an empty account as failures are classified', () => {
  expect(accessOf().emptyAs).toEqual([
    classifyFailure({ status: 400, text: 'Credit balance is too low' }),
    classifyFailure({ status: 429, text: "You've hit your limit" }),
  ])
})
