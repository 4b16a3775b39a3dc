import type { ToolProblem } from '../../../contract/tool/session-tools.ts'
import type { Workspace, WorkspaceFileSystem } from '../../../contract/workspace.ts'
import { toolError } from '../tool-error.ts'
import { requireEntry } from '../tool-path.ts'

/** The largest file that a tool reads or writes, in bytes. */
const maxFileBytes = 2_000_000

/** Reads a text file, or returns the reason why it is not readable. Throws the file system's errors. */
export const readText = async (
  fs: WorkspaceFileSystem,
  path: string,
): Promise<{ text: string } | { problem: ToolProblem; why: string }> => {
  const stat = await fs.stat(path)
  if (stat.isDirectory()) return { problem: 'wrong_kind', why: 'it is a folder. List it instead' }
  if (!stat.isFile()) return { problem: 'wrong_kind', why: 'it is neither a file nor a folder' }
  if (stat.size > maxFileBytes)
    return { problem: 'too_large', why: `it has ${stat.size} bytes; at most ${maxFileBytes} can be read` }
  const bytes = await fs.readFile(path)
  if (bytes.includes(0)) return { problem: 'not_text', why: 'it is binary' }
  try {
    // Keeps a byte order mark, so that it is written back.
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    return { problem: 'not_text', why: 'it is not UTF-8 text' }
  }
}

/** Reads a text file. Throws an error for the model if it is not readable. */
export const requireText = async (workspace: Workspace, path: string): Promise<string> => {
  await requireEntry(workspace, path)
  const read = await readText(workspace.fs, path)
  if ('text' in read) return read.text
  throw toolError(read.problem, `${path} cannot be read: ${read.why}.`)
}

/** Throws an error for the model for a text that is too long for a file. */
export const checkContent = (content: string): void => {
  if (content.length <= maxFileBytes / 3) return
  const size = new TextEncoder().encode(content).length
  if (size > maxFileBytes)
    throw toolError('too_large', `The text has ${size} bytes; a file may have at most ${maxFileBytes}.`)
}
