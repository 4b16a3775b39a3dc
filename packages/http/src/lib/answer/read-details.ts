import { storeParts } from '@amelia/core/plugin'
import { type FileDiff, type PhaseDetails, readDiff, readPhase, readTranscript } from '@amelia/core'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'

/** Reads the stored facts about a run that its report does not contain. */
export const readDetails = (
  server: Server,
  runId: string,
): {
  phase(phaseId: string): Promise<PhaseDetails>
  transcript(name: string): Promise<{ text: string }>
  diff(phaseId: string | undefined): Promise<{ files: FileDiff[] }>
} => {
  storeParts.checkRunId(runId)
  return {
    phase: async (phaseId) => readPhase({ host: hostOf(server), runId, phaseId }),
    transcript: async (name) => ({ text: await readTranscript({ ...server.source, runId, name }) }),
    diff: async (phaseId) => ({
      files: await readDiff({ host: hostOf(server), runId, ...(phaseId !== undefined && { phaseId }) }),
    }),
  }
}

/** Returns the complete host. A handler over a store alone has no repository. */
export const hostOf = ({ host }: Server): NonNullable<Server['host']> => {
  if (host) return host
  throw refused('not_found', 'This server has no repository: its handler needs `host` with `git`.')
}
