import type { Repository } from './locate-repository.ts'

/** The user's `core.hooksPath` as it is set; null for none. The engine's own setting, on its command line, does not count. */
export const readHooksPath = async (repository: Repository): Promise<string | null> => {
  const args = ['config', '-z', '--show-scope', '--type=path', '--get-all', 'core.hooksPath']
  const fields = (await repository.git(args, { accept: [0, 1] })).stdout.toString().split('\0')
  let found: string | null = null
  for (let index = 0; index + 1 < fields.length; index += 2) {
    if (fields[index] !== 'command') found = fields[index + 1] || null
  }
  return found
}
