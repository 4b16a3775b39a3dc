import { browserHost } from '@amelia/browser'
import { bashRunner } from '@amelia/commands-bash'
import type { Host } from '@amelia/core'
import { timerClock } from '@amelia/core/plugin'

/** Who makes the commits. */
export const identity = { name: 'A Reader', email: 'reader@example.org' }

const clock = timerClock()

/** Milliseconds before each command, so that one can watch. */
const pauseMs = 900

/** Repository and journal are in one database of the page; commands are run by a bash in TypeScript. */
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
