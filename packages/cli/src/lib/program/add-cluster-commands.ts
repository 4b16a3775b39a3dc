import { Argument, type Command } from 'commander'
import type { WorkerOptions } from '../command/cluster/worker-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addRunFlags } from './option/add-run-flags.ts'

/** Adds `amelia cluster`, for runs on several machines. */
export const addClusterCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  const cluster = program
    .command('cluster')
    .description(
      'list the workers of a database, or work: perform phases of runs that other machines coordinate',
    )
    .addArgument(
      new Argument('[action]', 'list, or work until Ctrl-C or SIGTERM')
        .choices(['list', 'work'])
        .default('list'),
    )
  addRunFlags(cluster)
    .addHelpText('after', '\nAgents and reviewers must be those of amelia run --engine dbos.')
    .action(async (action: 'list' | 'work', options: WorkerOptions) => {
      if (action === 'list') {
        const { workersCommand } = await import('../command/cluster/workers-command.ts')
        return finish(await workersCommand(terminal, options))
      }
      const { workerCommand } = await import('../command/cluster/worker-command.ts')
      finish(await workerCommand(terminal, options))
    })
}
