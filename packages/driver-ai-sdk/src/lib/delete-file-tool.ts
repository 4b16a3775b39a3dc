import { defineTool } from './agent-tool.ts'
import { toolPath } from './tool-path.ts'

export const deleteFileTool = defineTool({
  name: 'delete',
  description: 'Deletes a file, or with `folder` a folder and all that is in it.',
  fields: {
    path: { type: 'string', description: 'Path from the root of the workspace.' },
    folder: { type: 'boolean', optional: true, description: 'Whether it may be a folder. Default: false.' },
  },
  async use({ path, folder = false }, { workspace: { fs } }) {
    const place = toolPath(path)
    const isFolder = (await fs.lstat(place)).isDirectory()
    if (isFolder && !folder) throw new Error(`${place} is a folder: set \`folder\` to delete all of it.`)
    await fs.rm(place, { recursive: isFolder })
    return `Deleted: ${place}`
  },
})
