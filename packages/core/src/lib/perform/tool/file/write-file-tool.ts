import { defineTool } from '../define-tool.ts'
import { checkContent } from './read-text.ts'
import { toolPath } from '../tool-path.ts'

export const writeFileTool = defineTool({
  name: 'write',
  description:
    'Writes a complete file, replacing an existing one. Creates missing folders. To change a part of a file, use edit.',
  fields: {
    path: { type: 'string', description: 'Path relative to the root of the workspace.' },
    content: { type: 'string', description: 'The complete text of the file.' },
  },
  async use({ path, content }, { workspace }) {
    const file = toolPath(path, workspace)
    checkContent(content)
    await workspace.fs.writeFile(file, content)
    return `Written: ${file}, ${content.length} characters.`
  },
})
