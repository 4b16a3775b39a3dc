import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'

const mostEntries = 10_000
const mostDepth = 8

/** Folders that never contain plans. */
const skipped = new Set(['.git', 'node_modules'])

/**
 * Returns whether a file can belong to a plan by its path: a Markdown, YAML or JSON file that is not below a
 * folder such as `.git` or `node_modules`.
 */
export const isPlanPath = (path: string): boolean =>
  /\.(?:md|ya?ml|json)$/i.test(path) && !path.split(/[/\\]/).some((name) => skipped.has(name.toLowerCase()))

/**
 * Lists the text files below a folder that can belong to a plan, relative to it, with `/`. Links are followed
 * only to files inside the folder.
 *
 * Throws `OPTION_INVALID` for a folder with more than 10,000 entries.
 */
export const listFiles = async (root: string): Promise<string[]> => {
  const inside = `${await realpath(root)}/`
  const paths: string[] = []
  const open: { folder: string; depth: number }[] = [{ folder: '', depth: 0 }]
  let entries = 0
  for (const { folder, depth } of open) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      entries++
      if (entries > mostEntries) {
        const message = `${root} contains more than ${mostEntries} files. Pass the folder of the plan, or its file.`
        throw new AmeliaError('OPTION_INVALID', message, { option: 'file' })
      }
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name) && depth < mostDepth) open.push({ folder: path, depth: depth + 1 })
      } else if (isPlanPath(entry.name)) {
        if (entry.isFile() || (entry.isSymbolicLink() && (await isFileInside(join(root, path), inside))))
          paths.push(path)
      }
    }
  }
  return paths
}

/** Returns whether a link leads to a file inside a folder, whose path ends with `/`. */
const isFileInside = async (path: string, folder: string): Promise<boolean> => {
  try {
    const target = await realpath(path)
    return target.startsWith(folder) && (await stat(target)).isFile()
  } catch {
    return false
  }
}
