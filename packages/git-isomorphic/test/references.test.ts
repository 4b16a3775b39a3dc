import { execFileSync } from 'node:child_process'
import fs, { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createIsomorphicGit, type PromiseFileSystem } from '../src/index.ts'
import { createDiskRepository, git } from './disk-repository.ts'

const create = (): string => createDiskRepository((repo) => writeFileSync(join(repo, 'a.txt'), 'a\n'))

describe('references', () => {
  it('that git packed are read, moved and deleted, and a tag next to them stays intact', async () => {
    const repo = create()
    const base = git(repo, 'rev-parse', 'HEAD')
    for (const name of ['one', 'two']) git(repo, 'branch', `amelia/${name}`)
    git(repo, 'tag', '-am', 'A tag', 'v1')
    git(repo, 'pack-refs', '--all')
    const backend = createIsomorphicGit({ fs, dir: repo })
    expect([...(await backend.listRefs('refs/heads/amelia/')).keys()]).toEqual([
      'refs/heads/amelia/one',
      'refs/heads/amelia/two',
    ])
    expect(await backend.readRef('refs/tags/v1')).toBe(base)
    await backend.updateRefs([
      { ref: 'refs/heads/amelia/one', new: null, old: base },
      { ref: 'refs/heads/amelia/one/below', new: base, old: null },
    ])
    expect(git(repo, 'for-each-ref', '--format=%(refname)')).toBe(
      'refs/heads/amelia/one/below\nrefs/heads/amelia/two\nrefs/heads/main\nrefs/tags/v1',
    )
    expect(git(repo, 'cat-file', '-t', 'v1')).toBe('tag')
    await backend.updateRefs([{ ref: 'refs/heads/amelia/one/below', new: null, old: base }])
    await backend.updateRefs([{ ref: 'refs/heads/amelia/one', new: base, old: null }])
    expect(git(repo, 'rev-parse', 'amelia/one')).toBe(base)
  })

  it('cannot be a folder of others, and nothing moves then', async () => {
    const repo = create()
    const backend = createIsomorphicGit({ fs, dir: repo })
    const base = git(repo, 'rev-parse', 'HEAD')
    git(repo, 'branch', 'amelia/x')
    git(repo, 'pack-refs', '--all')
    const ref = 'refs/heads/amelia'
    for (const wrong of [[`${ref}/x/y`], [ref], ['refs/amelia/a', 'refs/amelia/a/b']]) {
      const update = backend.updateRefs([
        { ref: 'refs/amelia/fine', new: base, old: null },
        ...wrong.map((name) => ({ ref: name, new: base, old: null })),
      ])
      await expect(update).rejects.toMatchObject({ code: 'GIT_FAILED' })
      expect(await backend.readRef('refs/amelia/fine')).toBeNull()
    }
  })

  it('are restored if one of them cannot be written', async () => {
    const repo = create()
    const base = git(repo, 'rev-parse', 'HEAD')
    let full = false
    const failing: PromiseFileSystem = {
      ...fs.promises,
      rename: async (from: string, to: string) => {
        if (full && to.endsWith('/third')) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
        await fs.promises.rename(from, to)
      },
    }
    const backend = createIsomorphicGit({ fs: failing, dir: repo })
    await backend.updateRefs([{ ref: 'refs/amelia/r/first', new: base, old: null }])
    full = true
    const update = backend.updateRefs([
      { ref: 'refs/amelia/r/first', new: null, old: base },
      { ref: 'refs/amelia/r/second', new: base, old: null },
      { ref: 'refs/amelia/r/third', new: base, old: null },
    ])
    await expect(update).rejects.toMatchObject({ code: 'GIT_FAILED' })
    full = false
    expect([...(await backend.listRefs('refs/amelia/'))]).toEqual([['refs/amelia/r/first', base]])
  })

  it('are moved one at a time, also by two backends on one file system', async () => {
    const repo = create()
    const base = git(repo, 'rev-parse', 'HEAD')
    const backends = [1, 2, 3, 4].map(() => createIsomorphicGit({ fs, dir: repo }))
    const moves = backends.map((backend) =>
      backend.updateRefs([{ ref: 'refs/amelia/r/head', new: base, old: null }]),
    )
    const settled = await Promise.allSettled(moves)
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a repository', () => {
  it('that does not exist is NOT_A_REPOSITORY, until it is created', async () => {
    const repo = create()
    const dir = join(repo, 'beside')
    const backend = createIsomorphicGit({ fs, dir })
    await expect(backend.inspect()).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' })
    mkdirSync(dir)
    git(dir, 'init', '-qb', 'main')
    expect(await backend.inspect()).toMatchObject({ head: null, branch: 'refs/heads/main', dirty: false })
  })

  it.each<[string, (repo: string) => string]>([
    [
      'a linked worktree',
      (repo) => {
        git(repo, 'worktree', 'add', '-q', join(repo, '../linked'))
        return join(repo, '../linked')
      },
    ],
    [
      'a clone that borrows objects',
      (repo) => {
        execFileSync('git', ['clone', '-q', '--shared', repo, join(repo, '../shared')])
        return join(repo, '../shared')
      },
    ],
    [
      'one with SHA-256',
      () => createDiskRepository((repo) => writeFileSync(join(repo, 'a'), 'a'), '--object-format=sha256'),
    ],
  ])('that would be read wrongly is refused: %s', async (_, make) => {
    const backend = createIsomorphicGit({ fs, dir: make(create()) })
    await expect(backend.inspect()).rejects.toMatchObject({
      code: 'REPOSITORY_NOT_READY',
      details: { reason: 'unsupported' },
    })
  })

  it('reports operations in progress and changes in its checkout, without writing there', async () => {
    const repo = create()
    const backend = createIsomorphicGit({ fs, dir: repo })
    const index = fs.readFileSync(join(repo, '.git/index'))
    // The same content with another time, which git's index does not know yet.
    writeFileSync(join(repo, 'a.txt'), 'a\n')
    expect(await backend.inspect()).toMatchObject({ dirty: false, operation: null })
    writeFileSync(join(repo, 'a.txt'), 'b\n')
    writeFileSync(join(repo, '.git/MERGE_HEAD'), '')
    expect(await backend.inspect()).toMatchObject({ dirty: true, operation: 'merge' })
    expect(fs.readFileSync(join(repo, '.git/index'))).toEqual(index)
  })
})
