import { randomUUID } from 'node:crypto'
import { listRuns, readRun } from '@amelia/core'
import type { SessionInfo } from '@agentclientprotocol/sdk'
import { checkFolder } from '../../stored/check-folder.ts'
import { commonFolder } from '../../stored/common-folder.ts'
import { openHost } from '../../stored/open-host.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { checkRunFlags, type Execute } from '../detach/check-run-flags.ts'
import { type EditorSession, sessionLabel } from './editor-session.ts'

/** The settings of the server for its sessions. */
export interface SessionSettings {
  terminal: Terminal
  execute: Execute
  runFlags: readonly string[]
  database: string | undefined
}

/** Creates a session in a repository, or the one with this id. Throws if runs could not start there. */
export const openSession = async (
  repo: string,
  { terminal, execute, runFlags, database }: SessionSettings,
  id: string = randomUUID(),
): Promise<EditorSession> => {
  await checkFolder(repo)
  if (database === undefined) await commonFolder(repo)
  let printed = ''
  const quiet = Object.create(terminal, {
    error: { value: (text: string) => void (printed += text) },
  }) as Terminal
  const settings = await checkRunFlags(execute, quiet, repo, runFlags)
  if (settings === undefined) throw usageError(printed.trim())
  const trust = settings['trust']?.value == null ? ['--trust', 'standard'] : []
  const place = { repo, database }
  return { id, place, host: await openHost(place), runFlags: [...trust, ...runFlags], seq: 0 }
}

/** Finds the newest run of a session. The id of a run that was started elsewhere is a session, too. */
export const findSession = async (session: EditorSession): Promise<void> => {
  const { host, id } = session
  const [run] = await listRuns({ host, labels: { [sessionLabel]: id }, limit: 1 })
  const runId = run?.runId ?? id
  if (run === undefined) await readRun({ host, runId })
  session.runId = runId
}

/** Lists the runs of a repository as sessions, newest first, each session once. */
export const listSessions = async ({ host, place }: EditorSession): Promise<SessionInfo[]> => {
  const sessions = new Map<string, SessionInfo>()
  for (const { runId, title, labels, updatedAt } of await listRuns({ host, limit: 100 })) {
    const sessionId = labels[sessionLabel] ?? runId
    if (!sessions.has(sessionId))
      sessions.set(sessionId, { sessionId, cwd: place.repo, title: title ?? runId, updatedAt })
  }
  return [...sessions.values()]
}
