import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { folder } from './codex-stage.ts'

/** Returns the output of git without the last line feed. */
export const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()

/** Creates a repository with one commit on `main`. It is deleted after the test. */
export const createRepository = (files: Record<string, string>): string => {
  const dir = folder('repo')
  git(dir, 'init', '-qb', 'main')
  git(dir, 'config', 'user.name', 'A Person')
  git(dir, 'config', 'user.email', 'person@example.org')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  git(dir, 'add', '-A')
  git(dir, 'commit', '-qm', 'Begin')
  return dir
}
