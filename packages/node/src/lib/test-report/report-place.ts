import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stripAnsi } from '@amelia/core/view'

/** Translates the paths and messages of a report to those of the workspace. */
export interface ReportPlace {
  /** Returns a path relative to the workspace's root, with `/`; undefined for a path outside. */
  locate(file: string): string | undefined
  /**
   * Removes ANSI codes, replaces the workspace's folder or its URL by `<workspace>`, and keeps only the
   * beginning and the end of a long message.
   */
  clean(message: string): string
}

/** The longest message, in characters. */
const longest = 8_000

/**
 * Creates a translator for the reports of a command.
 *
 * @param roots paths of the workspace's folder: a runner may print it with links resolved, or as given
 * @param cwd the folder of the command. Relative paths are resolved there and in the folders above it
 */
export const reportPlace = (
  roots: readonly string[],
  cwd: string,
  exists: (file: string) => boolean = existsSync,
): ReportPlace => {
  const inside = (file: string): string | undefined => {
    for (const root of roots) {
      const path = relative(root, file)
      if (path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path))
        return path.split(sep).join('/')
    }
    return undefined
  }
  const names = [...roots.map((root) => pathToFileURL(root).href), ...roots]
  return {
    locate(file) {
      const path = file.startsWith('file:') ? fromUrl(file) : file
      if (path === undefined || path === '') return undefined
      if (isAbsolute(path)) return inside(path)
      for (let folder = cwd; ; folder = dirname(folder)) {
        const found = inside(join(folder, path))
        if (found !== undefined && exists(join(folder, path))) return found
        if (roots.includes(folder) || folder === dirname(folder)) return inside(join(cwd, path))
      }
    },
    clean(message) {
      let text = stripAnsi(message.length > 4 * longest ? cut(message, 2 * longest) : message)
      for (const name of names) text = text.replaceAll(`${name}/`, '<workspace>/')
      return text.length > longest ? cut(text, longest) : text
    },
  }
}

const fromUrl = (url: string): string | undefined => {
  try {
    return fileURLToPath(url)
  } catch {
    return undefined
  }
}

/** Cuts the middle of a message, because errors are at its beginning or its end. */
const cut = (text: string, length: number): string =>
  `${text.slice(0, length / 2).replace(/[\ud800-\udbff]$/, '')}\n...\n${text.slice(-length / 2).replace(/^[\udc00-\udfff]/, '')}`
