import type { Clock, Host, RunStoreV1 } from '@amelia/core'
import type { HandlerOptions } from './handler-options.ts'
import type { RunSource } from './run-source.ts'

/** The parts that the routes share. */
export interface Server {
  source: RunSource
  /** The host, if it is complete. */
  host: Host | undefined
  store: RunStoreV1
  clock: Clock
  options: HandlerOptions
  onError(error: unknown): void
}
