import type { Terminal } from '../../terminal/terminal.ts'
import { openBrowser } from './open-browser.ts'
import type { DashboardServer } from './start-dashboard.ts'

/** Prints the address of the dashboard, and opens it in a browser if there is one and `open` is set. */
export const showDashboard = async (
  terminal: Terminal,
  server: DashboardServer,
  { runId, open }: { runId?: string | undefined; open: boolean },
): Promise<void> => {
  const isOpen = open && terminal.attended && (await openBrowser(server.urlOnce(runId), process.env))
  terminal.error(`Dashboard${isOpen ? ', open in your browser' : ''}: ${server.url(runId)}\n`)
}
