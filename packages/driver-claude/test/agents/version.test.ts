import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { claudePackage } from '../../src/lib/option/claude-package.ts'

it('tests the version that the driver names: waits and resumes rely on undocumented behaviour', () => {
  const folder = join(process.env.AMELIA_AGENTS ?? '', 'node_modules', claudePackage.name)
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  expect(version).toBe(claudePackage.version)
})
