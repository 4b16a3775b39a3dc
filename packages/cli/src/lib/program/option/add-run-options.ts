import type { Command } from 'commander'
import { loadErrorPrinter } from '../load-error-printer.ts'
import { addAgentOptions } from './add-agent-options.ts'
import { sharedOptions } from './shared-options.ts'

/**
 * Adds the flags of all commands that execute a run: `amelia run`, `resume`, `fork` and `feedback`. Before
 * such a command is loaded, it loads the code that reports failures, and checks the limit of open files.
 */
export const addRunOptions = (command: Command): Command =>
  addAgentOptions(command, 'run')
    .addOption(sharedOptions.setup())
    .addOption(sharedOptions.copy())
    .addOption(sharedOptions.link())
    .addOption(sharedOptions.portBase())
    .addOption(sharedOptions.sign())
    .addOption(sharedOptions.reviewer())
    .addOption(sharedOptions.finalReviewer())
    .addOption(sharedOptions.config())
    .addOption(sharedOptions.noConfig())
    .addOption(sharedOptions.profile())
    .addOption(sharedOptions.database())
    .option('--json', 'print one JSON event per line')
    .hook('preAction', async () => {
      await loadErrorPrinter()
      const { refuseFewFiles } = await import('../../terminal/read-file-limit.ts')
      refuseFewFiles()
    })
