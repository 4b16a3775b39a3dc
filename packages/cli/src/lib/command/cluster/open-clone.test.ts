import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { makeFolder, makeRepository, removeFolders } from '../../../../test/fixtures/cli.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { openClone } from './open-clone.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})
afterAll(removeFolders)

const silent = { error() {}, paintError: (text: string) => text } as unknown as Terminal

/** An empty cache folder. */
const withCache = (): string => {
  const cache = makeFolder()
  vi.stubEnv('XDG_CACHE_HOME', cache)
  return join(cache, 'amelia', 'clones')
}

it('makes one clone for all workers of a machine, also when they start together', async () => {
  const clones = withCache()
  const remote = makeRepository()
  const opened = await Promise.all([1, 2, 3].map(() => openClone(silent, remote)))
  opened.push(await openClone(silent, remote))
  expect(new Set(opened).size).toBe(1)
  expect(readdirSync(clones)).toHaveLength(1)
  const head = (repo: string): string =>
    execFileSync('git', ['-C', repo, 'rev-parse', 'HEAD'], { encoding: 'utf8' })
  expect(head(opened[0]!)).toBe(head(remote))
})

it('leaves nothing of a clone that failed, and shows no password', async () => {
  const clones = withCache()
  const opening = openClone(silent, 'https://me:secret@127.0.0.1:1/x.git')
  await expect(opening).rejects.toThrow('cannot be cloned')
  await opening.catch((error: unknown) => expect(String(error)).not.toContain('secret'))
  expect(existsSync(clones) ? readdirSync(clones) : []).toEqual([])
})
