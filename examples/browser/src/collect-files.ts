import { indexedDbFileSystem } from '@amelia/browser'
import type { Work } from './work.ts'

export interface RepositoryFile {
  readonly path: string
  readonly bytes: Uint8Array
}

interface Files {
  readdir(path: string): Promise<readonly unknown[]>
  lstat(path: string): Promise<{ isDirectory(): boolean }>
  readFile(path: string): Promise<Uint8Array | string>
}

/**
 * Returns the files of the repository: git's own files, and those of the run's last commit, on the run's
 * branch.
 */
export const collectFiles = async ({ kept, host, run }: Work): Promise<RepositoryFile[]> => {
  const { head, target } = run.report()
  const database = indexedDbFileSystem({ name: kept.database })
  const git = (await filesBelow(database, '/repo/.git', '.git')).filter(({ path }) => path !== '.git/HEAD')
  const workspace = await host.git.openWorkspace({ runId: 'download', base: head })
  try {
    const files = await filesBelow(workspace.fs, '', '')
    return [...git, { path: '.git/HEAD', bytes: new TextEncoder().encode(`ref: ${target}\n`) }, ...files]
  } finally {
    await host.git.closeWorkspace(workspace)
  }
}

const filesBelow = async (fs: Files, folder: string, name: string): Promise<RepositoryFile[]> => {
  const names = (await fs.readdir(folder || '/')).map(String)
  const found = names.map(async (each) => {
    const [from, path] = [`${folder}/${each}`, name === '' ? each : `${name}/${each}`]
    if ((await fs.lstat(from)).isDirectory()) return filesBelow(fs, from, path)
    const content = await fs.readFile(from)
    return [{ path, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content }]
  })
  return (await Promise.all(found)).flat()
}
