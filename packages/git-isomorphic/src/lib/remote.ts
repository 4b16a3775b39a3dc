import type { AuthCallback, HttpClient } from 'isomorphic-git'
import type { AnyFileSystem } from './file-system.ts'
import { createGitFiles } from './git-files.ts'
import { gitFailed } from './git-failed.ts'

/** How a repository elsewhere is reached. */
export interface RemoteOptions {
  fs: AnyFileSystem
  dir: string
  /** The repository itself. Default: `.git` in `dir`. */
  gitdir?: string
  /** What makes requests: `isomorphic-git/http/web` in browsers and workers, `isomorphic-git/http/node` in Node. */
  http: HttpClient
  /** A proxy that lets a page talk to a git server of another origin: `https://cors.example.org`. It sees all that is sent. */
  corsProxy?: string
  headers?: Record<string, string>
  /** Gives name and password or token when the server asks. They are kept nowhere. */
  onAuth?: AuthCallback
}

/** Calls isomorphic-git with what every call to a remote needs. Throws `GIT_FAILED`. */
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

/** An address may hold a password, and errors repeat addresses. */
export const hideCredentials = (text: string): string => text.replace(/(\w+:\/\/)[^\s/@]+@/g, '$1***@')

const hideSecrets = (what: string, cause: unknown): Error => {
  const output = hideCredentials(cause instanceof Error ? cause.message : String(cause))
  const hint =
    'Check the address, the network and the credentials; a page also needs a server or a proxy that allows its origin.'
  const [command = 'git'] = what.split(' ')
  // The cause itself is left out: it holds the address as it was given.
  return gitFailed(command.toLowerCase(), `${hideCredentials(what)} failed: ${output} ${hint}`)
}
