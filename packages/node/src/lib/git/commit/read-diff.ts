import { gitSettings } from '@amelia/agent-process'
import type { DiffEntry } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'

const statuses: Record<string, DiffEntry['status']> = { A: 'added', D: 'deleted', T: 'type' }

/** Compares two commits or trees by path. Runs no program of the user's configuration. */
export const readDiff = async (
  repository: Repository,
  { from, to }: { from: string; to: string },
): Promise<DiffEntry[]> => {
  const { stdout } = await repository.git([
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--numstat',
    '--no-renames',
    ...gitSettings.diff,
    from,
    to,
    '--',
  ])
  const fields = stdout.toString().split('\0')
  const found = new Map<string, DiffEntry['status']>()
  let index = 0
  for (; fields[index]?.startsWith(':'); index += 2) {
    const letter = fields[index]?.split(' ')[4] ?? ''
    found.set(fields[index + 1] ?? '', statuses[letter] ?? 'modified')
  }
  const lines = new Map<string, [string, string]>()
  for (const field of fields.slice(index)) {
    const [added = '', removed = '', ...path] = field.split('\t')
    lines.set(path.join('\t'), [added, removed])
  }
  return [...found].map(([path, status]) => {
    const [added = '0', removed = '0'] = lines.get(path) ?? []
    return { path, status, added: count(added), removed: count(removed) }
  })
}

/** Parses a number of lines; git prints a dash for a binary file. */
const count = (text: string): number | null => (text === '-' ? null : Number(text))
