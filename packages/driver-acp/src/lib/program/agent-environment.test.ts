import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { knownAgents } from '../known/known-agents.ts'
import { agentEnvironment } from './agent-environment.ts'

const home = mkdtempSync(join(tmpdir(), 'amelia-acp-'))
afterAll(() => rmSync(home, { recursive: true }))

const environmentOf = (more: Record<string, string>) =>
  agentEnvironment({ profile: knownAgents.opencode, passEnv: [] }, { HOME: home, PATH: '/bin', ...more })

it('forces the settings that make OpenCode ask, and keeps the others', () => {
  const given = JSON.stringify({ permission: 'allow', provider: { own: {} } })
  const env = environmentOf({
    OPENCODE_CONFIG_CONTENT: given,
    OPENCODE_DISABLE_PROJECT_CONFIG: '0',
    SECRET: 'x',
  })
  expect(JSON.parse(env['OPENCODE_CONFIG_CONTENT'] ?? '')).toEqual({
    ...{ permission: 'ask', autoupdate: false, share: 'disabled', provider: { own: {} } },
  })
  expect(env).toMatchObject({ OPENCODE_DISABLE_PROJECT_CONFIG: '1' })
  expect(env).not.toHaveProperty('SECRET')
})

it('replaces settings that cannot be read', () => {
  const env = environmentOf({ OPENCODE_CONFIG_CONTENT: '{"permission":' })
  expect(JSON.parse(env['OPENCODE_CONFIG_CONTENT'] ?? '')).toMatchObject({ permission: 'ask' })
})

it('gives its server a new password each time, and makes its folder for settings', () => {
  const [one, other] = [environmentOf({ OPENCODE_SERVER_PASSWORD: 'x' }), environmentOf({})]
  expect(one['OPENCODE_SERVER_PASSWORD']).toHaveLength(32)
  expect(one['OPENCODE_SERVER_PASSWORD']).not.toBe(other['OPENCODE_SERVER_PASSWORD'])
  expect(existsSync(one['OPENCODE_CONFIG_DIR'] ?? '')).toBe(true)
})
