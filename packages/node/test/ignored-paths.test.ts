import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Workspace } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository

beforeEach(() => {
  user = createRepository()
  vi.stubEnv('HOME', user.dir)
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(user.dir, '.gitconfig'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  user.close()
})

const open = async (base = user.base) => {
  const git = nativeGit({ repo: user.repo, slots: user.slots })
  return { git, workspace: await git.openWorkspace({ runId: 'r1', base }) }
}

/** The rules of paths, in a workspace and in the checkout. */
const rulesOf = async (paths: string[], base?: string): Promise<string[]> => {
  const { git, workspace } = await open(base)
  const ask = async (where: Workspace | null) =>
    (await git.findIgnored!(where, paths)).map(
      (one) => `${one.path}: ${one.source}:${one.line}: ${one.pattern}`,
    )
  const found = await ask(workspace)
  expect(await ask(null)).toEqual(found)
  return found
}

const commit = (files: Record<string, string>): string => {
  for (const [path, content] of Object.entries(files)) user.write(path, content)
  user.sh('add', '-Af')
  user.sh('commit', '-qm', 'More')
  return user.sh('rev-parse', 'HEAD')
}

/** Counts the processes of git that `act` starts. */
const countGit = async (act: () => Promise<unknown>): Promise<string[]> => {
  const log = join(user.dir, 'calls')
  const real = execFileSync('sh', ['-c', 'command -v git']).toString().trim()
  const bin = join(user.dir, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${real}' "$@"\n`)
  chmodSync(join(bin, 'git'), 0o755)
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`)
  await act()
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []
}

describe('ignored paths', () => {
  it('come from .gitignore, info/exclude and core.excludesFile, and a negated rule includes', async () => {
    const base = commit({ '.gitignore': '*.log\n!keep.log\nlib/\n', 'src/.gitignore': '!b.log\n' })
    user.write('.git/info/exclude', '# mine\n*.mine\n!keep.mine\n')
    writeFileSync(join(user.dir, 'global'), '*.glob\n*.mine\n')
    user.sh('config', 'core.excludesFile', '~/global')
    const paths = [
      'a.log',
      'keep.log',
      'src/b.log',
      'lib/keep.log',
      'a.mine',
      'keep.mine',
      'x/a.glob',
      'a.md',
    ]
    expect(await rulesOf(paths, base)).toEqual([
      'a.log: .gitignore:1: *.log',
      'lib/keep.log: .gitignore:3: lib/',
      'a.mine: .git/info/exclude:2: *.mine',
      'x/a.glob: core.excludesFile:1: *.glob',
    ])
  })

  it('are not those that git tracks, and not folders with such files', async () => {
    const base = commit({ '.gitignore': 'lib/\nout/\n*.js\n', 'lib/a.js': '1', 'top.js': '1' })
    expect(await rulesOf(['lib/a.js', 'lib/', 'lib', 'top.js', 'lib/b.js', 'out/'], base)).toEqual([
      'lib/b.js: .gitignore:1: lib/',
      'out/: .gitignore:2: out/',
    ])
  })

  it('are decided by names without a meaning for git, whatever else is asked', async () => {
    const base = commit({ '.gitignore': '*.log\n' })
    const hostile = [
      '-z.log',
      '--verbose.log',
      ':(glob)x.log',
      ':!x.log',
      ':/x.log',
      'two\nlines.log',
      '\t.log',
    ]
    const outside = ['', '..', '../x.log', '/x.log', join(user.repo, 'x.log'), 'a/../../x.log', 'nul\0.log']
    const found = await rulesOf([...outside, ...hostile], base)
    expect(found).toEqual(hostile.map((path) => `${path}: .gitignore:1: *.log`))
  })

  it('are not behind a link or in a submodule, and one such path does not hide the rest', async () => {
    const other = createRepository()
    user.sh('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', other.repo, 'vendor/sub')
    symlinkSync('src', join(user.repo, 'link'))
    symlinkSync('missing', join(user.repo, 'src/broken'))
    const base = commit({ '.gitignore': '*.log\nlink2\n' })
    const inside = ['vendor/sub/x.log', 'vendor/sub/deep/x.log', 'vendor/sub', 'vendor/sub/']
    const behind = ['link/x.log', 'link/deep/x.log', 'link/', 'src/broken/x.log', 'src/../link/x.log']
    expect(await rulesOf([...inside, ...behind, 'vendor/x.log', 'README.md/x.log', 'a.log'], base)).toEqual([
      'vendor/x.log: .gitignore:1: *.log',
      'README.md/x.log: .gitignore:1: *.log',
      'a.log: .gitignore:1: *.log',
    ])
    other.close()
  })

  it.each([['a workspace'], ['the checkout']])(
    'are decided by at most two processes in %s',
    async (place) => {
      const base = commit({ '.gitignore': 'odd/\n' })
      symlinkSync('src', join(user.repo, 'link'))
      const { git, workspace } = await open(base)
      await git.findIgnored!(null, ['a'])
      const paths = Array.from(
        { length: 5_000 },
        (_, at) => `${['odd', 'even', 'link', '..'][at % 4]}/${at}.js`,
      )
      let found: unknown[] = []
      const calls = await countGit(async () => {
        found = await git.findIgnored!(place === 'a workspace' ? workspace : null, paths)
      })
      expect(found).toHaveLength(1_250)
      expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(2)
    },
  )

  it('are the same for the agent, whose git has the rules of the user and of the set-up', async () => {
    user.write('.git/info/exclude', '*.mine\n!keep.glob')
    writeFileSync(join(user.dir, 'global'), '*.glob\n')
    user.sh('config', 'core.excludesFile', '~/global')
    user.write('kept/x', '1')
    const git = nativeGit({ repo: user.repo, slots: user.slots, copy: ['kept'] })
    const workspace = await git.openWorkspace({ runId: 'r1', base: user.base })
    for (const path of ['a.mine', 'a.glob', 'keep.glob', 'a.log', 'new.txt'])
      await workspace.fs.writeFile(`/${path}`, '1')
    const changed = (await git.changedPaths(workspace)).map(({ path }) => path)
    expect(changed).toEqual(['keep.glob', 'new.txt'])
    const status = execFileSync('git', ['status', '--porcelain'], { cwd: workspace.dir }).toString()
    expect(status).toBe('?? keep.glob\n?? new.txt\n')
  })

  it('include those of the usual file of the user without core.excludesFile', async () => {
    vi.stubEnv('XDG_CONFIG_HOME', '')
    mkdirSync(join(user.dir, '.config/git'), { recursive: true })
    writeFileSync(join(user.dir, '.config/git/ignore'), '*.tmp\n')
    const { git, workspace } = await open()
    for (const path of ['a.tmp', 'new.txt']) await workspace.fs.writeFile(`/${path}`, '1')
    const { changedPaths, findIgnored } = git
    expect((await changedPaths(workspace)).map(({ path }) => path)).toEqual(['new.txt'])
    expect(await findIgnored!(workspace, ['a.tmp'])).toMatchObject([{ source: 'core.excludesFile', line: 1 }])
    // A confined agent may have another home.
    const env = { ...process.env, HOME: '/' }
    const status = execFileSync('git', ['status', '--porcelain'], { cwd: workspace.dir, env }).toString()
    expect(status).toBe('?? new.txt\n')
  })

  it('that exist are listed without those of the set-up', async () => {
    const base = commit({ '.gitignore': 'node_modules/\nbuild/\n*.log\n' })
    user.write('node_modules/a/index.js', '1')
    const git = nativeGit({ repo: user.repo, slots: user.slots, copy: ['node_modules'] })
    const workspace = await git.openWorkspace({ runId: 'r1', base })
    expect(await git.listIgnored!(workspace)).toEqual([])
    for (const path of ['/build/x.js', '/src/a.log', '/new.txt']) await workspace.fs.writeFile(path, '1')
    const paths = (await git.listIgnored!(workspace)).map(({ path }) => path)
    expect(paths).toEqual(['build/', 'src/a.log'])
  })
})
