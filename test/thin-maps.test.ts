import { expect, it } from 'vitest'
import { splitRoot, thinMappings } from '../scripts/lib/thin-maps.mjs'

it('keeps where each line of a source begins in the code', () => {
  const mappings: [number, number, number, number][][] = [
    [
      [0, 0, 1, 0],
      [4, 0, 1, 6],
      [9, 0, 2, 2],
      [12, 1, 2, 0],
      [20, 1, 2, 8],
      [24, 0, 2, 5],
    ],
    // A line of the code has its own first segment.
    [
      [0, 0, 2, 5],
      [3, 0, 2, 9],
    ],
  ]
  expect(thinMappings(mappings)).toEqual([
    [
      [0, 0, 1, 0],
      [9, 0, 2, 0],
      [12, 1, 2, 0],
      [24, 0, 2, 0],
    ],
    [[0, 0, 2, 0]],
  ])
})

it('leaves out code without a source, columns and names', () => {
  expect(thinMappings([[[0], [4, 0, 3, 1, 7]]])).toEqual([[[4, 0, 3, 0]]])
})

it('writes the folder of all sources once', () => {
  expect(splitRoot(['../src/lib/a/b.ts', '../src/lib/a.ts'])).toEqual({
    sourceRoot: '../src/lib/',
    sources: ['a/b.ts', 'a.ts'],
  })
  expect(splitRoot(['../src/lib/a/b.ts', '../src/library.ts'])).toEqual({
    sourceRoot: '../src/',
    sources: ['lib/a/b.ts', 'library.ts'],
  })
  expect(splitRoot(['a.ts', '../b.ts'])).toEqual({ sources: ['a.ts', '../b.ts'] })
  expect(splitRoot([])).toEqual({ sources: [] })
})
