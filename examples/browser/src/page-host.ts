import { browserHost } from '@amelia/browser'
import { bashRunner } from '@amelia/commands-bash'
import type { Host } from '@amelia/core'
import { timerClock } from '@amelia/core/plugin'

/** The identity of the commits. */
export const identity = { name: 'A Reader', email: 'reader@example.org' }

const clock = timerClock()

/** Delay before each command in milliseconds, so that users can watch. */
const pauseMs = 900

/**
 * Creates a host with repository and journal in one database of the page, and a bash written in TypeScript
 * for commands.
 */
export const pageHost = (database: string): Host =>
  browserHost({ name: database, identity, clock, commands: slowBash() })

const slowBash = () => {
  const runner = bashRunner()
  return {
    ...runner,
    run: async (request: Parameters<typeof runner.run>[0]) => {
      await clock.wait(pauseMs, request.signal).catch(() => {})
      return runner.run(request)
    },
  }
}
