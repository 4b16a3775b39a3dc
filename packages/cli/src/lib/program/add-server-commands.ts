import type { Command } from 'commander'
import type { Execute } from '../command/detach/check-run-flags.ts'
import type { AcpOptions } from '../command/acp/acp-command.ts'
import type { McpOptions } from '../command/mcp/mcp-command.ts'
import type { UiOptions } from '../command/ui/ui-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { usageError } from '../terminal/usage-error.ts'
import { addFlags } from './option/add-flags.ts'

/** Adds the commands that serve the runs of a repository: `amelia ui`, `amelia mcp` and `amelia acp`. */
export const addServerCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
  argv: readonly string[],
  execute: Execute,
): void => {
  addFlags(
    program
      .command('ui')
      .description('show the runs of a repository in a web page, which only this machine can open')
      .argument('[run]', 'run id, or a unique prefix of it (default: a list of the runs)')
      .argument('[flags...]', 'flags of amelia run for the runs that the page starts, after --')
      .usage('[options] [run] [-- flags of amelia run...]'),
    {
      open: { flag: '--no-open', about: 'print the address, and do not open a browser' },
      readOnly: {
        flag: '--read-only',
        about: 'let the page show runs, but not answer, steer, cancel, resume or revert them',
      },
      newToken: {
        flag: '--new-token',
        about: 'replace the kept token, so that all addresses and open pages until now are refused',
      },
      allowStart: {
        flag: '--allow-start',
        about: 'let the page start plans, which executes their commands and agents',
      },
    },
  ).action(async (first: string | undefined, others: string[], options: UiOptions) => {
    const words = [...(first === undefined ? [] : [first]), ...others]
    const at = argv.indexOf('--')
    const flags = at < 0 ? [] : argv.slice(at + 1)
    const [run, ...more] = words.slice(0, words.length - flags.length)
    if (more.length > 0)
      throw usageError('Only one run can be shown first.', 'Flags of amelia run follow after --.')
    const { uiCommand } = await import('../command/ui/ui-command.ts')
    finish(await uiCommand(terminal, run, flags, options, execute))
  })

  addFlags(
    program
      .command('mcp')
      .description('serve the runs of a repository to coding agents, as an MCP server on stdin and stdout')
      .argument('[flags...]', 'flags of amelia run for the runs that clients start, after --')
      .usage('[options] [-- flags of amelia run...]'),
    {
      allowStart: {
        flag: '--allow-start',
        about: 'let clients start runs, which execute the commands of plans, and agents',
      },
      allowAnswer: {
        flag: '--allow-answer',
        about: 'let clients pass on answers of a person to the questions of runs',
      },
    },
  ).action(async (flags: string[], options: McpOptions) => {
    const { mcpCommand } = await import('../command/mcp/mcp-command.ts')
    finish(await mcpCommand(terminal, flags, options, execute))
  })

  addFlags(
    program
      .command('acp')
      .description('run plans from an editor, as an agent of the Agent Client Protocol on stdin and stdout')
      .argument('[flags...]', 'flags of amelia run for the runs that the editor starts, after --')
      .usage('[options] [-- flags of amelia run...]'),
    {
      acpGates: {
        flag: '--acp-gates <mode>',
        about: 'ask the questions of runs in the editor, or refuse: an editor may approve by itself',
        choices: ['ask', 'refuse'],
        default: 'ask',
      },
    },
  ).action(async (flags: string[], options: AcpOptions) => {
    const { acpCommand } = await import('../command/acp/acp-command.ts')
    finish(await acpCommand(terminal, flags, options, execute))
  })
}
