import { linkSync, lstatSync, mkdirSync, statSync, symlinkSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type MarkedProcesses, markProcesses } from '@amelia/agent-process'
import type { SessionRequest, Workspace } from '@amelia/core/plugin'
import type { CodexSettings } from '../option/codex-settings.ts'
import { createOwnFolder, type OwnFolder } from './own-folder.ts'

/** The processes and files of one session. */
export interface SessionPlaces extends Pick<MarkedProcesses, 'variables'> {
  /** A folder for temporary files. */
  temporary: string
  /** Ends the processes and deletes the folder. */
  close(): Promise<void>
}

/**
 * Creates the home folder of Codex if it does not exist, and a temporary folder for a session whose workspace
 * has none.
 */
export const openPlaces = (
  { home, login }: Pick<CodexSettings, 'home' | 'login'>,
  { marker, workspace }: Pick<SessionRequest, 'marker'> & { workspace: Pick<Workspace, 'env'> },
): SessionPlaces => {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  if (login !== undefined) linkLogin(home, login)
  const given = workspace.env?.['TMPDIR']
  const own: OwnFolder = given === undefined ? createOwnFolder() : { path: given, remove() {} }
  const { variables, end } = markProcesses(marker)
  return {
    variables: { ...workspace.env, ...variables },
    temporary: own.path,
    async close() {
      await end()
      own.remove()
    },
  }
}

/**
 * Makes the user's login available in Codex's home by a link: Codex renews its tokens in place, and a copy
 * would log the user out.
 */
const linkLogin = (home: string, login: string): void => {
  const link = join(home, 'auth.json')
  if (isSame(link, login)) return
  // `rmSync` of some versions of Node 24 keeps a link whose target does not exist.
  if (lstatSync(link, { throwIfNoEntry: false })) unlinkSync(link)
  for (const make of [symlinkSync, linkSync])
    try {
      make(login, link)
      return
    } catch {
      // Windows permits symbolic links only to some users. Another session may have made the link.
      if (isSame(link, login)) return
    }
}

const isSame = (link: string, login: string): boolean => {
  try {
    const [one, other] = [statSync(link), statSync(login)]
    return one.ino === other.ino && one.dev === other.dev
  } catch {
    return false
  }
}
