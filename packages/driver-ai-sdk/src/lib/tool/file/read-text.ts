import type { WorkspaceFileSystem } from '@amelia/core/plugin'

/** The largest file to read, in bytes. */
export const maxFileBytes = 2_000_000

/** Reads a text file, or returns the reason why it is not readable. Throws the file system's errors. */
export const readText = async (
  fs: WorkspaceFileSystem,
  path: string,
): Promise<{ text: string } | { problem: string }> => {
  const { size } = await fs.stat(path)
  if (size > maxFileBytes) return { problem: `it has ${size} bytes; at most ${maxFileBytes} can be read` }
  try {
    // Keeps a byte order mark, so that it is written back.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await fs.readFile(path))
    return text.includes('\0') ? { problem: 'it is binary' } : { text }
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'it is not UTF-8 text' }
    throw error
  }
}

/** Reads a text file. Throws an error, written for the model, if it is not readable. */
export const requireText = async (fs: WorkspaceFileSystem, path: string): Promise<string> => {
  const read = await readText(fs, path)
  if ('text' in read) return read.text
  throw new Error(`${path} cannot be read: ${read.problem}.`)
}
