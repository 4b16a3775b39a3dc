import type { ObjectReader } from '../../call/object-reader.ts'

export interface TreeEntry {
  /** `100644`, `100755`, `120000`, `160000`, or `040000` for a folder. */
  mode: string
  id: string
}

/** Reads the entries of one tree by name; null for a missing tree. `name` may be a commit's. */
export const readTree = async (
  objects: ObjectReader,
  name: string,
): Promise<{ id: string; entries: Map<string, TreeEntry> } | null> => {
  const found = await objects.read(`${name}^{tree}`)
  if (found === null) return null
  const { id, content } = found
  const entries = new Map<string, TreeEntry>()
  const idBytes = id.length / 2
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at)
    const end = content.indexOf(0, space)
    const mode = content.toString('latin1', at, space).padStart(6, '0')
    at = end + 1 + idBytes
    entries.set(content.toString('utf8', space + 1, end), { mode, id: content.toString('hex', end + 1, at) })
  }
  return { id, entries }
}
