import type { WorkspaceFileSystem } from '../contract/workspace.ts'

/** Reads all files of a workspace as text, by path. */
export const readAllFiles = async (fs: WorkspaceFileSystem, folder = ''): Promise<Record<string, string>> => {
  const files: Record<string, string> = {}
  for (const name of await fs.readdir(folder || '/')) {
    const path = `${folder}/${name}`
    const stat = await fs.lstat(path)
    if (stat.isDirectory()) Object.assign(files, await readAllFiles(fs, path))
    else files[path.slice(1)] = new TextDecoder().decode(await fs.readFile(path))
  }
  return files
}
