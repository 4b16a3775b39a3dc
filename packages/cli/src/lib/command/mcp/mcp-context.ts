import type { Client } from '@amelia/http/client'
import type { RunHost } from '../../stored/find-run.ts'
import type { RunPlace } from '../../stored/run-place.ts'

/** The parts that the tools of the MCP server share. */
export interface McpContext extends RunPlace {
  /** The operations of `@amelia/http`, in this process. */
  client: Client
  host: RunHost
  /** Flags of `amelia run` for each run that is started. */
  runFlags: readonly string[]
  allowStart: boolean
  allowAnswer: boolean
}
