import type { Clock } from '@amelia/core/plugin'

/** Parts of an agent driver that tests and unusual environments replace. */
export interface AgentParts {
  /** Loads the vendor's SDK. Default: imports its package when the first session starts. */
  load(): Promise<unknown>
  /** Measures the time limits of sessions. Default: the system clock. */
  clock: Clock
  /** Default: `process.env`. */
  environment: Readonly<Record<string, string | undefined>>
}
