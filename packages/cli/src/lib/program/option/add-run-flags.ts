import type { Command } from 'commander'
import { loadErrorPrinter } from '../load-error-printer.ts'
import { addFlags } from './add-flags.ts'

/**
 * Adds the flags of a command that executes a run. Before such a command is loaded, it loads the code that
 * reports failures, and checks the limit of open files.
 */
export const addRunFlags: typeof addFlags = (command: Command, own) =>
  addFlags(command, own).hook('preAction', async () => {
    await loadErrorPrinter()
    const { refuseFewFiles } = await import('../../terminal/read-file-limit.ts')
    refuseFewFiles()
  })
