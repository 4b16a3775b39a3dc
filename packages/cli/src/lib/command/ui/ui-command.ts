import { checkFolder } from '../../stored/check-folder.ts'
import { commonFolder } from '../../stored/common-folder.ts'
import { chooseRun } from '../../stored/find-run.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { checkRunFlags, type Execute } from '../detach/check-run-flags.ts'
import { fixedToken, openPageAccess } from './page-access.ts'
import { showDashboard } from './show-dashboard.ts'
import { startDashboard } from './start-dashboard.ts'
import { offerStart } from './offer-start.ts'
import { resumeFromPage } from './start-from-page.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

/** Options of `amelia ui`. */
export interface UiOptions extends RunPlace {
  port?: number
  open: boolean
  readOnly?: boolean
  allowStart?: boolean
  newToken?: boolean
}

const shortestToken = 16

/** Serves the dashboard of a repository until a Ctrl-C. Runs go on without it. */
export const uiCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  runFlags: readonly string[],
  { repo, database, port, open, readOnly = false, allowStart = false, newToken = false }: UiOptions,
  execute: Execute,
): Promise<number> => {
  if (readOnly && allowStart)
    throw usageError('--read-only and --allow-start contradict each other.', 'Leave one of them out.')
  if (runFlags.length > 0 && !allowStart)
    throw usageError('Flags of amelia run need --allow-start.', 'Usage: amelia ui --help')
  await checkFolder(repo)
  // The runs of a database need no repository here.
  const folder = await commonFolder(repo).catch((error: unknown) => {
    if (database === undefined) throw error
    return undefined
  })
  const token = process.env['AMELIA_UI_TOKEN'] || undefined
  if (token !== undefined && token.length < shortestToken)
    throw usageError(
      `AMELIA_UI_TOKEN must have at least ${shortestToken} characters; got ${token.length}.`,
      'Set a longer one, or unset it for a token that is kept below the git folder.',
    )
  if (newToken && (token !== undefined || folder === undefined))
    throw usageError(
      `--new-token replaces a kept token; ${token === undefined ? 'outside a repository none is kept' : 'AMELIA_UI_TOKEN sets another one'}.`,
      token === undefined ? 'Leave it out: each server has a new token.' : 'Change AMELIA_UI_TOKEN instead.',
    )
  const settings = allowStart ? await checkRunFlags(execute, terminal, repo, runFlags) : {}
  if (settings === undefined) return exitCode.usage
  const host = await openHost({ repo, database })
  const runId = wanted === undefined ? undefined : chooseRun(await host.store.list(), wanted).runId
  const server = await startDashboard({
    ...{ host, repo, port, readOnly },
    ...(folder !== undefined && { access: openPageAccess(folder, { readOnly, renew: newToken }) }),
    ...(token !== undefined && { token: fixedToken(token) }),
    onError: (error) => terminal.error(`${String(error)}\n`),
    allowResume: resumeFromPage({ repo, database }),
    ...(allowStart && offerStart(host, { repo, database }, { runFlags, settings })),
  })
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
    process.once('SIGHUP', () => resolve())
  })
  try {
    await showDashboard(terminal, server, { runId, open })
    terminal.error('Press Ctrl-C to end it. Runs go on.\n')
    await stopped
  } finally {
    await server.close()
  }
  return exitCode.completed
}
