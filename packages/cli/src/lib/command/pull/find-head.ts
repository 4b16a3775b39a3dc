import { isRecord } from '../../setting/is-record.ts'
import { tryCommand } from '../../stored/try-command.ts'
import type { CallGitHub } from './call-github.ts'
import type { Push } from './find-push.ts'

/** The repository in which a pull request is opened. */
export interface BaseRepository {
  owner: string
  name: string
  /** The address of its page. */
  url: string
  defaultBranch?: string
}

/** The head of a pull request. */
export interface Head {
  /** The branch, with the owner of the fork that contains it: `branch` or `owner:branch`. */
  head: string
  /** The owner of the repository with the branch, if known. */
  owner?: string
  /** The repository of the pull request, if known. */
  base?: BaseRepository
}

/**
 * Finds the head of a pull request for a pushed branch: the address that was pushed to names its owner, and
 * `gh` the repository of the pull request. Without `gh`, that is the remote that it would choose.
 */
export const findHead = async (
  repo: string,
  { url = '', remotes }: Push,
  { branch, gh }: { branch: string; gh?: CallGitHub },
): Promise<Head> => {
  const pushed = readAddress(url)
  if (pushed === undefined) return { head: branch }
  const base = (gh && (await viewBase(gh))) ?? (await guessBase(repo, remotes))
  if (base === undefined) return { head: branch }
  // A path on this machine names an owner only if it ends like the address of a fork.
  if (isSame(pushed.owner, base.owner) || (pushed.host === undefined && !isSame(pushed.name, base.name)))
    return { head: branch, owner: base.owner, base }
  return { head: `${pushed.owner}:${branch}`, owner: pushed.owner, base }
}

/** Whether the owner of a fork is an organisation, which `gh pr create` does not support as one. */
export const isOrganization = async (gh: CallGitHub, owner: string): Promise<boolean> => {
  const { ok, stdout } = await gh(['api', `users/${owner}`, '--jq', '.type'])
  return ok && /\bOrganization\b/.test(stdout)
}

/** The address at which a person compares both branches and opens the pull request. */
export const compareAddress = (head: string, base: BaseRepository, baseBranch: string): string => {
  const path = (text: string): string => encodeURIComponent(text).replaceAll('%2F', '/').replace('%3A', ':')
  return `${base.url}/compare/${path(baseBranch)}...${path(head)}?expand=1`
}

const viewBase = async (gh: CallGitHub): Promise<BaseRepository | undefined> => {
  const { ok, stdout } = await gh(['repo', 'view', '--json', 'nameWithOwner,url,defaultBranchRef'])
  if (!ok) return undefined
  const viewed = readJson(stdout)
  if (!isRecord(viewed)) return undefined
  const { nameWithOwner, url, defaultBranchRef: branch } = viewed
  const [, owner = '', name = ''] = /^([\w-]+)\/([\w.-]+)$/.exec(String(nameWithOwner)) ?? []
  if (owner === '') return undefined
  const page = typeof url === 'string' && /^https?:\/\/[\w.:/-]+$/.test(url) ? url : undefined
  return {
    ...{ owner, name, url: page ?? `https://github.com/${owner}/${name}` },
    ...(isRecord(branch) && typeof branch['name'] === 'string' && { defaultBranch: branch['name'] }),
  }
}

/** The remotes that `gh` prefers as the repository of a pull request. */
const preferred = ['upstream', 'github', 'origin']

const guessBase = async (repo: string, remotes: readonly string[]): Promise<BaseRepository | undefined> => {
  const remote = preferred.find((name) => remotes.includes(name)) ?? remotes[0]
  if (remote === undefined) return undefined
  const url = await tryCommand('git', ['remote', 'get-url', '--', remote], repo)
  const address = readAddress(url ?? '')
  if (address === undefined) return undefined
  const { host = 'github.com', owner, name } = address
  return { owner, name, url: `https://${host}/${owner}/${name}` }
}

interface Address {
  /** Absent for a path. */
  host?: string
  owner: string
  name: string
}

/** Reads `https://host/owner/name.git`, `user@host:owner/name` and paths; undefined for other addresses. */
const readAddress = (url: string): Address | undefined => {
  const [, scheme, place = '', rest = ''] =
    /^([a-z][a-z\d+.-]*:\/\/)([^/]*)(.*)$/i.exec(url) ?? /^()([^/:]+):(.*)$/.exec(url) ?? []
  const isPath = scheme === undefined || /^file:/i.test(scheme)
  const end = /(?:^|\/)([a-z\d][\w-]*)\/+([\w.-]+?)(?:\.git)?\/*$/i
  const [, owner, name] = end.exec(isPath ? url : rest) ?? []
  if (owner === undefined || name === undefined) return undefined
  return { owner, name, ...(!isPath && { host: place.replace(/^.*@/, '').replace(/:\d+$/, '') }) }
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Reads JSON; undefined for other text. */
export const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
