import { checkAgents } from './check-agents.ts'
import type { Finding } from './finding.ts'

/** Finds the agents that are ready to work on this machine, as `amelia doctor` does. */
export const findReadyAgents = async (): Promise<Finding[]> =>
  (await checkAgents([])).filter(({ status }) => status === 'ok')
