import { plural } from '../../../text/format-count.ts'
import { defineTool } from '../define-tool.ts'
import { checkContent, requireText } from './read-text.ts'
import { toolError } from '../tool-error.ts'
import { toolPath } from '../tool-path.ts'

/** Places to name of a text that occurs several times. */
const maxPlaces = 10

export const editFileTool = defineTool({
  name: 'edit',
  description:
    'Replaces a part of a file. `old` must occur exactly once, including spaces and line breaks; add surrounding lines to make it unique.',
  fields: {
    path: { type: 'string', description: 'Path relative to the root of the workspace.' },
    old: { type: 'string', description: 'The text to replace, exactly as in the file.' },
    new: { type: 'string', description: 'The replacement. May be empty.' },
    all: { type: 'boolean', optional: true, description: 'Replace all occurrences. Default: false.' },
  },
  async use({ path, old, new: replacement, all = false }, { workspace }) {
    const file = toolPath(path, workspace)
    const text = await requireText(workspace, file)
    const [part, other] = withEndings(text, old, replacement)
    if (part === '') throw toolError('input_invalid', '`old` is empty. To create a file, use write.')
    if (part === other) throw toolError('input_invalid', '`old` and `new` are identical.')
    const pieces = text.split(part)
    const places = pieces.length - 1
    if (places === 0)
      throw toolError('no_match', `\`old\` does not occur in ${file}.${findSimilar(text, part)}`)
    if (places > 1 && !all)
      throw toolError(
        'ambiguous',
        `\`old\` occurs ${places} times in ${file}, in lines ${listLines(pieces, part)}. Add surrounding lines to make it unique, or set \`all\`.`,
      )
    const changed = pieces.join(other)
    checkContent(changed)
    await workspace.fs.writeFile(file, changed)
    return `Replaced in ${file}: ${plural(places, 'place')}.`
  },
})

/** Models write LF, also for a file with CRLF line endings. */
const withEndings = (text: string, old: string, replacement: string): [string, string] => {
  if (text.includes(old) || !text.includes('\r\n')) return [old, replacement]
  const convert = (part: string): string => part.replaceAll(/\r?\n/g, '\r\n')
  return [convert(old), convert(replacement)]
}

/** Finds the line that equals the first line of the text apart from spaces. */
const findSimilar = (text: string, part: string): string => {
  const wanted = part.trim().split(/\r?\n/)[0]?.trim() ?? ''
  const index = wanted === '' ? -1 : text.split('\n').findIndex((line) => line.trim() === wanted)
  return index < 0
    ? ' Read the lines, and copy them exactly.'
    : ` Its first line is line ${index + 1} there, apart from spaces or the lines after it. Copy the lines exactly.`
}

/** Returns the numbers of the lines in which the occurrences begin. */
const listLines = (pieces: readonly string[], part: string): string => {
  const lines: number[] = []
  let line = 1
  for (const piece of pieces.slice(0, Math.min(pieces.length - 1, maxPlaces))) {
    line += piece.split('\n').length - 1
    lines.push(line)
    line += part.split('\n').length - 1
  }
  return `${lines.join(', ')}${pieces.length - 1 > maxPlaces ? ' and more' : ''}`
}
