import type { Repository } from '../repository/locate-repository.ts'

/** Lists the refs whose names start with a prefix, with their object ids. */
export const listRefs = async (repository: Repository, prefix: string): Promise<Map<string, string>> => {
  // Git matches only complete components.
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const args = ['for-each-ref', '--format=%(refname) %(objectname)', ...(folder === '' ? [] : [folder])]
  const { text } = await repository.git(args)
  const refs = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [name = '', id = ''] = line.split(' ')
    if (id !== '' && name.startsWith(prefix)) refs.set(name, id)
  }
  return refs
}
