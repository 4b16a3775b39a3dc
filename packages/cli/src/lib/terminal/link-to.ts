import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Makes a text a link to a line of a file (OSC 8). */
export const linkTo = (path: string, line: number, text: string): string =>
  `\u001b]8;;${pathToFileURL(resolve(path)).href}#${line}\u0007${text}\u001b]8;;\u0007`
