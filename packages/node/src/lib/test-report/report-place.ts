import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { stripAnsi } from '@amelia/core/plugin'

/** Where a report comes from: what turns its paths and messages into those of the workspace. */
export interface ReportPlace {
  /** Relative to the workspace's root, with `/`; undefined for what lies outside. */
  locate(file: string): string | undefined
  /** Without ANSI codes, the workspace's folder (or its URL) as `<workspace>`, of a long message the beginning and the end. */
  clean(message: string): string
}

/** In characters. */
const longest = 8_000

/**
 * @param roots names of the workspace's folder: a runner may say it with links resolved, or as it was given
 * @param cwd where the command ran. A path that is not absolute is looked for there and in the folders above it
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

/** Errors stand at the beginning of some messages and at the end of others. */
const cut = (text: string, length: number): string =>
  `${text.slice(0, length / 2).replace(/[\ud800-\udbff]$/, '')}\n...\n${text.slice(-length / 2).replace(/^[\udc00-\udfff]/, '')}`
