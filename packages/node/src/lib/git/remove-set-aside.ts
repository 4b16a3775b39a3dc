import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { removeFolder } from './remove-folder.ts'

/** Where a folder goes that is to be removed: out of the way at once, whatever time its removal takes. */
export const setAsideName = (folder: string, unique: string): string => `${folder}.${unique}.old`

/** Removes everything that was set aside for a folder, also by processes that died before they had removed it. */
export const removeSetAside = async (folder: string): Promise<void> => {
  const parent = dirname(folder)
  const prefix = `${basename(folder)}.`
  for (const name of await readdir(parent).catch(() => []))
    if (name.startsWith(prefix) && /^[0-9a-f]{8}\.old$/.test(name.slice(prefix.length)))
      await removeFolder(join(parent, name))
}
