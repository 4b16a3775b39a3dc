import { defineTool } from './agent-tool.ts'
import { boundText } from './bound-text.ts'
import { requireText } from './read-text.ts'
import { toolPath } from './tool-path.ts'

export const readFileTool = defineTool({
  name: 'read',
  description:
    'Reads a text file, or a range of its lines. The first line of the result says which lines follow.',
  fields: {
    path: { type: 'string', description: 'Path from the root of the workspace.' },
    from: { type: 'integer', optional: true, description: 'First line, from 1. Default: 1.' },
    to: { type: 'integer', optional: true, description: 'Last line. Default: as far as there is room.' },
  },
  async use({ path, from = 1, to = Number.POSITIVE_INFINITY }, { workspace, resultLimit }) {
    const file = toolPath(path)
    const text = await requireText(workspace.fs, file)
    if (text === '') return `${file} is empty.`
    const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
    if (from < 1 || to < from || from > lines.length)
      throw new Error(`There are no such lines: ${file} has ${lines.length}.`)
    const asked = lines.slice(from - 1, Math.min(to, lines.length))
    const shown = fitLines(asked, resultLimit - 200)
    const last = from + shown.length - 1
    const more = shown.length < asked.length ? `, go on with from: ${last + 1}` : ''
    return `${file}, lines ${from} to ${last} of ${lines.length}${more}\n${shown.join('\n')}`
  },
})

/** As many lines as there is room for, and one at least, which is cut where it is too long. */
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
