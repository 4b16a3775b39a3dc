import { setTimeout as wait } from 'node:timers/promises'
import { AmeliaError, defineDriver, driverError, type DriverV1 } from '@amelia/core/plugin'
import type { ProviderLimits, ProviderPlace } from './provider-limits.ts'

/** The longest pause that a session waits for, in milliseconds: the engine waits for a longer one. */
const longestWaitMs = 90_000
/** The pause after a rate limit whose end the provider did not announce, in milliseconds. */
const unannouncedMs = 60_000
const pollMs = 250

/**
 * Makes the sessions of a driver share the limits of its provider with all workers: each takes a place before
 * it starts, and after a rate limit no other starts until the provider accepts requests again.
 */
export const limitDriver = (driver: DriverV1, limits: ProviderLimits): DriverV1 => {
  const { provider } = driver
  const limited = defineDriver({
    id: driver.id,
    provider,
    meters: driver.meters,
    ...(driver.reports && { reports: driver.reports }),
    ...(driver.todo && { todo: driver.todo }),
    ...(driver.resume && { resume: driver.resume }),
    ...(driver.access && { access: driver.access }),
    ...(driver.steer && { steer: (id: string, text: string) => driver.steer!(id, text) }),
    ...(driver.readTranscript && { readTranscript: (id: string) => driver.readTranscript!(id) }),
    ...(driver.readUsage && { readUsage: (id: string) => driver.readUsage!(id) }),
    ...(driver.close && { close: () => driver.close!() }),
    async runSession(request, context) {
      const place = await takePlace()
      try {
        return await driver.runSession(request, context)
      } catch (error) {
        if (AmeliaError.is(error, 'DRIVER_FAILED') && error.details.class === 'rate_limited')
          await limits.pause(provider, error.details.retryAfterMs ?? unannouncedMs)
        throw error
      } finally {
        await place.release()
      }

      async function takePlace(): Promise<ProviderPlace> {
        const { signal, emit } = context
        for (let isTold = false; ; ) {
          signal.throwIfAborted()
          const free = await limits.take(provider)
          if (free !== null) return free
          const ms = await limits.pausedFor(provider)
          if (ms > longestWaitMs)
            throw driverError('rate_limited', {
              message: `${provider} is paused for all workers after a rate limit.`,
              retryAfterMs: Math.ceil(ms),
            })
          if (!isTold) {
            const message = ms > 0 ? `${provider} is paused` : `all places of ${provider} are taken`
            emit({ type: 'waiting', reason: 'rate_limited', message })
          }
          isTold = true
          await wait(Math.max(pollMs, Math.min(ms, 5_000)), undefined, { signal }).catch(() => {})
        }
      }
    },
  })
  return limited
}
