import type { RemoteRun } from '@amelia/http/client'
import type { McpContext } from './mcp-context.ts'

const [limitMs, intervalMs] = [5_000, 100]

/** Reads a run. If it waits, gives the process that reported this up to 5 s to end. */
export const untilReleased = async (
  { client, host: { clock } }: McpContext,
  runId: string,
): Promise<RemoteRun> => {
  const until = clock.now() + limitMs
  for (;;) {
    const run = await client.readRun(runId)
    if (!run.locked || run.condition.state !== 'waiting' || clock.now() >= until) return run
    await clock.wait(intervalMs)
  }
}
