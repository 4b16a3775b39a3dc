import type { WorkspaceFileSystem } from '@amelia/core/plugin'
import { defineTool } from './agent-tool.ts'
import { boundText } from './bound-text.ts'
import { matchLine, matchText } from './line-matcher.ts'
import { readText } from './read-text.ts'
import { toolFolder } from './tool-path.ts'
import { walkFiles } from './walk-files.ts'

const maxMatches = 200
/** Characters that are looked through: a pattern takes longer for each. */
const maxCharacters = { text: 20_000_000, pattern: 4_000_000 }
/** Of a longer line the beginning is looked at. */
const maxLine = 10_000
const shownLine = 300

export const searchFilesTool = defineTool({
  name: 'search',
  description:
    'Finds lines in the text files of a folder, by a plain text or by a pattern (RE2 syntax). Gives path:line: text. Binary files and node_modules are left out.',
  fields: {
    text: {
      type: 'string',
      optional: true,
      description: 'The text to find, as it is. Either this or `pattern`.',
    },
    pattern: { type: 'string', optional: true, description: 'A regular expression that a line has to hold.' },
    path: { type: 'string', optional: true, description: 'Folder or file to look in. Default: the root.' },
    ending: {
      type: 'string',
      optional: true,
      description: 'Only files whose name ends so, for instance ".ts".',
    },
    ignoreCase: { type: 'boolean', optional: true, description: 'Default: false.' },
  },
  async use({ text, pattern, path, ending = '', ignoreCase = false }, { workspace, signal, resultLimit }) {
    if ((text === undefined) === (pattern === undefined)) throw new Error('Give either `text` or `pattern`.')
    const matches =
      pattern === undefined ? matchText(text ?? '', ignoreCase) : await matchLine(pattern, ignoreCase)
    let left = pattern === undefined ? maxCharacters.text : maxCharacters.pattern
    let room = resultLimit - 200
    const found: string[] = []
    for await (const file of filesOf(workspace.fs, toolFolder(path), signal)) {
      if (!file.endsWith(ending)) continue
      const read = await readText(workspace.fs, file).catch(() => undefined)
      if (read === undefined || 'problem' in read) continue
      left -= read.text.length
      if (left < 0) return finish(found, 'Not all files were looked at: name a folder or an ending.')
      for (const line of matchingLines(file, read.text, matches)) {
        room -= line.length + 1
        if (room < 0 || found.length === maxMatches)
          return finish(found, 'There is more: look for something that is rarer.')
        found.push(line)
      }
    }
    return finish(found)
  },
})

const finish = (found: readonly string[], note?: string): string =>
  [
    ...(found.length === 0 ? ['Nothing was found.'] : found),
    ...(note === undefined ? [] : [`(${note})`]),
  ].join('\n')

const filesOf = async function* (
  fs: WorkspaceFileSystem,
  place: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
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
