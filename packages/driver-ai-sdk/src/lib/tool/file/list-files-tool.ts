import { defineTool } from '../agent-tool.ts'
import { toolFolder } from './tool-path.ts'
import { walkFiles } from './walk-files.ts'

const maxEntries = 500

export const listFilesTool = defineTool({
  name: 'list',
  description:
    'Lists a folder and its subfolders. Folders end with a slash; node_modules is listed only if it is requested by its path.',
  fields: {
    path: {
      type: 'string',
      optional: true,
      description: 'Folder relative to the root of the workspace. Default: the root.',
    },
    depth: {
      type: 'integer',
      optional: true,
      description: 'Number of levels; 1 lists only the folder itself. Default: 3.',
    },
  },
  async use({ path, depth = 3 }, { workspace, signal, resultLimit }) {
    const folder = toolFolder(path)
    if (depth < 1) throw new Error('`depth` must be at least 1.')
    const lines: string[] = []
    let room = resultLimit - 200
    for await (const entry of walkFiles(workspace.fs, folder, { signal, depth })) {
      const line =
        entry.kind === 'folder'
          ? `${entry.path}/`
          : entry.kind === 'link'
            ? `${entry.path} (link)`
            : entry.path
      room -= line.length + 1
      if (room < 0 || lines.length === maxEntries)
        return `${lines.join('\n')}\n(The list is incomplete: list a subfolder, or fewer levels.)`
      lines.push(line)
    }
    return lines.length === 0 ? `${folder}/ is empty.` : lines.join('\n')
  },
})
