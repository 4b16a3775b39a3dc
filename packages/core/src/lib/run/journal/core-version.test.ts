import { expect, it } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { coreVersion } from './core-version.ts'

it('is the version of the manifest', () => {
  expect(coreVersion).toBe(manifest.version)
})
