import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createIsomorphicGit, createRepository, memoryFileSystem } from '../src/index.ts'

const options = {
  files: { 'a.txt': 'a\n', 'd/e/f.txt': 'f\n' },
  identity: { name: 'A Person', email: 'person@example.org' },
  date: 1_700_000_000,
}

it('creates a repository that git accepts, with the same id on a disk and in memory', async () => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'amelia-create-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const onDisk = await createRepository({ ...options, fs, dir: join(folder, 'made') })
  const inMemory = await createRepository({ ...options, fs: memoryFileSystem(), dir: '/made' })
  expect(inMemory).toBe(onDisk)
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', join(folder, 'made'), ...args], { encoding: 'utf8' })
  git('fsck', '--strict')
  expect(git('log', '--format=%H %an <%ae> %at %s', 'main').trim()).toBe(
    `${onDisk} A Person <person@example.org> 1700000000 Begin`,
  )
  expect(git('ls-tree', '-r', '--name-only', 'HEAD')).toBe('a.txt\nd/e/f.txt\n')
})

it('does not change an existing repository', async () => {
  const memory = memoryFileSystem()
  const base = await createRepository({ ...options, fs: memory, dir: '/made' })
  const again = createRepository({ ...options, files: {}, fs: memory, dir: '/made' })
  await expect(again).rejects.toMatchObject({ code: 'GIT_FAILED' })
  expect(await createIsomorphicGit({ fs: memory, dir: '/made' }).readRef('refs/heads/main')).toBe(base)
  const nobody = { ...options, identity: { name: '', email: '' }, fs: memoryFileSystem(), dir: '/made' }
  await expect(createRepository(nobody)).rejects.toMatchObject({ code: 'GIT_FAILED' })
})
