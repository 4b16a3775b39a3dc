import { chmod, lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes a folder or a file, without following links. Makes unwritable folders writable first. */
export const removeFolder = async (path: string): Promise<void> => {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 2 })
  } catch {
    await openUp(path)
    await rm(path, { recursive: true, force: true, maxRetries: 2 })
  }
}

const openUp = async (path: string): Promise<void> => {
  const found = await lstat(path).catch(() => null)
  if (!found?.isDirectory()) return
  await chmod(path, 0o700)
  for (const name of await readdir(path)) await openUp(join(path, name))
}
