import type { RunAdapters } from '@amelia/core'
import { words } from '@amelia/core/view'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { describeShared, listFailover } from './list-failover.ts'

/** How to tell the command line that the limits behind one address are separate. */
const separateLimits = 'If their limits are separate, name the provider of one: --provider-for AGENT=NAME.'

/** Warns of each list of agents that cannot fail over, because its agents have one provider. */
export const warnOfFailover = (
  terminal: Pick<Terminal, 'error' | 'quiet'>,
  { options }: { options: Pick<RunAdapters, 'driver'> },
): void => {
  for (const list of listFailover(options.driver)) {
    const shared = describeShared(list)
    if (shared !== undefined)
      printNote(terminal, `${words.plainLabel(`warning: ${shared}. ${separateLimits}`)}\n`)
  }
}
