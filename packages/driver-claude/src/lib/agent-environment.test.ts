import { expect, it } from 'vitest'
import { agentEnvironment } from './agent-environment.ts'
import { readSettings } from './claude-settings.ts'

const environmentOf = (environment: Record<string, string>, options = {}) =>
  agentEnvironment(readSettings(options, environment), environment, 'mark')

it('is a short list, and no key', () => {
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
    AMELIA_SESSION: 'mark',
    GIT_TERMINAL_PROMPT: '0',
  })
  for (const name of ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'GIT_DIR'])
    expect(found).not.toHaveProperty(name)
  expect(found).not.toHaveProperty('ANTHROPIC_BASE_URL')
  expect(found).not.toHaveProperty('CLAUDE_CONFIG_DIR')
})

it('has the address and the folder where they are not the usual ones', () => {
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

it('has a login that is no key, unless a key was given', () => {
  const token = { CLAUDE_CODE_OAUTH_TOKEN: 'token' }
  expect(environmentOf(token)).toMatchObject(token)
  expect(environmentOf(token, { apiKey: 'sk' })).not.toHaveProperty('CLAUDE_CODE_OAUTH_TOKEN')
})

it('has what belongs to the cloud that was chosen', () => {
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
