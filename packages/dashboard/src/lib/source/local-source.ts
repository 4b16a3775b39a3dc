import {
  answerRun,
  type Host,
  listRuns,
  readDiff,
  readPhase,
  readRun,
  readTranscript,
  watchRun,
} from '@amelia/core'
import type { DashboardSource } from './dashboard-source.ts'

/** Options of {@link localSource}. */
export interface LocalSourceOptions {
  /** Where the runs are. */
  host: Host
}

/** A source of the runs of a host in the same page or process. */
export const localSource = ({ host }: LocalSourceOptions): DashboardSource => ({
  watch: ({ signal, ...request }) => watchRun({ host, ...request, ...(signal && { signal }) }),
  readRun: async (runId) => readRun({ host, runId }),
  listRuns: async () => listRuns({ host }),
  send: async (runId, command) => answerRun({ host, runId, command }),
  readPhase: async (runId, phaseId) => readPhase({ host, runId, phaseId }),
  readTranscript: async (runId, name) => readTranscript({ host, runId, name }),
  readDiff: async (runId, phaseId) => readDiff({ host, runId, ...(phaseId !== undefined && { phaseId }) }),
  readAccess: async () => ({
    access: 'start',
    canStart: false,
    canResume: false,
    canRevert: false,
    canCheck: false,
  }),
})
