import { AmeliaError } from '@amelia/core/plugin'
import type { Repository } from '../../git/repository/locate-repository.ts'
import { proofLimits } from '../read/proof-limits.ts'
import { type CommitFacts, readCommit } from './read-commit.ts'

/** The commits to check, newest first. */
export interface AskedRange {
  to: string
  /** Whether the caller gave the beginning; otherwise `commits` reach back as far as the limit. */
  isGiven: boolean
  commits: CommitFacts[]
}

/**
 * Reads a range: `A..B`, `A...B`, or one name, whose beginning is still to be chosen. Follows first parents,
 * as each merge has a statement for what it brings.
 *
 * Throws `REPOSITORY_NOT_READY` for a shallow clone, and `OPTION_INVALID` for a name without a commit and a
 * range without or with too many commits.
 */
export const findRange = async (repository: Repository, range: string): Promise<AskedRange> => {
  if ((await repository.git(['rev-parse', '--is-shallow-repository'])).text === 'true') {
    const message =
      'This clone is shallow, so commits and their parents are missing. Fetch them: git fetch --unshallow'
    throw new AmeliaError('REPOSITORY_NOT_READY', message, { reason: 'unusable' })
  }
  const [, before, dots, after] = /^(.*?)(\.{2,3})(.*)$/.exec(range) ?? []
  const to = await findCommit(repository, (dots === undefined ? range : after) || 'HEAD')
  let from = dots === undefined ? undefined : await findCommit(repository, before || 'HEAD')
  if (dots === '...' && from !== undefined) from = (await repository.git(['merge-base', from, to])).text
  const { text } = await repository.git([
    'rev-list',
    '--first-parent',
    `--max-count=${proofLimits.commits + 1}`,
    to,
    ...(from === undefined ? [] : [`^${from}`]),
  ])
  const ids = text.split('\n').filter((id) => id !== '')
  if (from !== undefined && ids.length === 0)
    throw invalidRange(`The range ${JSON.stringify(range)} has no commits.`)
  if (from !== undefined && ids.length > proofLimits.commits)
    throw invalidRange(`The range ${JSON.stringify(range)} has more than ${proofLimits.commits} commits.`)
  const commits: CommitFacts[] = []
  for (const id of ids.slice(0, proofLimits.commits)) {
    const found = await readCommit(repository, id)
    if (found) commits.push(found)
  }
  return { to, isGiven: from !== undefined, commits }
}

const findCommit = async ({ objects }: Repository, name: string): Promise<string> => {
  const found = await objects.find(`${name}^{commit}`)
  if (found !== null) return found.id
  throw invalidRange(`${JSON.stringify(name)} does not name a commit.`)
}

const invalidRange = (why: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', `${why} Pass a branch, a commit, or a range such as main..feature.`, {
    option: 'range',
  })
