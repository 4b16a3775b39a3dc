import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NativeGitOptions, nativeGit } from '@amelia/node'
import type { GitBackendV1 } from '@amelia/core/plugin'
import { onTestFinished } from 'vitest'

/** A clone of the shared repository. */
export interface Clone {
  repo: string
  git: GitBackendV1
  /** Makes a commit on another one, without moving a ref. */
  commit(parent: string, message: string): string
  run(...args: string[]): string
}

/** A bare repository on disk, which clones share. */
export interface SharedRepository {
  remote: string
  base: string
  clone(): Clone
  run(...args: string[]): string
  /** Installs a hook of the shared repository. */
  hook(name: string, script: string): void
}

const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']

const call = (repo: string, args: readonly string[]): string =>
  execFileSync('git', [...identity, ...args], { cwd: repo, encoding: 'utf8', stdio: 'pipe' }).trim()

/** Creates a shared repository with one commit on `main`. */
export const sharedRepository = (): SharedRepository => {
  const root = mkdtempSync(join(tmpdir(), 'amelia-shared-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const remote = join(root, 'shared.git')
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', remote])
  const first = join(root, 'first')
  execFileSync('git', ['clone', '--quiet', remote, first], { stdio: 'pipe' })
  writeFileSync(join(first, 'a.txt'), 'a\n')
  call(first, ['add', '.'])
  call(first, ['commit', '--quiet', '-m', 'First'])
  call(first, ['push', '--quiet', 'origin', 'HEAD:refs/heads/main'])
  let count = 0
  return {
    remote,
    base: call(remote, ['rev-parse', 'main']),
    run: (...args) => call(remote, args),
    hook(name, script) {
      writeFileSync(join(remote, 'hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    },
    clone() {
      count += 1
      const repo = join(root, `clone${count}`)
      execFileSync('git', ['clone', '--quiet', remote, repo], { stdio: 'pipe' })
      call(repo, ['config', 'user.name', 'Test'])
      call(repo, ['config', 'user.email', 'test@example.com'])
      const options: NativeGitOptions = { repo, slots: join(root, `slots${count}`) }
      return {
        repo,
        git: nativeGit(options),
        run: (...args) => call(repo, args),
        commit: (parent, message) =>
          call(repo, ['commit-tree', `${parent}^{tree}`, '-p', parent, '-m', message]),
      }
    },
  }
}
