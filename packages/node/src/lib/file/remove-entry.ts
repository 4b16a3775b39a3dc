import { lstatSync, rmSync, unlinkSync } from 'node:fs'

/**
 * Removes a file, a folder with its contents, or a link, whose target stays. A missing path is not an error.
 *
 * `rmSync` of some versions of Node 24 follows a link: it keeps one whose target does not exist, and refuses
 * one to a folder.
 */
export const removeEntry = (path: string): void => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return
  if (found.isDirectory()) rmSync(path, { recursive: true, force: true })
  else unlinkSync(path)
}
