import { defineTool } from '../define-tool.ts'
import { toolError } from '../tool-error.ts'
import { requireEntry, toolPath } from '../tool-path.ts'

export const deleteFileTool = defineTool({
  name: 'delete',
  description: 'Deletes a file, or with `folder` a folder and its contents.',
  fields: {
    path: { type: 'string', description: 'Path relative to the root of the workspace.' },
    folder: { type: 'boolean', optional: true, description: 'Allow deleting a folder. Default: false.' },
  },
  async use({ path, folder = false }, { workspace }) {
    const place = toolPath(path, workspace)
    await requireEntry(workspace, place)
    const isFolder = (await workspace.fs.lstat(place)).isDirectory()
    if (isFolder && !folder)
      throw toolError('wrong_kind', `${place} is a folder. Set \`folder\` to delete it with its contents.`)
    await workspace.fs.rm(place, { recursive: isFolder })
    return `Deleted: ${place}`
  },
})
