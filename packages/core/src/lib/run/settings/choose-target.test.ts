import { describe, expect, it } from 'vitest'
import { createMemoryGit } from '../../testing/memory/memory-git.ts'
import { chooseTarget } from './choose-target.ts'

const choose = async (wanted: string | undefined, ...branches: string[]) => {
  const git = createMemoryGit()
  const main = git.refs.get('refs/heads/main')!
  const other = git.addCommit(main, {})
  for (const branch of branches) git.setRef(`refs/heads/${branch}`, other)
  const chosen = await chooseTarget(git, main, wanted, 'name')
  return {
    ...chosen,
    base: chosen.base === main ? 'main' : 'other',
    targetCommit: chosen.targetCommit === other ? 'other' : chosen.targetCommit,
  }
}
const made = (branch: string, number?: number) => ({
  target: `refs/heads/${branch}`,
  targetCommit: null,
  base: 'main',
  ...(number !== undefined && { number }),
})

describe('chooseTarget', () => {
  it('creates a new branch at HEAD', async () => {
    expect(await choose(undefined)).toEqual(made('amelia/name', 1))
  })

  it('uses the next number if the name is taken', async () => {
    expect(await choose(undefined, 'amelia/name')).toEqual(made('amelia/name-2', 2))
    expect(await choose(undefined, 'amelia/name', 'amelia/name-2', 'amelia/name-4')).toEqual(
      made('amelia/name-3', 3),
    )
    expect(await choose(undefined, 'amelia/name-2')).toEqual(made('amelia/name', 1))
  })

  it('uses the next number if the name is a folder of branches', async () => {
    expect(await choose(undefined, 'amelia/name/more')).toEqual(made('amelia/name-2', 2))
  })

  it('uses another prefix if a branch "amelia" exists', async () => {
    expect(await choose(undefined, 'amelia')).toEqual(made('amelia-runs/name', 1))
    expect(await choose(undefined, 'amelia', 'amelia-runs/name')).toEqual(made('amelia-runs/name-2', 2))
  })

  it('uses the requested branch, and builds on it', async () => {
    expect(await choose('work', 'work')).toEqual({
      target: 'refs/heads/work',
      targetCommit: 'other',
      base: 'other',
    })
    expect(await choose('a/b/c')).toEqual(made('a/b/c'))
  })

  it.each([
    ['-d', []],
    ['a..b', []],
    ['work/more', ['work']],
    ['a/b/c', ['a/b']],
    ['work', ['work/more']],
  ])('fault 17: refuses %j beside %j', async (wanted, branches) => {
    await expect(choose(wanted, ...branches)).rejects.toMatchObject({ code: 'TARGET_INVALID' })
  })
})
