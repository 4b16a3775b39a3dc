import { type FileHandle, open } from 'node:fs/promises'
import { isMissing } from '../../file/is-missing.ts'

/** Opens a file; undefined if it is missing. `flags` are those of `node:fs`. */
export const openIfThere = (file: string, flags: number): Promise<FileHandle | undefined> =>
  open(file, flags, 0o600).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
