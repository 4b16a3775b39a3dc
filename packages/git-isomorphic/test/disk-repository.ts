import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'

const folders: string[] = []
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})

export const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()

/**
 * Creates a repository on disk with one commit of the files that `fill` writes. It is deleted after the test.
 */
export const createDiskRepository = (fill: (repo: string) => void, ...init: string[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-iso-'))
  folders.push(folder)
  const repo = join(folder, 'repo')
  mkdirSync(repo)
  git(repo, 'init', '-qb', 'main', ...init)
  git(repo, 'config', 'user.name', 'A Person')
  git(repo, 'config', 'user.email', 'person@example.org')
  fill(repo)
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Begin')
  return repo
}
