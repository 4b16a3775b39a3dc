import { delimiter, join } from 'node:path'

/** The place where a program runs. */
export interface ProgramPlace {
  /** The folder with copies of the files that the program needs; undefined if it needs none. */
  copy: string | undefined
  /** The git dir that the program sees; undefined for that of git's call. */
  gitDir: string | undefined
  /** The user's checkout. Its files in the command and in `PATH` become those of the copy. */
  top: string
  /** Whether the copy contains a path. */
  has(path: string): boolean
}

/**
 * Builds the shell command that runs a filter in a place.
 *
 * @param expands whether git replaces `%f` and `%%` in the command
 */
export const wrapFilter = (command: string, place: ProgramPlace, expands: boolean): string => {
  const { copy, gitDir } = place
  const variables: Record<string, string> = { ...(gitDir !== undefined && { GIT_DIR: gitDir }) }
  if (copy !== undefined) {
    variables['GIT_WORK_TREE'] = copy
    const path = process.env['PATH'] ?? ''
    const moved = path
      .split(delimiter)
      .map((folder) => moveBelow(folder, place))
      .join(delimiter)
    if (moved !== path) variables['PATH'] = moved
  }
  const exports = Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)} && `)
  const start = `${copy === undefined ? '' : `cd ${quote(copy)} && `}${exports.join('')}`
  if (start === '') return command
  return `${expands ? start.replaceAll('%', '%%') : start}{\n${moveWords(command, place)}\n}`
}

/** Replaces absolute paths below the checkout by those of the copy, if that contains them. */
export const moveWords = (command: string, place: ProgramPlace): string => {
  const { copy, top, has } = place
  if (copy === undefined) return command
  const parts = command.split(`${top}/`)
  return parts.reduce((text, part) => {
    const [path = ''] = /^[^\s'"`;&|()<>{}[\],=:\\]*/.exec(part) ?? []
    return `${text}${has(path) ? copy : top}/${part}`
  })
}

const moveBelow = (folder: string, { copy = '', top, has }: ProgramPlace): string =>
  folder.startsWith(`${top}/`) && has(folder.slice(top.length + 1))
    ? join(copy, folder.slice(top.length + 1))
    : folder

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
