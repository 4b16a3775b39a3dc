import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundlePrograms } from '../../../scripts/lib/bundle-programs.mjs'

/**
 * `NATIVE='["crash","one phase","7","1000"]'` runs that part instead, as `npm run test:durability` prints it.
 */
const given = process.env['NATIVE']
/** Part of the git calls and of the seeds. `npm run test:durability` runs every call and more seeds. */
const parts: string[][] = given
  ? [JSON.parse(given) as string[]]
  : [
      ['crash', 'one phase', '2', '18'],
      ['crash', 'one commit at the end', '5', '48'],
      ['crash', 'an agent that outlives its process', '22', '60'],
      ['seeds', '0', '2'],
    ]

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amelia-native-test-'))
  const entry = (name: string): string => `test/simulation/native/${name}.ts`
  await bundlePrograms(
    { 'run-native': entry('run-native'), 'native-package': entry('native-package') },
    folder,
  )
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a run on real git and a real disk', () => {
  it.each(parts)(
    'comes to the same end when its process dies before or after a git call: %s %s',
    async (...part) => {
      const { stdout, stderr } = await promisify(execFile)(process.execPath, [
        join(folder, 'run-native.mjs'),
        ...part,
      ])
      expect(stderr).toBe('')
      const counts = JSON.parse(stdout) as {
        nativePoints?: number
        nativeRight?: number
        nativeSeeds?: number
      }
      expect(counts.nativePoints).toBe(counts.nativeRight)
      expect(counts.nativePoints ?? counts.nativeSeeds).toBeGreaterThan(0)
    },
  )
})
