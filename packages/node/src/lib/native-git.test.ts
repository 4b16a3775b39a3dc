import { existsSync, readdirSync } from 'node:fs'
import { gitContract } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { createRepository } from '../../test/temporary-repository.ts'
import { nativeGit } from '../index.ts'

describe.each(['sha1', 'sha256'] as const)('nativeGit keeps the contract (%s)', (format) => {
  const cases = gitContract({
    features: { ignore: true, binary: true, lines: true, checkout: true },
    async create() {
      const { repo, slots, base, write, state, sh, close } = createRepository({ format })
      return {
        git: nativeGit({ repo, slots }),
        base,
        branch: 'refs/heads/main',
        writeUserFile: async (path, content) => write(path, content),
        readUserState: async () => state().replaceAll(/^.*refs\/amelia\/.*\n?/gm, ''),
        async close() {
          // Whatever a case did, the repository is sound afterwards.
          sh('fsck', '--strict', '--no-dangling')
          close()
        },
      }
    },
  })
  for (const { name, covered, run } of cases) {
    it(name, async () => {
      expect(covered).toBe(true)
      await run()
    })
  }
})

describe('nativeGit', () => {
  it('leaves no workspace behind, and no folder of the repository', async () => {
    const { repo, slots, base, close } = createRepository()
    const git = nativeGit({ repo, slots })
    const first = await git.openWorkspace({ runId: 'r1', base })
    await git.openWorkspace({ runId: 'r2', base })
    await git.removeWorkspaces?.('r1')
    expect(existsSync(first.dir ?? '')).toBe(false)
    expect(readdirSync(slots)).toHaveLength(1)
    await git.removeWorkspaces?.('r2')
    expect(readdirSync(slots)).toEqual([])
    close()
  })
})
