import { defineTool } from '../agent-tool.ts'
import { leftOut } from '../../text/left-out.ts'
import { maxFileBytes } from './read-text.ts'
import { toolPath } from './tool-path.ts'

export const writeFileTool = defineTool({
  name: 'write',
  description:
    'Writes a complete file, replacing an existing one. Creates missing folders. To change a part of a file, use edit.',
  fields: {
    path: { type: 'string', description: 'Path relative to the root of the workspace.' },
    content: { type: 'string', description: 'The complete text of the file.' },
  },
  async use({ path, content }, { workspace }) {
    const file = toolPath(path)
    checkContent(content)
    await workspace.fs.writeFile(file, content)
    return `Written: ${file}, ${content.length} characters.`
  },
})

/** Throws an error, written for the model, for a text that must not be written to a file. */
export const checkContent = (content: string): void => {
  if (content.length > maxFileBytes)
    throw new Error(`The text is too long: a file may have at most ${maxFileBytes} characters.`)
  if (content.includes(leftOut))
    throw new Error(
      'The text contains a note that replaces a text left out to save room. Write the full text: read the file again if needed.',
    )
}
