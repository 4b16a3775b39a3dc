import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unwatchFile,
  watchFile,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** The token of a page, which may be replaced while the page is served. */
export interface PageToken {
  /** Returns the token that is accepted now. */
  read(): string
  /** Calls a listener after the token was replaced. Returns its removal. */
  watch(listener: () => void): () => void
}

/** The token and the port of the pages of a repository. */
export interface PageAccess {
  token: PageToken
  /** The port of the last server. Undefined before the first one. */
  port: number | undefined
  /** Keeps the port for the next server, unless there is one already. */
  keepPort(port: number): void
}

/** Milliseconds within which a server notices that its token was replaced. */
const everyMs = 500

/** Creates a token that is never replaced. Default: a new one. */
export const fixedToken = (token = newToken()): PageToken => ({ read: () => token, watch: () => () => {} })

/**
 * Opens the token and the port that are kept below a git folder, so that an open page and a copied address
 * outlive the server. Only the owner can read the token. A page that only reads has another token.
 *
 * `renew`: replaces both tokens, also those that running servers accept.
 */
export const openPageAccess = (
  gitFolder: string,
  { readOnly, renew = false }: { readOnly: boolean; renew?: boolean | undefined },
): PageAccess => {
  const folder = join(gitFolder, 'amelia', 'ui')
  mkdirSync(folder, { recursive: true })
  const [all, reading] = [join(folder, 'token'), join(folder, 'token-read-only')]
  if (renew) for (const path of [all, reading]) replaceToken(path)
  const path = readOnly ? reading : all
  readToken(path)
  const portFile = join(folder, 'port')
  const port = Number(readText(portFile))
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536
  return {
    token: {
      read: () => readToken(path),
      watch(listener) {
        watchFile(path, { interval: everyMs, persistent: false }, listener)
        return () => unwatchFile(path, listener)
      },
    },
    port: isPort ? port : undefined,
    keepPort(next) {
      if (!isPort) writeFileSync(portFile, `${next}\n`)
    },
  }
}

const newToken = (): string => randomBytes(32).toString('base64url')

const isToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '')

/** Reads the token, or makes a new one if there is none that only the owner could read. */
const readToken = (path: string): string => {
  const known = readText(path)
  if (isToken(known) && isPrivate(path)) return known
  if (known !== undefined) return replaceToken(path)
  // Of two servers that start at once, the first one makes the token.
  const draft = writeDraft(path)
  try {
    linkSync(draft.path, path)
    return draft.token
  } catch {
    return readText(path) ?? replaceToken(path)
  } finally {
    rmSync(draft.path, { force: true })
  }
}

const replaceToken = (path: string): string => {
  const draft = writeDraft(path)
  renameSync(draft.path, path)
  return draft.token
}

/** Writes a new token beside its place, so that nobody reads a part of it. */
const writeDraft = (place: string): { path: string; token: string } => {
  const path = `${place}.${randomBytes(6).toString('hex')}`
  const token = newToken()
  writeFileSync(path, token, { flag: 'wx', mode: 0o600 })
  // The mode of a new file depends on the umask.
  chmodSync(path, 0o600)
  return { path, token }
}

const readText = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Windows has no such modes: the folder of the user is private there. */
const isPrivate = (path: string): boolean =>
  process.platform === 'win32' || (statSync(path).mode & 0o077) === 0
