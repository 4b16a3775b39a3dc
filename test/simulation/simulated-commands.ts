import type { CommandRunnerV1 } from '@amelia/core'
import type { Gateway } from './create-gateway.ts'
import type { Trial } from './create-trial.ts'
import { half } from './simulated-driver.ts'

const ended = { output: '', truncated: false, durationMs: 0 }

/** Runs the one check that there is: nothing in the tree is half done. */
export const simulatedCommands = (_trial: Trial, { guard }: Gateway): CommandRunnerV1 => ({
  contract: 'command-runner-v1',
  run: guard(
    'commands.run',
    async ({ workspace: { fs }, signal }) => {
      if (signal.aborted) return { ...ended, exitCode: null, signal: 'SIGTERM' }
      for (const name of await fs.readdir('/')) {
        if (!name.endsWith('.txt')) continue
        const text = new TextDecoder().decode(await fs.readFile(`/${name}`))
        if (text === half) return { ...ended, exitCode: 1, output: `${name} is half done` }
      }
      return { ...ended, exitCode: 0 }
    },
    { faults: ['fail', 'slow', 'hang'] },
  ),
  find: async () => true,
})
