import type { WorkspaceFileSystem } from '@amelia/core/plugin'

/** Largest file that is read, in bytes. */
export const maxFileBytes = 2_000_000

/** The text of a file, or why there is none to be had. Throws what the file system throws. */
export const readText = async (
  fs: WorkspaceFileSystem,
  path: string,
): Promise<{ text: string } | { problem: string }> => {
  const { size } = await fs.stat(path)
  if (size > maxFileBytes) return { problem: `it has ${size} bytes, and at most ${maxFileBytes} can be read` }
  try {
    // A byte order mark stays: it is written back with the rest.
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await fs.readFile(path))
    return text.includes('\0') ? { problem: 'it is binary' } : { text }
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'it is no text in UTF-8' }
    throw error
  }
}

/** The text of a file. Throws, in words for the model, where there is none to be had. */
export const requireText = async (fs: WorkspaceFileSystem, path: string): Promise<string> => {
  const read = await readText(fs, path)
  if ('text' in read) return read.text
  throw new Error(`${path} cannot be read: ${read.problem}.`)
}
