import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import type { GitBackendV1, Workspace } from '@amelia/core/plugin'
import { gitContractFiles } from '@amelia/core/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import {
  createRepository,
  readTree,
  relink,
  type TemporaryRepository,
} from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let git: GitBackendV1
let workspace: Workspace
let root: string
let outside: string

beforeEach(async () => {
  user = createRepository()
  git = nativeGit({ repo: user.repo, slots: user.slots })
  workspace = await git.openWorkspace({ runId: 'r1', base: user.base })
  root = workspace.dir ?? ''
  outside = join(user.dir, 'outside')
  mkdirSync(outside)
})
afterEach(async () => {
  // After every overlay, a plain reset restores exactly the commit, and no files of the engine remain beside
  // the workspace.
  await git.resetWorkspace(workspace, user.base)
  expect(await git.changedPaths(workspace)).toEqual([])
  expect(readTree(root, ['.git'])).toBe(readTree(user.repo, ['.git']).replaceAll(user.repo, root))
  // Confinement has an empty file there.
  const beside = readdirSync(join(root, '..')).filter((name) => name !== 'blank')
  expect(beside.sort()).toEqual(['gitdir', 'use', 'ws'])
  expect(readdirSync(outside)).toEqual([])
  user.sh('fsck', '--strict', '--no-dangling')
  user.close()
})

/** Commits on the base with the user's git, without moving their refs. */
const commit = (change: () => void): string => {
  change()
  user.sh('add', '-A')
  const id = user.sh('commit-tree', '-p', user.base, '-m', 'x', user.sh('write-tree'))
  user.sh('reset', '-q', '--hard', user.base)
  user.sh('clean', '-qffdx')
  return id
}
const link = (target: string, path: string): void => relink(target, join(user.repo, path))
const overlay = (onto: string, from: string, ...paths: string[]): Promise<void> =>
  git.resetWorkspace(workspace, onto, [{ from, paths }])

describe('fault 15: overlays and links', () => {
  it('writes a path below a folder that is a link out of the workspace in the commit', async () => {
    const evil = commit(() => link(outside, 'src'))
    await overlay(evil, user.base, 'src/a.txt', 'src/deep/c.txt')
    expect(lstatSync(join(root, 'src')).isDirectory()).toBe(true)
    expect(readTree(join(root, 'src'), [])).toContain('a\n')
    expect(existsSync(join(root, 'src/b.txt'))).toBe(false)
  })

  it('keeps a link and its target if a path below it is missing in the other commit', async () => {
    const evil = commit(() => link('../outside', 'made'))
    await overlay(evil, user.base, 'made/x.txt')
    expect(readlinkSync(join(root, 'made'))).toBe('../outside')
  })

  it('writes a link in the place of a folder as a link', async () => {
    const linked = commit(() => link(outside, 'src'))
    await overlay(user.base, linked, 'src')
    expect(readlinkSync(join(root, 'src'))).toBe(outside)
    expect((await git.changedPaths(workspace)).find(({ path }) => path === 'src')).toEqual({
      path: 'src',
      kind: 'added',
      outside,
    })
  })

  it('does not write through links that an attempt planted on disk', async () => {
    relink(outside, join(root, 'src'))
    symlinkSync(outside, join(root, 'made'))
    const id = commit(() => user.write('made/x.txt', 'x\n'))
    await overlay(user.base, id, 'src/a.txt', 'made/x.txt')
    expect(lstatSync(join(root, 'src')).isDirectory()).toBe(true)
    expect(readFileSync(join(root, 'made/x.txt'), 'utf8')).toBe('x\n')
  })
})

describe('an overlay keeps', () => {
  it('executable bits and links, in both directions', async () => {
    const id = commit(() => {
      user.write('run.sh', '#!/bin/sh\n', 0o755)
      user.write('src/a.txt', 'a\n', 0o755)
      link('a.txt', 'src/link')
    })
    const mode = (path: string): number => lstatSync(join(root, path)).mode & 0o111
    await overlay(user.base, id, 'run.sh', 'src/a.txt', 'src/link')
    expect([mode('run.sh'), mode('src/a.txt')]).toEqual([0o111, 0o111].map((bits) => bits & ~process.umask()))
    expect(readlinkSync(join(root, 'src/link'))).toBe('a.txt')
    await overlay(id, user.base, 'run.sh', 'src/a.txt', 'src/link')
    expect(mode('src/a.txt')).toBe(0)
    expect(await git.changedPaths(workspace)).toEqual([])
  })

  it('the other files, also for a later read with a damaged index', async () => {
    const id = commit(() => {
      user.write('src/a.txt', 'work\n')
      user.write('src/b.txt', 'work\n')
    })
    await overlay(id, user.base, 'src/a.txt')
    const outside = join(root, '../outside')
    relink(outside, join(root, '../gitdir/index'))
    const seen = (await git.changedPaths(workspace)).map(({ path }) => path)
    expect(seen).toEqual(['src/b.txt'])
    expect(existsSync(outside)).toBe(false)
  })

  it('its paths, also more than fit into one command line', async () => {
    const paths = Array.from({ length: 12_000 }, (_, n) => `${'long-'.repeat(40)}${n}`)
    await overlay(user.base, user.base, ...paths, 'src/a.txt')
    expect(await git.changedPaths(workspace)).toEqual([])
  })

  it("the user's index and HEAD", async () => {
    user.write('src/b.txt', 'mine\n')
    user.write('staged.txt', 'mine\n')
    user.sh('add', 'staged.txt')
    const before = user.state()
    const [first = ''] = Object.keys(gitContractFiles)
    await overlay(user.base, user.base, first)
    expect(user.state()).toBe(before)
    user.sh('reset', '-q', '--hard')
  })
})

it('compose refuses a path below a link, and replaces a link by a file', async () => {
  const id = commit(() => {
    link('../outside', 'docs')
    link('README.md', 'notes.md')
  })
  const tree = await git.readTree(id)
  const request = { ref: 'refs/amelia/r1/c', tree, parent: id, message: 'x\n', date: 1 }
  const bad = git.compose({ ...request, files: { 'docs/amelia/x.md': 'x' } })
  await expect(bad).rejects.toMatchObject({ code: 'PATH_DENIED', details: { path: 'docs/amelia/x.md' } })
  const made = await git.compose({ ...request, files: { 'notes.md': 'x' } })
  expect(user.sh('ls-tree', '--format=%(objectmode)', made, 'notes.md')).toBe('100644')
})
