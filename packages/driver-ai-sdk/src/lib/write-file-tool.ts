import { defineTool } from './agent-tool.ts'
import { leftOut } from './left-out.ts'
import { maxFileBytes } from './read-text.ts'
import { toolPath } from './tool-path.ts'

export const writeFileTool = defineTool({
  name: 'write',
  description:
    'Writes a whole file, new or over what was there. Missing folders are made. To change a part of a file use edit.',
  fields: {
    path: { type: 'string', description: 'Path from the root of the workspace.' },
    content: { type: 'string', description: 'The whole text of the file.' },
  },
  async use({ path, content }, { workspace }) {
    const file = toolPath(path)
    checkContent(content)
    await workspace.fs.writeFile(file, content)
    return `Written: ${file}, ${content.length} characters.`
  },
})

/** Throws, in words for the model, for what must not get into a file. */
export const checkContent = (content: string): void => {
  if (content.length > maxFileBytes)
    throw new Error(`That is too long: a file may have ${maxFileBytes} characters.`)
  if (content.includes(leftOut))
    throw new Error(
      'The text holds a note that stands in place of a text that was left out to save room. Write it in full: read the file if you need to.',
    )
}
