import type { PhaseReport, Report } from '@amelia/core'
import type { Server } from './server.ts'

/**
 * Adds the number of proven phases to the statements of a report, if the server knows it. An error of
 * `findProven` is the server's, and leaves the statements as they are.
 */
export const addProven = async <Given extends Partial<Pick<Report, 'target' | 'statements'>>>(
  { options, onError }: Pick<Server, 'options' | 'onError'>,
  runId: string,
  report: Given,
  phases: readonly PhaseReport[],
): Promise<Given> => {
  const { target, statements } = report
  if (options.findProven === undefined || target === undefined || statements === undefined) return report
  try {
    const commits = phases.flatMap(({ commit }) => commit ?? [])
    const proven = await options.findProven({ runId, target, commits })
    return proven === undefined ? report : { ...report, statements: { ...statements, proven } }
  } catch (error) {
    onError(error)
    return report
  }
}
