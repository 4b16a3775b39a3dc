import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Execute } from '../command/detach/check-run-flags.ts'
import type { McpOptions } from '../command/mcp/mcp-command.ts'
import type { UiOptions } from '../command/ui/ui-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'
import { sharedOptions } from './option/shared-options.ts'

/** Adds the commands that serve the runs of a repository: `amelia ui` and `amelia mcp`. */
export const addServerCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
  argv: readonly string[],
  execute: Execute,
): void => {
  program
    .command('ui')
    .description('show the runs of a repository in a web page, which only this machine can open')
    .argument('[run]', 'run id, or a unique prefix of it (default: a list of the runs)')
    .argument('[flags...]', 'flags of amelia run for the runs that the page starts, after --')
    .usage('[options] [run] [-- flags of amelia run...]')
    .addOption(sharedOptions.repo())
    .addOption(sharedOptions.database())
    .addOption(new Option('--port <n>', 'port on 127.0.0.1 (default: a free one)').argParser(readPort))
    .option('--no-open', 'print the address, and do not open a browser')
    .option('--read-only', 'let the page show runs, but not answer, steer, cancel, resume or revert them')
    .option('--allow-start', 'let the page start plans, which executes their commands and agents')
    .action(async (first: string | undefined, others: string[], options: UiOptions) => {
      const words = [...(first === undefined ? [] : [first]), ...others]
      const at = argv.indexOf('--')
      const flags = at < 0 ? [] : argv.slice(at + 1)
      const [run, ...more] = words.slice(0, words.length - flags.length)
      if (more.length > 0)
        throw usageError('Only one run can be shown first.', 'Flags of amelia run follow after --.')
      const { uiCommand } = await import('../command/ui/ui-command.ts')
      finish(await uiCommand(terminal, run, flags, options, execute))
    })

  program
    .command('mcp')
    .description('serve the runs of a repository to coding agents, as an MCP server on stdin and stdout')
    .argument('[flags...]', 'flags of amelia run for the runs that clients start, after --')
    .usage('[options] [-- flags of amelia run...]')
    .option('--repo <dir>', 'repository of the plans and the runs', '.')
    .addOption(sharedOptions.database())
    .option('--allow-start', 'let clients start runs, which execute the commands of plans, and agents')
    .option('--allow-answer', 'let clients pass on answers of a person to the questions of runs')
    .action(async (flags: string[], options: McpOptions) => {
      const { mcpCommand } = await import('../command/mcp/mcp-command.ts')
      finish(await mcpCommand(terminal, flags, options, execute))
    })
}

const readPort = (text: string): number => {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a port from 1 to 65535.')
}
