import type { Repository } from './locate-repository.ts'

/**
 * Reads a setting of the user's configuration; null if it is not set. The engine's command-line settings do
 * not count.
 */
export const readUserSetting = async (
  repository: Repository,
  name: string,
  type: 'path' | 'bool',
): Promise<string | null> => {
  const args = ['config', '-z', '--show-scope', `--type=${type}`, '--get-all', name]
  const fields = (await repository.git(args, { accept: [0, 1] })).stdout.toString().split('\0')
  let found: string | null = null
  for (let index = 0; index + 1 < fields.length; index += 2) {
    if (fields[index] !== 'command') found = fields[index + 1] || null
  }
  return found
}
