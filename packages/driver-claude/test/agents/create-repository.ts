import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates a repository with one commit, and returns a function that runs git in it. */
export const createRepository = (repo: string): ((...args: string[]) => string) => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  mkdirSync(repo)
  git('init', '-qb', 'main')
  git('config', 'user.name', 'A Person')
  git('config', 'user.email', 'person@example.org')
  writeFileSync(join(repo, 'package.json'), '{ "type": "module" }\n')
  git('add', '-A')
  git('commit', '-qm', 'Begin')
  return git
}
