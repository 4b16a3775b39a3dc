import type { Workspace } from '../../contract/workspace.ts'
import { nearestName } from '../../text/nearest-name.ts'

/** Entries of the tree that are searched. */
const maxEntries = 3_000
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules', 'dist', 'build', 'target', '.venv'])

/**
 * Finds the file that a missing path was probably meant to be: one of the same folder with a similar name, or
 * one of the same name in another folder. Undefined if the path exists or nothing is near.
 */
export const findNearFile = async ({ fs }: Workspace, path: string): Promise<string | undefined> => {
  const at = path.lastIndexOf('/')
  const [folder, name] = [path.slice(0, Math.max(0, at)), path.slice(at + 1)]
  const names = await fs.readdir(`/${folder}`).catch((): string[] => [])
  if (name === '' || names.includes(name)) return undefined
  const near = nearestName(name, names.slice(0, maxEntries))
  if (near !== undefined) return folder === '' ? near : `${folder}/${near}`
  const queue = ['']
  let left = maxEntries
  for (let next = 0; next < queue.length && left > 0; next++) {
    const parent = queue[next]!
    for (const entry of (await fs.readdir(`/${parent}`).catch((): string[] => [])).sort()) {
      if (left-- <= 0) break
      if (skipped.has(entry)) continue
      const full = parent === '' ? entry : `${parent}/${entry}`
      if (entry === name) return full
      // A name with a dot is usually a file.
      if (!entry.includes('.') || entry.startsWith('.')) queue.push(full)
    }
  }
  return undefined
}
