import { isRecord } from '../../setting/is-record.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { withoutResolved } from './without-resolved.ts'
import { callProgram } from '../pull/call-program.ts'

const threadsQuery = `query($owner: String!, $name: String!, $number: Int!, $endCursor: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: 100, after: $endCursor) {
        nodes { isResolved comments(first: 1) { nodes { databaseId } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
}`

/** Without a prompt, and each JSON value on one line without colours. */
const plainOutput = { GH_PROMPT_DISABLED: '1', GH_FORCE_TTY: '', CLICOLOR_FORCE: '0' }

/**
 * Fetches the comments of a pull request with `gh`, as JSON: those on lines whose thread is not resolved,
 * those on the pull request, and the texts of its reviews.
 *
 * Throws a usage error if `gh` is missing or fails, or if the pull request is of another branch or of a
 * branch in another repository than the one that the branch is pushed to: that of the pull request, or the
 * fork of `owner`.
 */
export const fetchComments = async (
  repo: string,
  {
    branch,
    wanted,
    owner: fork,
  }: { branch: string; wanted?: string | undefined; owner?: string | undefined },
): Promise<unknown> => {
  const gh = async (...args: string[]): Promise<unknown[]> => {
    const called = await callProgram('gh', args, { cwd: repo, env: plainOutput })
    if (called.isMissing)
      throw usageError(
        'gh was not found, which fetches the comments.',
        'Install it from https://cli.github.com, or pass a file: --comments FILE.',
      )
    if (!called.ok) throw usageError(`gh ${args.slice(0, 2).join(' ')} failed: ${called.problem}`)
    try {
      const pages = called.stdout.split('\n').filter((line) => line.trim() !== '')
      return pages.map((page): unknown => JSON.parse(page))
    } catch {
      throw usageError(`gh ${args.slice(0, 2).join(' ')} printed something that is not JSON.`)
    }
  }
  if (wanted?.startsWith('-') === true)
    throw usageError(`--pr ${wanted}: expected a number or an address.`, 'Usage: amelia feedback --help')
  const fields = 'number,url,headRefName,isCrossRepository,headRepositoryOwner,comments,reviews'
  const [view] = await gh(
    'pr',
    'view',
    wanted ?? (fork === undefined ? branch : `${fork}:${branch}`),
    '--json',
    fields,
  )
  const { number, url, headRefName, isCrossRepository, headRepositoryOwner: by } = isRecord(view) ? view : {}
  const [, host = '', name = ''] =
    /^https:\/\/([\w.-]+)\/([\w.-]+\/[\w.-]+)\/pull\/\d+$/.exec(String(url)) ?? []
  if (!Number.isSafeInteger(number) || name === '')
    throw usageError('gh pr view printed no number and address of a pull request.')
  if (headRefName !== branch)
    throw usageError(
      `Pull request ${Number(number)} is of the branch ${String(headRefName)}, and the run's branch is ${branch}.`,
      'Name a run of that branch, or another pull request.',
    )
  // A branch of a fork may have the name of the run's branch, but not its commits.
  const login = isRecord(by) && typeof by['login'] === 'string' ? by['login'].toLowerCase() : ''
  const isPushed = isCrossRepository === true ? login === fork?.toLowerCase() : fork === undefined
  if (!isPushed)
    throw usageError(
      `Pull request ${Number(number)} is of a branch ${branch} in another repository, which the run did not write.`,
      'Name a pull request whose branch is where the run pushes to; --remote NAME chooses that.',
    )
  // Each page is printed on its own line. `--slurp` would join them, but gh 2.23 of Debian 12 lacks it.
  const paged = ['--hostname', host, '--paginate', '--jq', '.']
  const path = `repos/${name}/pulls/${Number(number)}/comments?per_page=100`
  const comments = await gh('api', path, ...paged)
  const [owner, repository] = name.split('/')
  const facts = ['-f', `owner=${owner}`, '-f', `name=${repository}`, '-F', `number=${Number(number)}`]
  const threads = await gh('api', 'graphql', ...paged, ...facts, '-f', `query=${threadsQuery}`)
  return [withoutResolved(comments, threads), view]
}
