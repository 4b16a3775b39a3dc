import type { Workspace } from '../../../contract/workspace.ts'
import { boundText } from '../bound-text.ts'
import { defineTool } from '../define-tool.ts'
import { matchLine, matchText } from './match-line.ts'
import { readText } from './read-text.ts'
import { toolError } from '../tool-error.ts'
import { requireEntry, toolFolder } from '../tool-path.ts'
import { walkFiles } from './walk-files.ts'

const maxMatches = 200
/** The most characters to search. Matching a pattern takes longer per character. */
const maxSearched = { text: 20_000_000, pattern: 4_000_000 }
/** Only the start of a longer line is searched. */
const maxLine = 10_000
const shownLine = 300

export const searchFilesTool = defineTool({
  name: 'search',
  description:
    'Finds lines in the text files of a folder, by a plain text or a pattern (RE2 syntax). Returns path:line: text. Skips binary files, files over 2 MB, and node_modules.',
  fields: {
    text: {
      type: 'string',
      optional: true,
      description: 'The literal text to find. Either this or `pattern`.',
    },
    pattern: { type: 'string', optional: true, description: 'A regular expression that a line must match.' },
    path: { type: 'string', optional: true, description: 'Folder or file to search. Default: the root.' },
    ending: {
      type: 'string',
      optional: true,
      description: 'Only files whose names end with this text, such as ".ts".',
    },
    ignoreCase: { type: 'boolean', optional: true, description: 'Default: false.' },
  },
  async use({ text, pattern, path, ending = '', ignoreCase = false }, { workspace, signal, maxCharacters }) {
    if ((text === undefined) === (pattern === undefined))
      throw toolError('input_invalid', 'Give either `text` or `pattern`.')
    const matches =
      pattern === undefined ? matchText(text ?? '', ignoreCase) : await matchLine(pattern, ignoreCase)
    let left = pattern === undefined ? maxSearched.text : maxSearched.pattern
    let room = maxCharacters - 100
    const found: string[] = []
    for await (const file of filesOf(workspace, toolFolder(path, workspace), signal)) {
      signal.throwIfAborted()
      if (!file.endsWith(ending)) continue
      const read = await readText(workspace.fs, file).catch(() => undefined)
      if (read === undefined || 'problem' in read) continue
      left -= read.text.length
      if (left < 0) return finish(found, 'Not all files were searched: give a folder or an ending.')
      for (const line of matchingLines(file, read.text, matches)) {
        room -= line.length + 1
        if (room < 0 || found.length === maxMatches)
          return finish(found, 'There are more matches: search for something more specific.')
        found.push(line)
      }
    }
    return finish(found)
  },
})

const finish = (found: readonly string[], note?: string): string =>
  [...(found.length === 0 ? ['No matches.'] : found), ...(note === undefined ? [] : [`(${note})`])].join('\n')

const filesOf = async function* (
  workspace: Workspace,
  place: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { fs } = workspace
  if (place !== '') await requireEntry(workspace, place)
  if (place !== '' && !(await fs.stat(place)).isDirectory()) {
    yield place
    return
  }
  for await (const { path, kind } of walkFiles(fs, place, { signal })) if (kind === 'file') yield path
}

const matchingLines = function* (
  file: string,
  text: string,
  matches: (line: string) => boolean,
): Generator<string> {
  let number = 0
  for (const line of text.split(/\r?\n/)) {
    number += 1
    if (matches(line.slice(0, maxLine))) yield `${file}:${number}: ${boundText(line.trim(), shownLine)}`
  }
}
