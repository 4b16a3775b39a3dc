import { access, constants, lstat, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { usageError } from '../../terminal/usage-error.ts'

/** Throws a usage error unless a file can be created at this path. Creates nothing. */
export const checkNewFile = async (path: string): Promise<void> => {
  const exists = await lstat(path).then(
    () => true,
    () => false,
  )
  if (exists) throw usageError(`${path} already exists.`, 'Choose another file, or remove this one first.')
  const folder = dirname(path)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory())
    throw usageError(
      `${path} cannot be written: ${folder} ${found === undefined ? 'does not exist' : 'is not a folder'}.`,
      'Create the folder first, or choose another file.',
    )
  await access(folder, constants.W_OK | constants.X_OK).catch(() => {
    throw usageError(
      `${path} cannot be written: no permission to write to ${folder}.`,
      'Change its permissions, or choose another file.',
    )
  })
}
