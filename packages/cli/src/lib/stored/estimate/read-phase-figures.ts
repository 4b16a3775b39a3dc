import type { Host } from '@amelia/core'
import type { PhaseFigures } from '@amelia/http'
import { estimateRun } from './estimate-run.ts'

/** Estimates one phase with an agent from earlier runs. Undefined without a run that is alike. */
export const readPhaseFigures = async (
  host: Pick<Host, 'store' | 'clock'>,
): Promise<PhaseFigures | undefined> => {
  const { cost, time } = await estimateRun(host, { agentPhases: 1, rounds: 1, without: [] })
  if (cost === null || time === null) return undefined
  const { runs, tokens, usd } = cost
  return { runs, tokens, usd, minutes: { least: time.leastMs / 60_000, most: time.mostMs / 60_000 } }
}
