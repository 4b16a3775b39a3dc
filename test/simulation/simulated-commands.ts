import type { CommandRunnerV1 } from '@amelia/core'
import type { Gateway } from './create-gateway.ts'
import type { Trial } from './create-trial.ts'
import { half } from './simulated-driver.ts'

const ended = { output: '', truncated: false, durationMs: 0 }

/** Identifies the work of phases among the files of a commit or a workspace. */
export const keyOfFiles = (files: ReadonlyMap<string, string>): string =>
  JSON.stringify([...files].filter(([path]) => /^[^/]+\.txt$/.test(path)).sort())

/** Runs the only check: the tree contains no partial work. */
export const simulatedCommands = (trial: Trial, { guard }: Gateway): CommandRunnerV1 => ({
  contract: 'command-runner-v1',
  run: guard(
    'commands.run',
    async ({ workspace: { fs }, signal }) => {
      if (signal.aborted) return { ...ended, exitCode: null, signal: 'SIGTERM' }
      const files = new Map<string, string>()
      for (const name of await fs.readdir('/'))
        if (name.endsWith('.txt')) files.set(name, new TextDecoder().decode(await fs.readFile(`/${name}`)))
      trial.verified.add(keyOfFiles(files))
      for (const [name, text] of files)
        if (text === half) return { ...ended, exitCode: 1, output: `${name} is half done` }
      return { ...ended, exitCode: 0 }
    },
    { faults: ['fail', 'slow', 'hang'] },
  ),
  find: async () => true,
})
