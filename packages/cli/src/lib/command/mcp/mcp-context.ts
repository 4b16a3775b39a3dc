import type { Client } from '@amelia/http/client'
import type { RunHost } from '../../stored/find-run.ts'

/** The parts that the tools of the MCP server share. */
export interface McpContext {
  /** The operations of `@amelia/http`, in this process. */
  client: Client
  host: RunHost
  repo: string
  /** Flags of `amelia run` for each run that is started. */
  runFlags: readonly string[]
  allowStart: boolean
  allowAnswer: boolean
}
