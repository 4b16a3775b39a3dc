import { defineTool } from '../define-tool.ts'
import { toolError } from '../tool-error.ts'
import { requireEntry, toolFolder } from '../tool-path.ts'
import { walkFiles } from './walk-files.ts'

const maxEntries = 500
const marks = { file: '', folder: '/', link: ' (link)' }

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
  async use({ path, depth = 3 }, { workspace, signal, maxCharacters }) {
    const folder = toolFolder(path, workspace)
    if (depth < 1) throw toolError('input_invalid', '`depth` must be at least 1.')
    if (folder !== '') await requireEntry(workspace, folder)
    const lines: string[] = []
    let room = maxCharacters - 100
    for await (const entry of walkFiles(workspace.fs, folder, { signal, depth })) {
      const line = `${entry.path}${marks[entry.kind]}`
      room -= line.length + 1
      if (room < 0 || lines.length === maxEntries)
        return `${lines.join('\n')}\n(The list is incomplete: list a subfolder, or fewer levels.)`
      lines.push(line)
    }
    return lines.length === 0 ? `${folder}/ is empty.` : lines.join('\n')
  },
})
