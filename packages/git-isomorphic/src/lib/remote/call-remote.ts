import { rules, type RulesOf } from '@amelia/core/plugin'
import type { AuthCallback, HttpClient } from 'isomorphic-git'
import type { AnyFileSystem } from '../file/any-file-system.ts'
import { fileSystemRule } from '../file/file-system-rule.ts'
import { createGitFiles } from '../file/git-files.ts'
import { gitFailed } from '../git-failed.ts'

/** How to reach a remote repository. */
export interface RemoteOptions {
  /** The file system of the local repository. */
  fs: AnyFileSystem
  /** The folder of the local checkout: an absolute path without a trailing slash. */
  dir: string
  /** The git folder. Default: `.git` in `dir`. */
  gitdir?: string | undefined
  /** HTTP client: `isomorphic-git/http/web` in browsers and Workers, `isomorphic-git/http/node` in Node. */
  http: HttpClient
  /** A proxy for a git server of another origin: `https://cors.example.org`. It sees all requests. */
  corsProxy?: string | undefined
  /** HTTP headers of every request to the server. Default: none. */
  headers?: Record<string, string> | undefined
  /** Returns user name and password or token on request. They are not stored. */
  onAuth?: AuthCallback | undefined
}

const { optional } = rules

export const remoteRules: RulesOf<RemoteOptions> = {
  fs: fileSystemRule,
  dir: rules.name,
  gitdir: optional(rules.name),
  http: rules.shape('an HTTP client, such as isomorphic-git/http/web', { request: rules.function }),
  corsProxy: optional(rules.name),
  headers: optional(rules.textsByName),
  onAuth: optional(rules.function),
}

/** Calls isomorphic-git with the options of every remote call. Throws `GIT_FAILED`. */
export const callRemote = async <Result>(
  options: RemoteOptions,
  what: string,
  call: (shared: ReturnType<typeof sharedOptions>) => Promise<Result>,
): Promise<Result> => {
  try {
    return await call(sharedOptions(options))
  } catch (cause) {
    throw hideSecrets(what, cause)
  }
}

const sharedOptions = (options: RemoteOptions) => {
  const { fs, dir, gitdir = `${dir}/.git`, http, corsProxy, headers, onAuth } = options
  return {
    fs: createGitFiles(fs, gitdir).client,
    dir,
    gitdir,
    http,
    ...(corsProxy === undefined ? {} : { corsProxy }),
    ...(headers === undefined ? {} : { headers }),
    ...(onAuth === undefined ? {} : { onAuth }),
  }
}

/** Removes passwords from addresses: error messages contain addresses. */
const hideCredentials = (text: string): string => text.replace(/(\w+:\/\/)[^\s/@]+@/g, '$1***@')

const hideSecrets = (what: string, cause: unknown): Error => {
  const output = hideCredentials(cause instanceof Error ? cause.message : String(cause))
  const hint =
    'Check the address, the network and the credentials; a page also needs a server or a proxy that allows its origin.'
  const [command = 'git'] = what.split(' ')
  // The cause is omitted, because it contains the original address.
  return gitFailed(command.toLowerCase(), `${hideCredentials(what)} failed: ${output} ${hint}`)
}
