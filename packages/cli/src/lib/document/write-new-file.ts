import { replaceFile } from './replace-file.ts'
import { usageError } from '../terminal/usage-error.ts'

/** Writes a file that does not exist yet. Throws a usage error where it does, and where it cannot be written. */
export const writeNewFile = async (path: string, text: string): Promise<void> => {
  try {
    await replaceFile(path, text, { fresh: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') throw usageError(`${path} exists.`, 'Name another file, or remove this one first.')
    throw usageError(
      `${path} cannot be written: ${error instanceof Error ? error.message : 'no reason given'}.`,
    )
  }
}
