import type { Command } from 'commander'
import type { McpOptions } from '../command/mcp/mcp-command.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Adds `amelia mcp`. */
export const addMcpCommand = (program: Command, terminal: Terminal, finish: (code: number) => void): void => {
  program
    .command('mcp')
    .description('serve the runs of a repository to coding agents, as an MCP server on stdin and stdout')
    .argument('[flags...]', 'flags of amelia run for the runs that clients start, after --')
    .usage('[options] [-- flags of amelia run...]')
    .option('--repo <dir>', 'repository of the plans and the runs', '.')
    .option('--allow-start', 'let clients start runs, which execute the commands of plans, and agents')
    .option('--allow-answer', 'let clients pass on answers of a person to the questions of runs')
    .action(async (flags: string[], options: McpOptions) => {
      const { mcpCommand } = await import('../command/mcp/mcp-command.ts')
      finish(await mcpCommand(terminal, flags, options))
    })
}
