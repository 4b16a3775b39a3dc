import { expect, it } from 'vitest'
import { checkCodex, checkSdk } from './check-codex.ts'

it('says what to set, and where, when there is no key', () => {
  expect(checkCodex({}, {})).toEqual({
    kind: 'key',
    message: 'Codex has no key for api.openai.com.',
    hint: 'Set the environment variable OPENAI_API_KEY where Amelia runs, or give codex({ apiKey }).',
  })
  expect(
    checkCodex({ keyVariable: 'MY_KEY', baseUrl: 'http://127.0.0.1:8080/v1' }, { OPENAI_API_KEY: 'x' }),
  ).toMatchObject({
    message: 'Codex has no key for 127.0.0.1:8080.',
    hint: expect.stringContaining('MY_KEY'),
  })
  expect(checkCodex({ apiKey: '  ' }, {})).toMatchObject({ kind: 'key' })
})

it('takes a key from the options or from the variable, and the server from its own', () => {
  for (const problem of [
    checkCodex({ apiKey: 'sk-x' }, {}),
    checkCodex({}, { OPENAI_API_KEY: 'sk-x' }),
    checkCodex({ keyVariable: 'MY_KEY' }, { MY_KEY: 'sk-x' }),
  ])
    expect(problem?.kind).not.toBe('key')
  expect(checkCodex({}, { OPENAI_BASE_URL: 'http://models.example.org/v1' })?.message).toContain(
    'models.example.org',
  )
})

it('refuses what is no address of a server', () => {
  for (const baseUrl of ['models', 'file:///etc/passwd', ''])
    expect(checkCodex({ apiKey: 'sk-x', baseUrl }, {})).toMatchObject({ kind: 'url' })
})

it('says what to install when the SDK is not there', () => {
  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code })
  }
  expect(checkSdk(failing('MODULE_NOT_FOUND'))).toMatchObject({
    kind: 'sdk',
    hint: expect.stringContaining('npm install @openai/codex-sdk@0.163.0'),
  })
  expect(checkSdk(failing('ERR_PACKAGE_PATH_NOT_EXPORTED'))).toBeUndefined()
  expect(checkSdk(() => '/there')).toBeUndefined()
})
