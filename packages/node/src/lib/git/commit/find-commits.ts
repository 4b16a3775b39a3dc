import { AmeliaError } from '@amelia/core/plugin'
import type { Repository } from '../repository/locate-repository.ts'

/**
 * Commits that carry a trailer with exactly this value, newest first.
 *
 * The text is only searched to be fast: git's own reading of the trailers decides, so a line of the body is none.
 */
export const findCommits = async (
  repository: Repository,
  { from, trailer, value }: { from: string; trailer: string; value: string },
): Promise<string[]> => {
  if (!/^[A-Za-z0-9][A-Za-z0-9-]*$/.test(trailer)) {
    const message = `${JSON.stringify(trailer)} is no name of a trailer: letters, digits and hyphens only.`
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
