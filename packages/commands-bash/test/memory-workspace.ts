import type { Workspace } from '@amelia/core/plugin'
import { createIsomorphicGit, memoryFileSystem } from '@amelia/git-isomorphic'
import git, { type FsClient } from 'isomorphic-git'

const author = { name: 'A Person', email: 'person@example.org', timestamp: 1_600_000_000, timezoneOffset: 0 }

/**
 * Creates a repository in memory with one commit of these files. A name may start with a mode: `100755
 * run.sh`.
 */
export const createMemoryRepository = async (files: Readonly<Record<string, string>>) => {
  const fs = memoryFileSystem()
  const repository = { fs: { promises: fs } as unknown as FsClient, dir: '/repo' }
  await fs.mkdir('/repo')
  await git.init({ ...repository, defaultBranch: 'main' })
  const blobs = await Promise.all(
    Object.entries(files).map(async ([name, content]) => {
      const [, mode = '100644', path = name] = /^(1\d{5}) (.*)$/.exec(name) ?? []
      const blob = new TextEncoder().encode(content)
      return { mode, path, oid: await git.writeBlob({ ...repository, blob }), type: 'blob' as const }
    }),
  )
  const writeTree = async (folder: string): Promise<string> => {
    const inside = blobs.filter(({ path }) => path.startsWith(folder))
    const names = new Set(inside.map(({ path }) => path.slice(folder.length).split('/')[0] ?? ''))
    const tree = await Promise.all(
      [...names].map(async (name) => {
        const blob = inside.find(({ path }) => path === folder + name)
        if (blob) return { ...blob, path: name }
        const oid = await writeTree(`${folder}${name}/`)
        return { mode: '040000', path: name, oid, type: 'tree' as const }
      }),
    )
    return git.writeTree({ ...repository, tree })
  }
  const oid = await writeTree('')
  const base = await git.commit({ ...repository, message: 'Begin', tree: oid, author })
  return { fs, dir: '/repo', base }
}

/** Opens a workspace of such a commit. */
export const createMemoryWorkspace = async (
  files: Readonly<Record<string, string>> = {},
): Promise<Workspace> => {
  const { fs, dir, base } = await createMemoryRepository(files)
  return createIsomorphicGit({ fs, dir }).openWorkspace({ runId: 'r1', base })
}
