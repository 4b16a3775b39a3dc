import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gitContractFiles } from '@amelia/core/testing'
import { copyOf } from '../../../test/fixtures/copy-of.ts'

/** A repository in a temporary folder, created with the git program. */
export interface TemporaryRepository {
  /** The folder that contains everything; `close` removes it. */
  dir: string
  repo: string
  slots: string
  base: string
  /** Runs git in the user's checkout. */
  sh(...args: string[]): string
  write(path: string, content: string, mode?: number): void
  /** Describes the state that must not change: HEAD, branch, index, files, configuration, hooks, stash. */
  state(): string
  close(): void
}

/** Returns the environment of a user without configuration. */
export const userEnvironment = (home: string): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: home,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
})

const writeIn = (folder: string, path: string, content: string, mode = 0o644): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), content, { mode })
  chmodSync(join(folder, path), mode)
}

export const createRepository = (
  options: { format?: 'sha1' | 'sha256'; files?: Readonly<Record<string, string>> } = {},
): TemporaryRepository => {
  const { format = 'sha1', files = gitContractFiles } = options
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-test-')))
  const repo = join(dir, 'repo')
  mkdirSync(repo)
  const run = (cwd: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd, env: userEnvironment(dir), stdio: ['ignore', 'pipe', 'pipe'] })
      .toString()
      .trimEnd()
  const sh = (...args: string[]): string => run(repo, ...args)
  const write = (path: string, content: string, mode?: number): void => writeIn(repo, path, content, mode)
  copyOf(`${format} ${JSON.stringify(files)}`, repo, (made) => {
    run(made, 'init', '-q', '-b', 'main', `--object-format=${format}`)
    run(made, 'config', 'user.name', 'A Person')
    run(made, 'config', 'user.email', 'person@example.org')
    for (const [path, content] of Object.entries(files)) writeIn(made, path, content)
    run(made, 'add', '-A')
    run(made, 'commit', '-q', '-m', 'Begin')
  })
  sh('update-index', '--refresh')
  return {
    dir,
    repo,
    slots: join(dir, 'slots'),
    base: sh('rev-parse', 'HEAD'),
    sh,
    write,
    state() {
      const index = join(repo, sh('rev-parse', '--git-dir'), 'index')
      const bytes = existsSync(index) ? readFileSync(index).toString('base64') : ''
      const parts = [
        bytes,
        readTree(repo, ['.git']),
        ...['config', 'hooks', 'info', 'HEAD'].map((name) => readTree(join(repo, '.git', name), [])),
        sh('for-each-ref'),
        sh('stash', 'list'),
        // Last, because it may refresh the index.
        sh('--no-optional-locks', 'status', '--porcelain', '--ignored'),
      ]
      return parts.join('\n====\n')
    },
    close() {
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Describes everything below a path as text: names, modes, contents, links. */
export const readTree = (path: string, without: string[]): string => {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return `${path}: none`
  if (stat.isSymbolicLink()) return `${path} -> ${execFileSync('readlink', [path]).toString()}`
  if (!stat.isDirectory())
    return `${path} ${stat.mode.toString(8)}\n${stat.isFile() ? readFileSync(path, 'utf8') : ''}`
  return readdirSync(path)
    .filter((name) => !without.includes(name))
    .sort()
    .map((name) => readTree(join(path, name), []))
    .join('\n')
}

/** Creates a link, and replaces whatever exists at its path. */
export const relink = (target: string, path: string): void => {
  rmSync(path, { recursive: true, force: true })
  symlinkSync(target, path)
}
