import type { Repository } from '../repository/locate-repository.ts'

export interface TreeEntry {
  /** `100644`, `100755`, `120000`, `160000`, or `040000` for a folder. */
  mode: string
  id: string
}

/** The most bytes of paths in one call: far below every system's limit. */
const limit = 60_000

/** Reads the entries of a commit or a tree at these paths; missing paths are left out. */
export const readEntries = async (
  repository: Repository,
  tree: string,
  paths: readonly string[],
): Promise<Map<string, TreeEntry>> => {
  const entries = new Map<string, TreeEntry>()
  for (const some of inParts(paths)) {
    const { stdout } = await repository.git(['ls-tree', '-t', '-z', '--full-tree', tree, '--', ...some])
    for (const line of stdout.toString().split('\0')) {
      const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
      if (mode !== undefined && id !== undefined && path !== undefined) entries.set(path, { mode, id })
    }
  }
  return entries
}

const inParts = (paths: readonly string[]): string[][] => {
  const parts: string[][] = []
  let size = limit
  for (const path of new Set(paths)) {
    if (size >= limit) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(path)
    size += Buffer.byteLength(path) + 1
  }
  return parts
}
