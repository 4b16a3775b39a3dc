import {
  AmeliaError,
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

/**
 * A source of the runs of a host in the same page or process. Throws `OPTION_INVALID` for options without a
 * host; the calls check the host itself.
 */
export const localSource = (options: LocalSourceOptions): DashboardSource => {
  checkLocalSource(options)
  const { host } = options
  return {
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
  }
}

const checkLocalSource = (options: unknown): void => {
  const given = Object(options) as Record<string, unknown>
  const names = Object.keys(given)
  if (names.length === 1 && typeof given['host'] === 'object' && given['host'] !== null) return
  const got = names.length === 0 ? typeof options : `the members ${names.join(', ')}`
  const message = `The options of localSource must be an object with \`host\` alone, such as { host: nodeHost() }; got ${got}.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'host' })
}
