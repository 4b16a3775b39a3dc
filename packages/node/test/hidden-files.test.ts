import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository

beforeEach(() => {
  user = createRepository({ files: { 'docs/run/plan.md': 'Plan\n', 'docs/guide.md': 'Guide\n' } })
})
afterEach(() => user.close())

const open = async (isInPlace: boolean) => {
  const git = nativeGit({ repo: user.repo, slots: user.slots })
  const inPlace = { branch: 'refs/heads/main', head: user.base, left: 'refs/amelia/r1/left' }
  const workspace = await git.openWorkspace({ runId: 'r1', base: user.base, ...(isInPlace && { inPlace }) })
  return { git, workspace, root: workspace.dir! }
}

describe.each([
  ['a slot', false],
  ['a checkout', true],
])('removeHidden in %s', (_, isInPlace) => {
  it('removes what git does not report below a folder, and nothing else', async () => {
    const { git, workspace, root } = await open(isInPlace)
    const run = join(root, 'docs/run')
    execFileSync('git', ['init', '-q', run])
    // A program that reads it waits forever, and so does git in a nested repository.
    const pipe = (path: string): void => {
      rmSync(path, { force: true })
      execFileSync('mkfifo', [path])
    }
    for (const path of ['.git/HEAD', 'pipe']) pipe(join(run, path))
    execFileSync('git', ['init', '-q', join(run, 'nested')])
    pipe(join(run, 'nested/.git/HEAD'))
    writeFileSync(join(run, 'nested/x.md'), 'x')
    writeFileSync(join(root, '.gitignore'), 'docs\n')
    writeFileSync(join(root, 'docs/mine.md'), 'mine')
    const removed = await git.removeHidden!(workspace, ['docs/run', 'docs/other'])
    expect(removed.sort()).toEqual([
      'docs/run/.git',
      'docs/run/nested/.git',
      'docs/run/nested/x.md',
      'docs/run/pipe',
    ])
    expect(readdirSync(run, { recursive: true }).sort()).toEqual(['nested', 'plan.md'])
    expect(readdirSync(join(root, 'docs')).sort()).toEqual(['guide.md', 'mine.md', 'run'])
    expect((await git.changedPaths(workspace)).map(({ path }) => path)).toEqual(['.gitignore'])
    const aside = join(user.repo, '.git/amelia/in-place/r1/aside')
    expect(existsSync(aside) ? readdirSync(aside) : []).toHaveLength(isInPlace ? 4 : 0)
    await git.closeWorkspace(workspace)
  })

  it('follows no link', async () => {
    const { git, workspace, root } = await open(isInPlace)
    const outside = join(user.dir, 'outside')
    mkdirSync(outside)
    renameSync(join(root, 'docs'), join(outside, 'docs'))
    symlinkSync(join(outside, 'docs'), join(root, 'docs'))
    writeFileSync(join(root, '.gitignore'), 'docs\n')
    execFileSync('git', ['init', '-q', join(outside, 'docs/run')])
    expect(await git.removeHidden!(workspace, ['docs/run'])).toEqual([])
    expect(existsSync(join(outside, 'docs/run/.git'))).toBe(true)
    await git.closeWorkspace(workspace)
  })
})

it('removeHidden changes nothing in a checkout whose HEAD has moved', async () => {
  const { git, workspace, root } = await open(true)
  writeFileSync(join(root, '.gitignore'), 'docs\n')
  writeFileSync(join(root, 'docs/run/x.md'), 'x')
  user.sh('switch', '-q', '-c', 'other')
  await expect(git.removeHidden!(workspace, ['docs/run'])).rejects.toMatchObject({ code: 'REF_MOVED' })
  expect(existsSync(join(root, 'docs/run/x.md'))).toBe(true)
  await git.closeWorkspace(workspace)
})
