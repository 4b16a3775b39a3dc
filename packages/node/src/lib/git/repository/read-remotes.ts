import { resolve } from 'node:path'
import type { Repository } from './locate-repository.ts'

/**
 * Reads the URLs of the user's remotes, without logins. Paths are absolute, so that they are valid in other
 * folders.
 *
 * `origin` always exists, because in a detached checkout git resolves relative URLs of submodules with it. It
 * can stand for the remote of the current branch, the only remote, or the repository itself.
 */
export const readRemotes = async ({ git, top }: Repository): Promise<Map<string, string[]>> => {
  const [listed, branch] = await Promise.all([
    git(['config', '-z', '--get-regexp', String.raw`^(remote\..*\.url|branch\..*\.remote)$`], {
      accept: [0, 1],
    }),
    git(['symbolic-ref', '--quiet', '--short', 'HEAD'], { accept: [0, 1] }),
  ])
  const remotes = new Map<string, string[]>()
  let tracked: string | undefined
  for (const entry of listed.stdout.toString().split('\0')) {
    const [, section, name = '', value = ''] =
      /^(remote|branch)\.(.*)\.(?:url|remote)\n(.*)$/s.exec(entry) ?? []
    if (section === 'remote') remotes.set(name, [...(remotes.get(name) ?? []), plainUrl(value, top)])
    else if (section === 'branch' && name === branch.text) tracked = value
  }
  if (!remotes.has('origin')) {
    const only = remotes.size === 1 ? [...remotes.values()][0] : undefined
    remotes.set('origin', remotes.get(tracked ?? '') ?? only ?? [top])
  }
  return remotes
}

/** Removes the password from a URL and, with HTTP, the user, which may be a token. */
const plainUrl = (url: string, top: string): string => {
  // A path has no colon before its first slash.
  if (/^[^~:/][^:/]*(?:\/|$)/.test(url)) return resolve(top, url)
  return url.replace(/^(https?:\/\/)[^/]*@/i, '$1').replace(/^([a-z][a-z0-9+.-]*:\/\/[^/@:]*):[^/]*@/i, '$1@')
}
