import { gitContract } from '@amelia/core/testing'
import { memfs } from 'memfs'
import { describe, expect, it } from 'vitest'
import { createIsomorphicGit, memoryFileSystem, type PromiseFileSystem } from '../src/index.ts'
import { createMemoryRepository } from './memory-repository.ts'

const withoutRename = (): PromiseFileSystem => {
  const { rename: _, ...fs } = memoryFileSystem()
  return fs
}

const fileSystems: [name: string, create: () => PromiseFileSystem, durableSlots?: true][] = [
  ['memfs', () => memfs().fs.promises],
  ['memoryFileSystem', memoryFileSystem],
  ['a file system that cannot rename', withoutRename],
  ['memoryFileSystem with durable slots', memoryFileSystem, true],
]

describe.each(fileSystems)(
  'isomorphic git over %s fulfils the contract',
  (_, createFileSystem, durableSlots) => {
    const cases = gitContract({
      features: { ignore: true, binary: true, lines: true, marks: true, checkout: true, slots: true },
      async create() {
        const { fs, dir, base, write, read } = await createMemoryRepository(createFileSystem())
        return {
          git: createIsomorphicGit({ fs, dir, ...(durableSlots && { durableSlots }) }),
          base,
          branch: 'refs/heads/main',
          writeUserFile: write,
          readUserState: async () => {
            const own = Object.entries(await read(dir)).filter(
              ([path]) => !/\/\.git\/(objects|refs\/amelia|amelia)\//.test(path),
            )
            return JSON.stringify(own.sort())
          },
          close: async () => {},
        }
      },
    })
    for (const { name, covered, run } of cases) if (covered) it(name, run)
    it('covers every case except those of a checkout', () => {
      const left = cases.filter(({ covered }) => !covered).map(({ name }) => name)
      expect(left.filter((name) => !/applyToCheckout|fingerprint|in place|followBranch/.test(name))).toEqual(
        [],
      )
      expect(left.length).toBeGreaterThan(5)
    })
  },
)
