import { defineTool } from './agent-tool.ts'
import { requireText } from './read-text.ts'
import { toolPath } from './tool-path.ts'
import { checkContent } from './write-file-tool.ts'

export const editFileTool = defineTool({
  name: 'edit',
  description:
    'Replaces a part of a file. `old` has to be in it exactly once, spaces and line breaks included: give lines around it where it is not.',
  fields: {
    path: { type: 'string', description: 'Path from the root of the workspace.' },
    old: { type: 'string', description: 'The text to replace, exactly as it is in the file.' },
    new: { type: 'string', description: 'What comes in its place. May be empty.' },
    all: { type: 'boolean', optional: true, description: 'Replace every place. Default: false.' },
  },
  async use({ path, old, new: replacement, all = false }, { workspace }) {
    const file = toolPath(path)
    checkContent(replacement)
    const text = await requireText(workspace.fs, file)
    const [part, other] = withEndings(text, old, replacement)
    if (part === '') throw new Error('`old` is empty: to write a new file use write.')
    if (part === other) throw new Error('`old` and `new` are the same.')
    const pieces = text.split(part)
    const places = pieces.length - 1
    if (places === 0)
      throw new Error(`\`old\` is not in ${file}. Read the lines that you mean, and give them exactly.`)
    if (places > 1 && !all)
      throw new Error(
        `\`old\` is in ${file} ${places} times. Give more of the lines around the one that you mean.`,
      )
    const changed = pieces.join(other)
    checkContent(changed)
    await workspace.fs.writeFile(file, changed)
    return `Replaced in ${file}: ${places} ${places === 1 ? 'place' : 'places'}.`
  },
})

/** Models write line feeds, also for a file whose lines end with CRLF. */
const withEndings = (text: string, old: string, replacement: string): [string, string] => {
  if (text.includes(old) || !text.includes('\r\n')) return [old, replacement]
  const convert = (part: string): string => part.replaceAll(/\r?\n/g, '\r\n')
  return [convert(old), convert(replacement)]
}
