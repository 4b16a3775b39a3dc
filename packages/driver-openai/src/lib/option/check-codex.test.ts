import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { checkCodex } from './check-codex.ts'
import { readSettings } from './codex-settings.ts'

it('names the variable to set without a key', () => {
  expect(checkCodex({}, {})[0]).toEqual({
    kind: 'key',
    message: 'Codex has no key for api.openai.com.',
    hint: 'Set the environment variable OPENAI_API_KEY where Amelia runs, log in with `codex login`, or pass codex({ apiKey }).',
  })
  expect(
    checkCodex({ keyVariable: 'MY_KEY', baseUrl: 'http://127.0.0.1:8080/v1' }, { OPENAI_API_KEY: 'x' })[0],
  ).toMatchObject({
    message: 'Codex has no key for 127.0.0.1:8080.',
    hint: expect.stringContaining('MY_KEY'),
  })
  expect(checkCodex({ apiKey: '  ' }, {})[0]).toMatchObject({ kind: 'key' })
})

it('reads the key from the options or its variable, and the server from OPENAI_BASE_URL', () => {
  for (const problems of [
    checkCodex({ apiKey: 'sk-x' }, {}),
    checkCodex({}, { OPENAI_API_KEY: 'sk-x' }),
    checkCodex({ keyVariable: 'MY_KEY' }, { MY_KEY: 'sk-x' }),
  ])
    expect(problems.map(({ kind }) => kind)).not.toContain('key')
  expect(checkCodex({}, { OPENAI_BASE_URL: 'http://models.example.org/v1' })[0]?.message).toContain(
    'models.example.org',
  )
})

it('rejects an invalid server address', () => {
  for (const baseUrl of ['models', 'file:///etc/passwd', ''])
    expect(checkCodex({ apiKey: 'sk-x', baseUrl }, {})[0]).toMatchObject({ kind: 'url' })
})

it('resolves a relative folder, because sessions run in other folders', () => {
  expect(readSettings({ home: 'own' }, {}).home).toBe(resolve('own'))
  expect(readSettings({}, { HOME: '/home/ada' }).home).toBe('/home/ada/.local/state/amelia/codex')
})
