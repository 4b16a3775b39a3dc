import { storeParts } from '@amelia/core/plugin'
import { revertRun } from '@amelia/core'
import type { Server } from '../server.ts'
import { hostOf } from './read-details.ts'

/** Reverts a run. `note`: why its target was left as it is. */
export const revertRemote = async (
  server: Server,
  runId: string,
): Promise<{ reverted: boolean; note?: string }> => {
  storeParts.checkRunId(runId)
  const { reverted = false, targetNote: note } = await revertRun({ host: hostOf(server), runId })
  return { reverted, ...(note !== undefined && { note }) }
}
