import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitContract } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { isLong } from '../../../../../test/fixtures/is-long.ts'
import { createRepository } from '../../../../../test/fixtures/temporary-repository.ts'
import { nativeGit, workspaceFiles } from '../../index.ts'

const readIfThere = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null)

const readAllFiles = async (folder: string): Promise<Record<string, string>> => {
  const { readdir, lstat, readFile } = workspaceFiles(folder)
  const files: Record<string, string> = {}
  const visit = async (path: string): Promise<void> => {
    for (const name of await readdir(path || '/')) {
      const inner = `${path}/${name}`
      if ((await lstat(inner)).isDirectory()) await visit(inner)
      else files[inner.slice(1)] = new TextDecoder().decode(await readFile(inner))
    }
  }
  await visit('')
  return files
}

const formats = isLong ? (['sha1', 'sha256'] as const) : (['sha1'] as const)

describe.each(formats)('nativeGit fulfils the contract (%s)', (format) => {
  const cases = gitContract({
    features: {
      ignore: true,
      binary: true,
      lines: true,
      marks: true,
      checkout: true,
      apply: true,
      inPlace: true,
      fingerprint: true,
      slots: true,
    },
    async create() {
      const { repo, slots, base, write, state, sh, close } = createRepository({ format })
      return {
        git: nativeGit({ repo, slots }),
        base,
        branch: 'refs/heads/main',
        writeUserFile: async (path, content) => write(path, content),
        readUserState: async () => state().replaceAll(/^.*refs\/amelia\/.*\n?/gm, ''),
        readUserFiles: () => readAllFiles(repo),
        readPreparedMessage: async () => readIfThere(join(repo, '.git/SQUASH_MSG')),
        async close() {
          // The repository is valid after every case.
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
  it('leaves no workspace and no folder of the repository behind', async () => {
    const { repo, slots, base, close } = createRepository()
    const git = nativeGit({ repo, slots, confine: { level: 'auto' } })
    const first = await git.openWorkspace({ runId: 'r1', base })
    await git.openWorkspace({ runId: 'r2', base })
    await git.removeWorkspaces?.('r1')
    expect(existsSync(first.dir ?? '')).toBe(false)
    expect(readdirSync(slots).filter((name) => !name.endsWith('.shared'))).toHaveLength(1)
    await git.removeWorkspaces?.('r2')
    expect(readdirSync(slots)).toEqual([])
    close()
  })
})
