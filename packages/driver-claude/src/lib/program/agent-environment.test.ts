import { expect, it } from 'vitest'
import { agentEnvironment } from './agent-environment.ts'
import { readSettings } from '../option/claude-settings.ts'

const environmentOf = (environment: Record<string, string>, options = {}) =>
  agentEnvironment(readSettings(options, environment), environment)

it('passes a short list of variables and no key', () => {
  const environment = {
    PATH: '/bin',
    https_proxy: 'http://proxy',
    LC_ALL: 'C',
    ANTHROPIC_API_KEY: 'sk',
    OPENAI_API_KEY: 'sk',
    AWS_SECRET_ACCESS_KEY: 'aws',
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    GIT_DIR: '/repo/.git',
    MINE: 'yes',
  }
  const found = environmentOf(environment, { passEnv: ['MINE'] })
  expect(found).toMatchObject({
    PATH: '/bin',
    https_proxy: 'http://proxy',
    LC_ALL: 'C',
    MINE: 'yes',
    CLAUDECODE: '',
    CLAUDE_CODE_ENTRYPOINT: '',
    GIT_TERMINAL_PROMPT: '0',
  })
  for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'GIT_DIR'])
    expect(found).not.toHaveProperty(name)
  expect(found).not.toHaveProperty('ANTHROPIC_BASE_URL')
  expect(found).not.toHaveProperty('CLAUDE_CONFIG_DIR')
})

it('passes a custom server address and home folder', () => {
  expect(environmentOf({ CLAUDE_CONFIG_DIR: '/conf', ANTHROPIC_BASE_URL: 'http://host/' })).toMatchObject({
    CLAUDE_CONFIG_DIR: '/conf',
    ANTHROPIC_BASE_URL: 'http://host/',
  })
  const options = { home: '/home', baseUrl: 'http://other/' }
  expect(environmentOf({ CLAUDE_CONFIG_DIR: '/conf' }, options)).toMatchObject({
    CLAUDE_CONFIG_DIR: '/home',
    ANTHROPIC_BASE_URL: 'http://other/',
  })
})

it('passes a login token unless a key is set', () => {
  const token = { CLAUDE_CODE_OAUTH_TOKEN: 'token' }
  expect(environmentOf(token)).toMatchObject(token)
  expect(environmentOf(token, { apiKey: 'sk' })).not.toHaveProperty('CLAUDE_CODE_OAUTH_TOKEN')
})

it('passes the login variables of the selected cloud only', () => {
  const cloud = {
    CLAUDE_CODE_USE_BEDROCK: '1',
    AWS_REGION: 'r',
    GOOGLE_TOKEN: 'g',
    ANTHROPIC_BASE_URL: 'http://x',
  }
  const found = environmentOf(cloud)
  expect(found).toMatchObject({ CLAUDE_CODE_USE_BEDROCK: '1', AWS_REGION: 'r' })
  expect(found).not.toHaveProperty('GOOGLE_TOKEN')
  expect(found).not.toHaveProperty('ANTHROPIC_BASE_URL')
  expect(environmentOf({ ...cloud, CLAUDE_CODE_USE_BEDROCK: '0' })).not.toHaveProperty('AWS_REGION')
})
