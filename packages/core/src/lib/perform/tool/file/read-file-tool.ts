import { boundText } from '../bound-text.ts'
import { defineTool } from '../define-tool.ts'
import { requireText } from './read-text.ts'
import { toolError } from '../tool-error.ts'
import { toolPath } from '../tool-path.ts'

export const readFileTool = defineTool({
  name: 'read',
  description:
    'Reads a text file, or a range of its lines. The first line of the result states which lines follow.',
  fields: {
    path: { type: 'string', description: 'Path relative to the root of the workspace.' },
    from: { type: 'integer', optional: true, description: 'First line, starting at 1. Default: 1.' },
    to: { type: 'integer', optional: true, description: 'Last line. Default: as many lines as fit.' },
  },
  async use({ path, from = 1, to = Infinity }, { workspace, maxCharacters }) {
    const file = toolPath(path, workspace)
    const text = await requireText(workspace, file)
    if (text === '') return `${file} is empty.`
    const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
    if (from < 1 || to < from || from > lines.length)
      throw toolError('input_invalid', `Invalid range of lines: ${file} has ${lines.length} lines.`)
    const asked = lines.slice(from - 1, Math.min(to, lines.length))
    const shown = fitLines(asked, maxCharacters - file.length - 100)
    const last = from + shown.length - 1
    const more = shown.length < asked.length ? `, continue with from: ${last + 1}` : ''
    return `${file}, lines ${from} to ${last} of ${lines.length}${more}\n${shown.join('\n')}`
  },
})

/** Returns as many lines as fit, but at least one, which is cut if it is too long. */
const fitLines = (lines: readonly string[], room: number): string[] => {
  const shown: string[] = []
  let left = room
  for (const line of lines) {
    left -= line.length + 1
    if (left < 0 && shown.length > 0) break
    shown.push(boundText(line, room))
    if (left < 0) break
  }
  return shown
}
