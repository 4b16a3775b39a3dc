import type { Logger } from '../../contract/logger.ts'
import type { SessionEvent } from '../../event/progress-event.ts'
import { describeError } from '../../policy/describe-error.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'

/** Reports a text that a person should know: the event `warning`, and a line of the logger. */
export type Warn = (message: string, details?: object) => void

/** Receives an error that does not stop the run. `source`: `a listener of "phase_completed"`. */
export type ReportError = (error: unknown, source?: string) => void

export interface ReportOptions {
  runId: string
  hub: { progress(event: SessionEvent): void; seq(): number }
  now(): number
  onListenerError: ReportError | undefined
  logger: Logger | undefined
  secrets: readonly string[] | undefined
}

/**
 * Returns a function that reports errors which do not stop a run: to `onListenerError`, or by default as the
 * event `warning` and to the logger; without one, to the console, which is stderr in Node. By default, equal
 * errors are reported once.
 */
export const reportErrors = (options: ReportOptions): ReportError => {
  const { runId, onListenerError, logger, secrets = [] } = options
  if (onListenerError) return onListenerError
  const warn = createWarn(options)
  const reported = new Set<string>()
  return (error, source) => {
    const told = describeError(error, (text) => redactSecrets(text, secrets)).message
    const place = source === undefined ? '' : ` in ${source}`
    const message = `Run ${runId} continues after an error${place}: ${told}`
    if (reported.has(message)) return
    reported.add(message)
    // A listener of warnings that fails would report itself without end.
    if (source === sourceOf('warning')) log(logger, { runId, error: told }, message)
    else warn(message, { error: told })
  }
}

/** Returns a function that reports warnings: as the event `warning`, and to the logger or the console. */
export const createWarn =
  ({ runId, hub, now, logger }: Pick<ReportOptions, 'runId' | 'hub' | 'now' | 'logger'>): Warn =>
  (message, details = {}) => {
    log(logger, { runId, ...details }, message)
    const at = new Date(now()).toISOString()
    hub.progress({ type: 'warning', afterSeq: hub.seq(), at, runId, message })
  }

/** Writes a message to the logger, or to the console if there is none or if it fails. */
const log = (logger: Logger | undefined, details: object, message: string): void => {
  try {
    if (logger) return logger.warn(details, message)
  } catch {
    // Its error is one of a listener, because it receives events too.
  }
  globalThis.console.error(message)
}

/** Names the listeners of a type of event. */
export const sourceOf = (type: string): string => `a listener of "${type}"`
