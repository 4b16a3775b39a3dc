import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkClaude, checkSettings } from './check-claude.ts'
import { readSettings } from './claude-settings.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'amelia-home-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const check = (environment: Record<string, string> = {}, options = {}) => {
  const all = { HOME: home, ...environment }
  return checkSettings(readSettings(options, all), all)[0]
}

it('names the variable to set when there is neither a key nor a login', () => {
  expect(check()).toEqual({
    kind: 'key',
    message: 'Claude has neither a key nor a login.',
    hint: 'Set the environment variable ANTHROPIC_API_KEY where Amelia runs, or pass claude({ apiKey }).',
  })
  expect(check({ ANTHROPIC_API_KEY: ' ' })?.kind).toBe('key')
  expect(check({ ANTHROPIC_API_KEY: 'sk' }, { keyVariable: 'MY_KEY' })?.hint).toContain('MY_KEY')
})

it.each([
  { ANTHROPIC_API_KEY: 'sk' },
  { ANTHROPIC_AUTH_TOKEN: 't' },
  { CLAUDE_CODE_OAUTH_TOKEN: 't' },
  { CLAUDE_CODE_USE_VERTEX: 'true' },
])('accepts %o', (environment) => {
  expect(check(environment)).toBeUndefined()
})

it('accepts a key in the options, and an existing login', () => {
  expect(check({}, { apiKey: 'sk' })).toBeUndefined()
  writeFileSync(join(home, '.claude.json'), '{}')
  expect(check()?.kind).toBe('key')
  writeFileSync(join(home, '.claude.json'), '{"oauthAccount": {}}')
  expect(check()).toBeUndefined()
  const folder = join(home, 'folder')
  expect(check({ CLAUDE_CONFIG_DIR: folder })?.kind).toBe('key')
  writeFileSync(join(home, '.credentials.json'), '{}')
  expect(check({ CLAUDE_CONFIG_DIR: home })).toBeUndefined()
})

it('rejects an invalid server address', () => {
  expect(check({}, { apiKey: 'sk', baseUrl: 'example' })).toMatchObject({ kind: 'url' })
  expect(check({}, { apiKey: 'sk', baseUrl: 'file:///x' })).toMatchObject({ kind: 'url' })
  expect(check({}, { apiKey: 'sk', baseUrl: 'http://127.0.0.1:1' })).toBeUndefined()
})

it('reports everything that is missing at once', () => {
  const problems = checkClaude({ baseUrl: 'example' }, { HOME: home })
  expect(problems.slice(0, 2).map(({ kind }) => kind)).toEqual(['url', 'key'])
})

it('resolves relative paths, because sessions run in other folders', () => {
  const { home: folder, program } = readSettings({ home: 'own', program: './claude' }, {})
  expect([folder, program]).toEqual([resolve('own'), resolve('claude')])
  expect(readSettings({ program: 'claude' }, { CLAUDE_CONFIG_DIR: 'cfg' })).toMatchObject({
    ...{ home: resolve('cfg'), program: 'claude' },
  })
  expect(readSettings({}, {})).toMatchObject({ home: undefined, program: undefined })
})
