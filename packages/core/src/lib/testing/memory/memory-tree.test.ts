import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedBetween, type MemoryTree, mergeTrees, treeKey } from './memory-tree.ts'

const tree = (files: Record<string, string>): Map<string, string> => new Map(Object.entries(files))
const merge = (base: MemoryTree, ours: MemoryTree, theirs: MemoryTree) =>
  mergeTrees(base, ours, theirs, { ours: 'run', theirs: 'phase' })
const trees = fc
  .dictionary(fc.constantFrom('a', 'b', 'c/d'), fc.constantFrom('', '1\n', '2\n', '1\n2\n'))
  .map(tree)

it('has one key for equal trees in any order', () => {
  fc.assert(
    fc.property(trees, trees, (one, other) => {
      expect(treeKey(new Map([...one].reverse()))).toBe(treeKey(one))
      expect(treeKey(one) === treeKey(other)).toBe(changedBetween(one, other).length === 0)
    }),
  )
})

it('names the paths that differ, sorted', () => {
  expect(changedBetween(tree({ a: '1', b: '1', d: '1' }), tree({ d: '1', c: '1', b: '2' }))).toEqual([
    'a',
    'b',
    'c',
  ])
})

describe('mergeTrees', () => {
  it('takes the side that changed, in either order', () => {
    fc.assert(
      fc.property(trees, trees, trees, (base, ours, theirs) => {
        expect(merge(base, ours, base)).toEqual({ tree: ours })
        expect(merge(base, ours, ours)).toEqual({ tree: ours })
        const [one, other] = [merge(base, ours, theirs), merge(base, theirs, ours)]
        if ('conflicts' in one) expect(other).toMatchObject({ conflicts: one.conflicts })
        else expect(treeKey((other as typeof one).tree)).toBe(treeKey(one.tree))
      }),
    )
  })

  it('moves the file of one side out of the way of a folder of the other', () => {
    const merged = merge(tree({ a: '1' }), tree({ 'a/x': '2' }), tree({ a: '3' }))
    expect(merged).toEqual({
      conflicts: ['a'],
      marked: {
        tree: tree({ 'a/x': '2', 'a~phase': '3' }),
        paths: [{ path: 'a~phase', conflict: 'moved', by: 'theirs', from: 'a' }],
      },
    })
  })

  it('merges files, and lines of one file that do not touch', () => {
    const base = tree({ a: '1\n2\n3\n4\n', b: 'b' })
    const ours = tree({ a: 'one\n2\n3\n4\n', c: 'c' })
    const theirs = tree({ a: '1\n2\n3\nfour\nfive\n', b: 'b', d: 'd' })
    expect(merge(base, ours, theirs)).toEqual({
      tree: tree({ a: 'one\n2\n3\nfour\nfive\n', c: 'c', d: 'd' }),
    })
  })

  it('fault 53: names every path that conflicts', () => {
    const base = tree({ a: '1\n2\n', b: 'b', c: 'c' })
    const ours = tree({ a: 'x\n2\n', b: 'B', new: '1', c: 'C' })
    const theirs = tree({ a: 'y\n2\n', new: '2', c: 'c' })
    expect(merge(base, ours, theirs)).toEqual({
      conflicts: ['a', 'b', 'new'],
      marked: {
        tree: tree({
          a: '<<<<<<< run\nx\n=======\ny\n>>>>>>> phase\n2\n',
          b: 'B',
          c: 'C',
          new: '<<<<<<< run\n1\n=======\n2\n>>>>>>> phase',
        }),
        paths: [
          { path: 'a', conflict: 'lines' },
          { path: 'b', conflict: 'deleted', by: 'theirs' },
          { path: 'new', conflict: 'lines' },
        ],
      },
    })
    expect(
      merge(
        base,
        tree({ ...Object.fromEntries(base), a: '1\nx\n' }),
        tree({ ...Object.fromEntries(base), a: 'y\n2\n' }),
      ),
    ).toMatchObject({ conflicts: ['a'] })
  })
})
