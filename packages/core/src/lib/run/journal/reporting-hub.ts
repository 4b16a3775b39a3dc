import type { Clock } from '../../contract/clock.ts'
import type { Logger } from '../../contract/logger.ts'
import { createEventHub, type EventHub } from './event-hub.ts'
import { type ReportError, reportErrors } from './report-errors.ts'

interface ReportingHubOptions {
  host: { clock: Clock }
  onListenerError?: ReportError
  logger?: Logger
  secrets?: readonly string[]
}

/** Creates the hub of a run, and the function that reports errors of listeners and of the run's services. */
export const createReportingHub = (
  runId: string,
  { host, onListenerError, logger, secrets }: ReportingHubOptions,
): { hub: EventHub; onListenerError: ReportError } => {
  const hub = createEventHub((error, source) => report(error, source))
  const now = (): number => host.clock.now()
  const report = reportErrors({ runId, hub, now, onListenerError, logger, secrets })
  return { hub, onListenerError: report }
}
