import { describe, expect, it } from 'vitest'
import { createMemoryFiles } from '../../testing/memory/memory-files.ts'
import { findTwins } from './find-twins.ts'

const twins = (files: string[], ...added: string[]): Promise<string[]> =>
  findTwins(
    { fs: createMemoryFiles(new Map([...files, ...added].map((path) => [path, 'x']))) },
    added.map((path) => ({ path, kind: 'added' })),
  )

describe('fault 57: paths that some machines cannot have beside each other', () => {
  it('are files, folders on the way, and names that are only composed otherwise', async () => {
    expect(await twins(['README.md'], 'Readme.md')).toEqual(['Readme.md: README.md'])
    expect(await twins(['src/a.ts'], 'Src/b.ts')).toEqual(['Src/b.ts: src'])
    expect(await twins(['caf\u00e9.md'], 'cafe\u0301.md')).toEqual(['cafe\u0301.md: caf\u00e9.md'])
    expect(await twins([], 'a.md', 'A.md')).toEqual(['a.md: A.md', 'A.md: a.md'])
  })

  it('are not those that only look alike, nor what was there before', async () => {
    expect(await twins(['src/a.ts', 'lib/a.ts'], 'src/b.ts', 'a.ts')).toEqual([])
    expect(await twins(['a.md', 'A.md'], 'b.md')).toEqual([])
  })
})
