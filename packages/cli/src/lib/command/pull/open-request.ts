import { isRecord } from '../../setting/is-record.ts'
import type { Called } from './call-program.ts'
import type { CallGitHub } from './call-github.ts'
import { compareAddress, type Head, isOrganization, readJson } from './find-head.ts'

/** The contents of a pull request. */
export interface Request {
  branch: string
  /** The branch that it is merged into. Default: that of the repository. */
  into?: string | undefined
  title: string
  /** The text, which is built only if it is needed. */
  body(): string
}

/** A pull request that was open, one that was opened, or a call that failed. */
export type Requested =
  | { known: string }
  /** The address, unless `gh` printed none. */
  | { opened: string | undefined }
  /** The failed program, and the address at which a person can open the pull request. */
  | { failed: Called; what: string; address?: string }

/** Opens a pull request, unless the head has an open one. */
export const openRequest = async (
  gh: CallGitHub,
  head: Head,
  { branch, into, title, body }: Request,
): Promise<Requested> => {
  // It cannot filter by owner, and other forks may have a branch of this name.
  const filter = ['--head', branch, '--state', 'open', '--limit', '100']
  const open = await gh(['pr', 'list', ...filter, '--json', 'url,headRepositoryOwner'])
  if (!open.ok) return { failed: open, what: 'gh pr list' }
  const known = findOpen(open.stdout, head.owner)
  if (known !== undefined) return { known }
  const { base } = head
  const baseBranch = into ?? base?.defaultBranch
  const isFork = head.head !== branch
  const byApi = isFork && head.owner !== undefined && (await isOrganization(gh, head.owner))
  const address =
    isFork && base !== undefined && baseBranch !== undefined
      ? compareAddress(head.head, base, baseBranch)
      : undefined
  const args =
    byApi && base !== undefined && baseBranch !== undefined
      ? [
          ...['api', `repos/${base.owner}/${base.name}/pulls`, '--hostname', new URL(base.url).host],
          ...[
            '--method',
            'POST',
            '-f',
            `title=${title}`,
            '-f',
            `head=${head.head}`,
            '-f',
            `base=${baseBranch}`,
          ],
          ...['-F', 'body=@-', '--jq', '.html_url'],
        ]
      : createArguments(head, { into, title })
  const created = await gh(args, body())
  if (created.ok) return { opened: urlOf(created.stdout) }
  const what = `gh ${args.slice(0, 2).join(' ')}`
  return { failed: created, what, ...(address !== undefined && { address }) }
}

/** The arguments of `gh` that open a pull request with the text on its standard input. */
export const createArguments = (
  { head }: Head,
  { into, title }: Pick<Request, 'into' | 'title'>,
): string[] => [
  ...['pr', 'create', '--head', head, ...(into === undefined ? [] : ['--base', into])],
  ...['--title', title, '--body-file', '-'],
]

/** Finds the open pull request of an owner. One without an owner counts for each. */
const findOpen = (text: string, owner: string | undefined): string | undefined => {
  const listed = readJson(text)
  const own = (Array.isArray(listed) ? listed : []).filter(isRecord).find(({ headRepositoryOwner: by }) => {
    const login = isRecord(by) && typeof by['login'] === 'string' ? by['login'] : undefined
    return owner === undefined || login === undefined || login.toLowerCase() === owner.toLowerCase()
  })
  return own === undefined ? undefined : urlOf(String(own['url']))
}

const urlOf = (output: string): string | undefined =>
  (/https?:\/\/[\w.:/~%-]+\/pull\/\d+/.exec(output) ?? /https?:\/\/[\w.:/~%-]+/.exec(output))?.[0]
