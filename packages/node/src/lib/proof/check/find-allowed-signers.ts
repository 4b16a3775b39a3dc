import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import type { Repository } from '../../git/repository/locate-repository.ts'
import { readUserSetting } from '../../git/repository/read-user-setting.ts'

/** The file with the keys to trust. */
export interface AllowedSigners {
  file: string
  /** A warning about it. */
  note?: string
}

/**
 * Finds the file of allowed signers: the given one, or the one that git uses. Undefined if none is set.
 * Throws `OPTION_INVALID` for a file that does not exist.
 */
export const findAllowedSigners = async (
  repository: Repository,
  given?: string,
): Promise<AllowedSigners | undefined> => {
  const set = given ?? (await readUserSetting(repository, 'gpg.ssh.allowedSignersFile', 'path'))
  if (set === null) return undefined
  const path = set.startsWith('~/') ? join(homedir(), set.slice(2)) : set
  const file = given === undefined ? resolve(repository.top, path) : resolve(path)
  if (!existsSync(file)) {
    const from = given === undefined ? 'gpg.ssh.allowedSignersFile of git' : '--allowed-signers'
    const message = `The file of allowed signers ${JSON.stringify(file)} does not exist. Create it, or change ${from}.`
    throw new AmeliaError('OPTION_INVALID', message, { option: 'allowedSigners' })
  }
  const inside = relative(repository.top, file)
  const isInside = inside !== '' && !inside.startsWith('..')
  return {
    file,
    ...(isInside && {
      note: 'The file of allowed signers is in the checkout: whoever changes the branch can change it.',
    }),
  }
}
