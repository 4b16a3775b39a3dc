import type { ObjectReader } from '../../call/object-reader.ts'
import { readTree } from './read-tree.ts'

/** A file of attributes: its path below a tree, and its blob. */
export interface AttributesFile {
  path: string
  id: string
}

/** Files by tree: a tree never changes, and the next commit shares most of its trees with the last one. */
const known = new Map<string, AttributesFile[]>()

/** The most trees that are remembered. */
const most = 100_000

/** Finds all `.gitattributes` of a commit or a tree. */
export const findAttributes = async (objects: ObjectReader, tree: string): Promise<AttributesFile[]> => {
  const remembered = known.get(tree)
  if (remembered !== undefined) return remembered
  const found = await readTree(objects, tree)
  if (found === null) return []
  const files: AttributesFile[] = []
  const folders: Promise<AttributesFile[]>[] = []
  for (const [name, { mode, id }] of found.entries) {
    if (mode === '040000')
      folders.push(
        findAttributes(objects, id).then((below) =>
          below.map((file) => ({ ...file, path: `${name}/${file.path}` })),
        ),
      )
    else if (name === '.gitattributes' && mode.startsWith('100')) files.push({ path: name, id })
  }
  files.push(...(await Promise.all(folders)).flat())
  if (known.size >= most) known.clear()
  known.set(found.id, files)
  return files
}
