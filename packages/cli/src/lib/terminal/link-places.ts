import { statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { createSupportsHyperlinks } from 'supports-hyperlinks'
import { linkTo } from './link-to.ts'
import type { Terminal } from './terminal.ts'

const place = /(?<![\w@./+-])(\.?\/?(?:[\w@.+-]+\/)*[\w@.+-]*\w):(\d{1,7})(?::\d{1,7})?(?!\w)/g
const colour = /(\u001b\[[\d;]{0,20}m)/
/** The files that are looked for. The text may come from an agent. */
const mostFiles = 200

/**
 * Makes each place in a text, such as `src/a.ts:3` or `src/a.ts:3:1`, a link to the file in a folder, if the
 * file exists and the terminal supports links.
 */
export const linkPlaces = (terminal: Pick<Terminal, 'stdout'>, text: string, folder: string): string => {
  if (!createSupportsHyperlinks(terminal.stdout)) return text
  const files = new Map<string, boolean>()
  const exists = (path: string): boolean => {
    const known = files.get(path)
    if (known !== undefined || files.size >= mostFiles) return known === true
    const found = isInside(folder, path) && isFile(resolve(folder, path))
    files.set(path, found)
    return found
  }
  const link = (written: string, path: string, line: string): string =>
    exists(path) ? linkTo(resolve(folder, path), Number(line), written) : written
  return text
    .split(colour)
    .map((part) => part.replace(place, link))
    .join('')
}

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, resolve(folder, path))
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
