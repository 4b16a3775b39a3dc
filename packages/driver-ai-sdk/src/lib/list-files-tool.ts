import { defineTool } from './agent-tool.ts'
import { toolFolder } from './tool-path.ts'
import { walkFiles } from './walk-files.ts'

const maxEntries = 500

export const listFilesTool = defineTool({
  name: 'list',
  description:
    'Lists what is in a folder and below. Folders end with a slash; node_modules is not opened unless it is asked for.',
  fields: {
    path: {
      type: 'string',
      optional: true,
      description: 'Folder from the root of the workspace. Default: the root.',
    },
    depth: { type: 'integer', optional: true, description: 'How deep: 1 is the folder itself. Default: 3.' },
  },
  async use({ path, depth = 3 }, { workspace, signal, resultLimit }) {
    const folder = toolFolder(path)
    if (depth < 1) throw new Error('`depth` has to be 1 or more.')
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
        return `${lines.join('\n')}\n(There is more: list a folder of it, or less deep.)`
      lines.push(line)
    }
    return lines.length === 0 ? `${folder}/ is empty.` : lines.join('\n')
  },
})
