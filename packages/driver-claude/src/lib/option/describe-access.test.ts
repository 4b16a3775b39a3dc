import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
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
  expect(confined).toContain('commands to nothing')
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
