import { expect, it } from 'vitest'
import type { AgentSdk } from './agent-sdk.ts'
import { checkSdk } from './check-sdk.ts'
import { loadSdk } from './load-sdk.ts'

const sdk: AgentSdk = {
  title: 'The Example SDK',
  name: '@example/sdk',
  version: '1.2.3',
  size: '10 MB',
  driver: '@example/driver',
  entry: 'start',
}
const hint =
  'Install it beside @example/driver: npm install @example/sdk@1.2.3 (about 10 MB, program included).'

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}

it('reports a package that is not installed, and how to install it', () => {
  expect(checkSdk(sdk, failing('ERR_MODULE_NOT_FOUND'))).toEqual({
    kind: 'sdk',
    message: 'The Example SDK is not installed.',
    hint,
  })
})

it('accepts an installed package, also one that supports import only', () => {
  expect(checkSdk(sdk, () => '/there')).toBeUndefined()
  expect(checkSdk(sdk, failing('ERR_PACKAGE_PATH_NOT_EXPORTED'))).toBeUndefined()
})

it('loads a module with the expected export, and rejects any other', async () => {
  const start = () => {}
  expect(await loadSdk(sdk, async () => ({ start }))).toEqual({ start })
  await expect(loadSdk(sdk, async () => ({ stop: start }))).rejects.toMatchObject({
    details: { class: 'environment' },
    message: `This version of @example/sdk does not export start. ${hint}`,
  })
  await expect(loadSdk(sdk, async () => Promise.reject(new Error('broken')))).rejects.toMatchObject({
    details: { class: 'environment' },
    message: `The Example SDK could not be loaded. ${hint}`,
  })
})
