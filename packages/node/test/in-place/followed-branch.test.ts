import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nativeGit } from '../../src/index.ts'
import { createKilledGit } from '../killed-git.ts'
import { createRepository, type TemporaryRepository } from '../../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository

beforeEach(() => {
  user = createRepository()
})
afterEach(() => {
  vi.unstubAllEnvs()
  user.sh('fsck', '--strict', '--no-dangling')
  user.close()
})

describe('followBranch', () => {
  const read = (path: string): string => readFileSync(join(user.repo, path), 'utf8')
  /** Commits a change of the files without moving the branch, and restores the files. */
  const make = (change: () => void): string => {
    change()
    user.sh('add', '-A')
    const commit = user.sh('commit-tree', '-p', user.base, '-m', 'x', user.sh('write-tree'))
    user.sh('reset', '-q', '--hard')
    return commit
  }
  const follow = (to: string, message?: string) =>
    nativeGit({ repo: user.repo }).followBranch!({
      branch: 'refs/heads/main',
      from: user.base,
      to,
      ...(message && { message }),
    })

  it('keeps what the user has staged', async () => {
    const to = make(() => user.write('src/a.txt', 'work\n'))
    user.write('src/a.txt', 'staged\n')
    user.sh('add', 'src/a.txt')
    user.write('src/a.txt', 'a\n')
    expect(await follow(to)).toEqual({ kept: ['src/a.txt'] })
    expect(user.sh('show', ':src/a.txt')).toBe('staged')
  })

  it('does not remove a file behind a link in the place of its folder', async () => {
    const to = make(() => rmSync(join(user.repo, 'src/deep'), { recursive: true }))
    const outside = join(user.dir, 'outside')
    renameSync(join(user.repo, 'src/deep'), outside)
    symlinkSync(outside, join(user.repo, 'src/deep'))
    await follow(to)
    expect(readdirSync(outside)).toEqual(['c.txt'])
  })

  it('removes only its own message for the next commit', async () => {
    const to = make(() => user.write('src/a.txt', 'work\n'))
    user.write('.git/SQUASH_MSG', 'Mine\n')
    await follow(to, 'Phase 1\n')
    expect(read('.git/SQUASH_MSG')).toBe('Mine\n')
    user.write('.git/SQUASH_MSG', 'Phase 1\n')
    await follow(to, 'Phase 1\n')
    expect(existsSync(join(user.repo, '.git/SQUASH_MSG'))).toBe(false)
  })

  it.each(['.lock', ''])('removes the index that a killed process left: index%s', async (end) => {
    const to = make(() => user.write('src/a.txt', 'work\n'))
    const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    const killed = createKilledGit(user.dir, real)
    const listLeft = () =>
      readdirSync(join(user.repo, '.git/amelia')).filter((name) => name.startsWith('index-'))
    vi.stubEnv('PATH', killed.path)
    // The file appears after this process has cleaned up, as if it had died before.
    killed.kill('update-index', { script: `(sleep 0.2; : > "$GIT_INDEX_FILE${end}") >/dev/null 2>&1 &` })
    await expect(follow(to)).rejects.toThrow('SIGKILL')
    await expect.poll(listLeft).toHaveLength(1)
    expect(await follow(to)).toEqual({ kept: [] })
    expect(listLeft()).toEqual([])
    expect(read('src/a.txt')).toBe('work\n')
  })
})
