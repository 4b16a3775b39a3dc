import type { Clock } from '../../contract/clock.ts'
import type { Logger } from '../../contract/logger.ts'
import { createEventHub, type EventHub } from './event-hub.ts'
import { createWarn, type ReportError, reportErrors, type Warn } from './report-errors.ts'

interface ReportingHubOptions {
  host: { clock: Clock }
  onListenerError?: ReportError | undefined
  logger?: Logger | undefined
  secrets?: readonly string[] | undefined
}

/** The hub of a run, which also reports warnings: as an event, and to the logger or the console. */
export interface ReportingHub extends EventHub {
  warn: Warn
}

/** Creates the hub of a run, and the function that reports errors of listeners and of the run's services. */
export const createReportingHub = (
  runId: string,
  { host, onListenerError, logger, secrets }: ReportingHubOptions,
): { hub: ReportingHub; onListenerError: ReportError } => {
  const hub = createEventHub((error, source) => report(error, source))
  const now = (): number => host.clock.now()
  const report = reportErrors({ runId, hub, now, onListenerError, logger, secrets })
  const warn = createWarn({ runId, hub, now, logger })
  return { hub: { ...hub, warn }, onListenerError: report }
}
