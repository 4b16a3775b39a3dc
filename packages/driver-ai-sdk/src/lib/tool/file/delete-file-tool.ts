import { defineTool } from '../agent-tool.ts'
import { toolPath } from './tool-path.ts'

export const deleteFileTool = defineTool({
  name: 'delete',
  description: 'Deletes a file, or with `folder` a folder and its contents.',
  fields: {
    path: { type: 'string', description: 'Path relative to the root of the workspace.' },
    folder: { type: 'boolean', optional: true, description: 'Allow deleting a folder. Default: false.' },
  },
  async use({ path, folder = false }, { workspace: { fs } }) {
    const place = toolPath(path)
    const isFolder = (await fs.lstat(place)).isDirectory()
    if (isFolder && !folder)
      throw new Error(`${place} is a folder. Set \`folder\` to delete it with its contents.`)
    await fs.rm(place, { recursive: isFolder })
    return `Deleted: ${place}`
  },
})
