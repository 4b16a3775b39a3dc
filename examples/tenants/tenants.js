import { createLimits, createRun } from '@amelia/core'

/**
 * Returns a function that runs plans of tenants: all together have `sessions` sessions at once, and each
 * tenant has `perTenant`. With a store, several processes share the limits.
 *
 * @param {{
 *   host: import('@amelia/core').Host,
 *   driver: import('@amelia/core').DriverV1,
 *   sessions: number,
 *   perTenant: number,
 *   store?: import('@amelia/core').RunStoreV1,
 * }} options
 */
export const createService = ({ host, driver, sessions, perTenant, store }) => {
  const limits = createLimits({
    sessions,
    sessionsPerKey: perTenant,
    perKey: ({ meta }) => meta.tenant,
    store,
  })
  return {
    /** Starts the plan of a tenant. Resolves with the run, which has begun. */
    async begin(tenant, plan) {
      const run = await createRun({ plan, host, driver, limits, meta: { tenant }, trust: 'autonomous' })
      return { run, ended: run.start() }
    },
  }
}
