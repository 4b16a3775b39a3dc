import type { Host } from '@amelia/core'
import { commonFolder } from '../../stored/common-folder.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { openPageAccess } from './page-access.ts'
import { showDashboard } from './show-dashboard.ts'
import { startDashboard } from './start-dashboard.ts'
import { resumeFromPage } from './start-from-page.ts'

/** The dashboard of a run of this process. */
export interface RunDashboard {
  readonly url: string
  /** Keeps it open after the end of the run, until a Ctrl-C. */
  linger(): Promise<void>
  close(): Promise<void>
}

/** Serves the dashboard beside a run of this process, and opens it. */
export const openRunDashboard = async (
  terminal: Terminal,
  { host, runId, ...place }: RunPlace & { host: Host; runId: string },
): Promise<RunDashboard> => {
  const onError = (): void => {}
  const folder = await commonFolder(place.repo).catch(() => undefined)
  const server = await startDashboard({
    ...{ host, repo: place.repo, readOnly: false, onError },
    ...(folder !== undefined && { access: openPageAccess(folder, { readOnly: false }) }),
    allowResume: resumeFromPage(place),
  })
  await showDashboard(terminal, server, { runId, open: true })
  return {
    url: server.url(runId),
    async linger() {
      terminal.error('The dashboard stays open. Press Ctrl-C to end it.\n')
      await new Promise<void>((resolve) => {
        process.once('SIGINT', () => resolve())
        process.once('SIGTERM', () => resolve())
        process.once('SIGHUP', () => resolve())
      })
    },
    close: server.close,
  }
}
