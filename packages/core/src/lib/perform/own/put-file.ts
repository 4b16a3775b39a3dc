import type { WorkspaceFileSystem } from '../../contract/workspace.ts'

/**
 * Writes a file, or removes it if the content is null. A link or a file in the place of one of its folders,
 * or of the file, is replaced, never followed.
 */
export const putFile = async (
  fs: WorkspaceFileSystem,
  path: string,
  content: Uint8Array | string | null,
): Promise<void> => {
  const parts = path.split('/')
  for (let depth = 1; depth < parts.length; depth++) {
    const folder = `/${parts.slice(0, depth).join('/')}`
    const found = await fs.lstat(folder).catch(() => undefined)
    if (found?.isDirectory()) continue
    if (content === null) return
    if (found) await fs.rm(folder)
    break
  }
  await fs.rm(`/${path}`, { recursive: true, force: true })
  if (content !== null) await fs.writeFile(`/${path}`, content)
}
