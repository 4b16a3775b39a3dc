import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { diffWorkspace, nativeGit } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository

beforeEach(() => {
  user = createRepository({ files: { 'a.txt': 'one\n', 'b.txt': 'two\n' } })
})
afterEach(() => user.close())

const lineOf = (patch: string): string[] => patch.split('\n').filter((line) => /^[-+](?![-+])/.test(line))

it.each([
  ['a slot', false],
  ['a checkout', true],
])(
  'shows the changes of a running attempt in %s, with new files, and changes nothing',
  async (_, isInPlace) => {
    // Another process finds the slots where they are by default.
    const git = nativeGit({ repo: user.repo })
    const inPlace = { branch: 'refs/heads/main', head: user.base, left: 'refs/amelia/r1/left' }
    const lease = 'lease'
    const workspace = await git.openWorkspace({
      ...{ runId: 'r1', lease, base: user.base },
      ...(isInPlace && { inPlace }),
    })
    const options = { repo: user.repo, runId: 'r1', slot: workspace.slot!, base: user.base }
    expect(await diffWorkspace(options)).toBe('')
    const root = workspace.dir!
    writeFileSync(join(root, 'a.txt'), 'one\nmore\n')
    rmSync(join(root, 'b.txt'))
    writeFileSync(join(root, 'new.txt'), 'new\n')
    // A program of the workspace is not run.
    writeFileSync(join(root, '.gitattributes'), '*.txt diff=evil filter=evil\n')
    const refs = execFileSync('git', ['-C', user.repo, 'count-objects'], { encoding: 'utf8' })
    expect(lineOf(await diffWorkspace(options))).toEqual([
      ...['+*.txt diff=evil filter=evil', '+more', '-two', '+new'],
    ])
    expect(execFileSync('git', ['-C', user.repo, 'count-objects'], { encoding: 'utf8' })).toBe(refs)
    expect((await git.changedPaths(workspace)).map(({ path }) => path).sort()).toEqual([
      ...['.gitattributes', 'a.txt', 'b.txt', 'new.txt'],
    ])
    await git.closeWorkspace(workspace)
    await git.removeWorkspaces!('r1', { lease, all: true })
    if (!isInPlace) expect(await diffWorkspace(options)).toBe('')
  },
)

it.each(['../../etc', 'x', '1/other'])('is empty for a slot that cannot exist: %s', async (slot) => {
  expect(await diffWorkspace({ repo: user.repo, runId: 'r1', slot, base: user.base })).toBe('')
})
