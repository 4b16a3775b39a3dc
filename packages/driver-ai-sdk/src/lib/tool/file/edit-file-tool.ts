import { defineTool } from '../agent-tool.ts'
import { requireText } from './read-text.ts'
import { toolPath } from './tool-path.ts'
import { checkContent } from './write-file-tool.ts'

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
    const file = toolPath(path)
    checkContent(replacement)
    const text = await requireText(workspace.fs, file)
    const [part, other] = withEndings(text, old, replacement)
    if (part === '') throw new Error('`old` is empty. To create a file, use write.')
    if (part === other) throw new Error('`old` and `new` are identical.')
    const pieces = text.split(part)
    const places = pieces.length - 1
    if (places === 0)
      throw new Error(`\`old\` does not occur in ${file}. Read the lines, and copy them exactly.`)
    if (places > 1 && !all)
      throw new Error(`\`old\` occurs ${places} times in ${file}. Add surrounding lines to make it unique.`)
    const changed = pieces.join(other)
    checkContent(changed)
    await workspace.fs.writeFile(file, changed)
    return `Replaced in ${file}: ${places} ${places === 1 ? 'place' : 'places'}.`
  },
})

/** Models write LF, also for a file with CRLF line endings. */
const withEndings = (text: string, old: string, replacement: string): [string, string] => {
  if (text.includes(old) || !text.includes('\r\n')) return [old, replacement]
  const convert = (part: string): string => part.replaceAll(/\r?\n/g, '\r\n')
  return [convert(old), convert(replacement)]
}
