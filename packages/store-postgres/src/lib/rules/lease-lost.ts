import { AmeliaError } from '@amelia/core/plugin'

/** Creates the error for a lost lease. `otherwise`: the state of the write. */
export const leaseLost = (runId: string, otherwise: string): AmeliaError =>
  new AmeliaError('LEASE_LOST', `This process has lost the run ${runId} to another one: ${otherwise}.`, {
    runId,
  })
