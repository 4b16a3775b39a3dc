import { type Command, InvalidArgumentError, Option } from 'commander'
import type { WorkerOptions } from '../command/cluster/worker-command.ts'
import type { WorkersOptions } from '../command/cluster/workers-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addRunOptions } from './option/add-run-options.ts'
import { sharedOptions } from './option/shared-options.ts'
import { groupOptions } from './group-options.ts'

const databaseOfWorkers = 'PostgreSQL database of the workers and their runs (required)'

/** Adds the commands of runs on several machines: `amelia worker` and `amelia workers`. */
export const addClusterCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  const worker = program
    .command('worker')
    .description('perform phases of runs that other machines coordinate, until Ctrl-C or SIGTERM')
  addRunOptions(worker)
    .addOption(new Option('--remote <url>', 'repository that all machines share'))
    .option('--repo <dir>', "this machine's clone of it (default: one in the user's cache folder)")
    .addOption(sharedOptions.count('--sessions <n>', 'phases to perform at a time (default: 1)'))
    .addOption(
      sharedOptions.names('--queue <name>', 'queue to serve; several with commas (default: default)'),
    )
    .addOption(
      new Option(
        '--provider-sessions <provider=n>',
        'sessions of a provider that all workers may run at a time (repeatable)',
      ).argParser(readSessions),
    )
    .addOption(sharedOptions.deadAfter())
    .addHelpText('after', '\nAgents and reviewers must be those of amelia run --engine dbos.')
    .action(async (options: WorkerOptions) => {
      const { workerCommand } = await import('../command/cluster/worker-command.ts')
      finish(await workerCommand(terminal, options))
    })
  // A worker has no files below .git to fall back on.
  const database = worker.options.find(({ long }) => long === '--database')
  if (database) database.description = databaseOfWorkers
  groupOptions(worker)
  program
    .command('workers')
    .description('list the workers of a database, and the phases that they perform')
    .addOption(new Option('--database <url>', databaseOfWorkers))
    .option('--json', 'print one JSON array')
    .action(async (options: WorkersOptions) => {
      const { workersCommand } = await import('../command/cluster/workers-command.ts')
      finish(await workersCommand(terminal, options))
    })
}

const readSessions = (text: string, before: Record<string, number> = {}): Record<string, number> => {
  const [, provider, count] = /^(.+)=(\d{1,4})$/.exec(text) ?? []
  if (provider === undefined || Number(count) < 1)
    throw new InvalidArgumentError('Expected a provider and a number, such as anthropic=8.')
  return { ...before, [provider]: Number(count) }
}
