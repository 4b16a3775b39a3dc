import { replaceFile } from './replace-file.ts'
import { usageError } from '../terminal/usage-error.ts'

/** Creates a file. Throws a usage error if it exists or cannot be written. */
export const writeNewFile = async (path: string, text: string): Promise<void> => {
  try {
    await replaceFile(path, text, { fresh: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST')
      throw usageError(`${path} already exists.`, 'Choose another file, or remove this one first.')
    throw usageError(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
