import { isAbsolute } from 'node:path'
import type { Repository } from '../git/repository/locate-repository.ts'
import { readUserSetting } from '../git/repository/read-user-setting.ts'

/**
 * Lists the files with the keys that git signs commits with: the SSH key of `user.signingKey`, which may be
 * named by its public half, and the folder of GnuPG.
 */
export const findSigningKeys = async (repository: Repository): Promise<string[]> => {
  const key = (await readUserSetting(repository, 'user.signingKey', 'path')) ?? ''
  return [key.replace(/\.pub$/, ''), process.env['GNUPGHOME'] ?? ''].filter(isAbsolute)
}
