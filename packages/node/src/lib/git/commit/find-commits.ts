import { AmeliaError } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'

/**
 * Finds commits that have a trailer with exactly this value, newest first.
 *
 * The search in the text only narrows the candidates. Git's parser of trailers decides, so a line of the body
 * does not count.
 */
export const findCommits = async (
  repository: Repository,
  { from, trailer, value }: { from: string; trailer: string; value: string },
): Promise<string[]> => {
  if (!/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(trailer)) {
    const message = `${JSON.stringify(trailer)} is not a valid name of a trailer. Use letters, digits and hyphens.`
    throw new AmeliaError('OPTION_INVALID', message, { option: 'trailer' })
  }
  const { stdout } = await repository.git([
    'rev-list',
    '--topo-order',
    '--no-commit-header',
    '--fixed-strings',
    `--grep=${value}`,
    `--format=%H%x00%(trailers:key=${trailer},valueonly,unfold,separator=%x01)%x00`,
    '--end-of-options',
    from,
    '--',
  ])
  const fields = stdout.toString().split('\0')
  const commits: string[] = []
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const values = (fields[index + 1] ?? '').split('\u0001')
    if (values.includes(value)) commits.push((fields[index] ?? '').trim())
  }
  return commits
}
