import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { createMemoryGit, type MemoryGit } from '../../testing/memory/memory-git.ts'
import { moveRefs } from './move-refs.ts'

const setUp = () => {
  const git = createMemoryGit()
  const main = git.refs.get('refs/heads/main')!
  const [next, alien] = [git.addCommit(main, { a: '1' }), git.addCommit(main, { a: '2' })]
  /** The moves at the end of a phase: the head, a new ref, and a deleted one. */
  const updates: RefUpdate[] = [
    { ref: 'refs/amelia/r1/head', new: next, old: main },
    { ref: 'refs/amelia/r1/phase/a', new: next, old: null },
    { ref: 'refs/amelia/r1/candidate/a', new: null, old: next },
  ]
  const put = (values: readonly (string | null)[]): void =>
    updates.forEach(({ ref }, index) => git.setRef(ref, values[index]!))
  return { git, updates, put, alien, old: updates.map((of) => of.old), new: updates.map((of) => of.new) }
}
const valuesOf = (git: MemoryGit, updates: readonly RefUpdate[]) =>
  updates.map(({ ref }) => git.refs.get(ref) ?? null)

describe('moveRefs', () => {
  it('moves all refs', async () => {
    const { git, updates, put, ...values } = setUp()
    put(values.old)
    expect(await moveRefs(git, 'r1', updates, false)).toEqual([])
    expect(valuesOf(git, updates)).toEqual(values.new)
  })

  it('fault 54: moves none if one has another value, and names it', async () => {
    const { git, updates, put, alien, ...values } = setUp()
    const found = [values.old[0]!, alien, values.old[2]!]
    put(found)
    expect(await moveRefs(git, 'r1', updates, false)).toEqual(['refs/amelia/r1/phase/a'])
    expect(valuesOf(git, updates)).toEqual(found)
  })

  it('treats a ref that has its new value as a conflict without an earlier process', async () => {
    const { git, updates, put, ...values } = setUp()
    put(values.new)
    expect(await moveRefs(git, 'r1', updates, false)).toHaveLength(3)
  })

  it('fault 61: finishes a move that an earlier process began, wherever it died', async () => {
    await fc.assert(
      fc.asyncProperty(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), async (moved) => {
        const { git, updates, put, ...values } = setUp()
        put(moved.map((done, index) => (done ? values.new[index]! : values.old[index]!)))
        expect(await moveRefs(git, 'r1', updates, true)).toEqual([])
        expect(valuesOf(git, updates)).toEqual(values.new)
        expect(await moveRefs(git, 'r1', updates, true), 'once more').toEqual([])
      }),
    )
  })

  it("fault 54: moves an earlier process's refs back if someone moves a ref at the last moment", async () => {
    const { git, updates, put, alien, ...values } = setUp()
    put([values.new[0]!, values.old[1]!, values.old[2]!])
    const raced = {
      ...git,
      updateRefs: async (asked: RefUpdate[]) => {
        if (asked.some(({ new: to }) => to === values.new[1])) git.setRef('refs/amelia/r1/phase/a', alien)
        return git.updateRefs(asked)
      },
    }
    expect(await moveRefs(raced, 'r1', updates, true)).toEqual(['refs/amelia/r1/phase/a'])
    expect(valuesOf(git, updates)).toEqual([values.old[0], alien, values.old[2]])
  })

  it('starts no git transaction if all refs have moved', async () => {
    const { git, updates, put, ...values } = setUp()
    put(values.new)
    const strict = { ...git, updateRefs: () => Promise.reject(new Error('not needed')) }
    expect(await moveRefs(strict, 'r1', updates, true)).toEqual([])
  })

  it('fault 54: moves refs back if someone else has moved one since', async () => {
    for (const place of [0, 1, 2]) {
      const { git, updates, put, alien, ...values } = setUp()
      const found = values.old.map((old, index) =>
        index === place ? alien : index === 0 ? values.new[0]! : old,
      )
      put(found)
      expect(await moveRefs(git, 'r1', updates, true)).toEqual([updates[place]!.ref])
      expect(valuesOf(git, updates)).toEqual(values.old.map((old, index) => (index === place ? alien : old)))
    }
  })

  it('moves no ref back that people have seen', async () => {
    const { git, updates, put, alien, ...values } = setUp()
    const published = { ref: 'refs/heads/out', new: values.new[0]!, old: values.old[0]! }
    put([values.new[0]!, alien, values.old[2]!])
    git.setRef(published.ref, published.new)
    expect(await moveRefs(git, 'r1', [...updates, published], true)).toEqual(['refs/amelia/r1/phase/a'])
    expect(valuesOf(git, [...updates, published])).toEqual([
      values.new[0],
      alien,
      values.old[2],
      published.new,
    ])
  })

  it('names refs that moved during the move, and throws other errors', async () => {
    const { git, updates, put, ...values } = setUp()
    put(values.old)
    const failing = (error: Error) => ({ ...git, updateRefs: () => Promise.reject(error) })
    const moved = new AmeliaError('REF_MOVED', 'x', { refs: ['refs/x'] })
    expect(await moveRefs(failing(moved), 'r1', updates, true)).toEqual(['refs/x'])
    await expect(moveRefs(failing(new Error('disk')), 'r1', updates, true)).rejects.toThrow('disk')
  })
})
