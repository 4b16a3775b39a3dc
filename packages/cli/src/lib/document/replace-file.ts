import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Replaces a file atomically through a temporary file in the same folder. Keeps its permissions; for a link,
 * replaces its target. With `fresh`, creates the file and throws EEXIST if it exists.
 */
export const replaceFile = async (path: string, text: string, { fresh = false } = {}): Promise<void> => {
  if (fresh) {
    const handle = await open(path, 'wx')
    try {
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
    return
  }
  const target = await realpath(path)
  const { mode } = await stat(target)
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`)
  const handle = await open(temporary, 'wx', mode & 0o777)
  try {
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, target)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
