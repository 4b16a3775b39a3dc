import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Repository } from './locate-repository.ts'
import { readUserSetting } from './read-user-setting.ts'

/**
 * Reads the user's ignore rules that no commit contains: those of `core.excludesFile`, and below them those
 * of `info/exclude`, which override them.
 */
export const readExcludes = async (repository: Repository): Promise<string> => {
  const { XDG_CONFIG_HOME: config, HOME: home = homedir() } = process.env
  const named = await readUserSetting(repository, 'core.excludesFile', 'path')
  const global =
    named ?? join(config === undefined || config === '' ? join(home, '.config') : config, 'git/ignore')
  const files = [resolve(repository.top, global), join(repository.commonDir, 'info/exclude')]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  return texts.map((text) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)).join('')
}
