import { describe, expect, it } from 'vitest'
import { createMemoryFiles } from '../../../testing/memory/memory-files.ts'
import { findTwins } from './find-twins.ts'

const twins = async (files: string[], ...added: string[]): Promise<string[]> => {
  const found = await findTwins(
    { fs: createMemoryFiles(new Map([...files, ...added].map((path) => [path, 'x']))) },
    added.map((path) => ({ path, kind: 'added' })),
  )
  return found.map(({ text }) => text)
}

describe('fault 57: paths that conflict on some file systems', () => {
  it('includes files, parent folders, and names in another Unicode form', async () => {
    expect(await twins(['README.md'], 'Readme.md')).toEqual(['Readme.md: README.md'])
    expect(await twins(['src/a.ts'], 'Src/b.ts')).toEqual(['Src/b.ts: src'])
    expect(await twins(['caf\u00e9.md'], 'cafe\u0301.md')).toEqual(['cafe\u0301.md: caf\u00e9.md'])
    expect(await twins([], 'a.md', 'A.md')).toEqual(['a.md: A.md', 'A.md: a.md'])
  })

  it('excludes paths that only look alike, and existing ones', async () => {
    expect(await twins(['src/a.ts', 'lib/a.ts'], 'src/b.ts', 'a.ts')).toEqual([])
    expect(await twins(['a.md', 'A.md'], 'b.md')).toEqual([])
  })
})
