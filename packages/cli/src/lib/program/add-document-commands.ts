import { type Command, Option } from 'commander'
import { type CheckOptions, checkCommand } from '../command/check-command.ts'
import { type ConvertOptions, convertCommand, writtenFormats } from '../command/convert-command.ts'
import { type FixOptions, fixCommand } from '../command/fix-command.ts'
import { type GraphOptions, graphCommand, graphFormats } from '../command/graph-command.ts'
import { type Format, named, planFormat, tag } from './shared-options.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Adds what only reads or writes a plan: `amelia check`, `graph`, `fix` and `convert`. */
export const addDocumentCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  program
    .command('check')
    .description('say whether a plan can be run, and what it says')
    .argument('<plan>', 'file of the plan')
    .option('--json', 'print one JSON object')
    .addOption(planFormat('--format <name>'))
    .addOption(planFormat('--plan-format <name>').hideHelp())
    .addOption(tag())
    .action(async (plan: string, options: CheckOptions & Format) => {
      finish(await checkCommand(terminal, plan, named(options)))
    })

  program
    .command('graph')
    .description('draw the phases of a plan and what they wait for')
    .argument('<plan>', 'file of the plan')
    .addOption(new Option('--format <picture>', 'what to draw').choices(graphFormats).default('ascii'))
    .addOption(planFormat('--plan-format <name>'))
    .addOption(tag())
    .action(async (plan: string, options: GraphOptions) => {
      finish(await graphCommand(terminal, plan, options))
    })

  program
    .command('fix')
    .description('show what can be mended in a plan without touching its prose, as a diff')
    .argument('<plan>', 'file of the plan')
    .option('--write', 'write it')
    .addOption(planFormat('--format <name>'))
    .addOption(planFormat('--plan-format <name>').hideHelp())
    .addOption(tag())
    .action(async (plan: string, options: FixOptions & Format) => {
      finish(await fixCommand(terminal, plan, named(options)))
    })

  program
    .command('convert')
    .description('write a plan in another format, and say what that format cannot say')
    .argument('<plan>', 'file of the plan')
    .requiredOption('--to <name>', `format to write: ${writtenFormats().join(', ')}`)
    .option('--out <file>', 'file to write, which must not exist (default: stdout)')
    .addOption(planFormat('--format <name>'))
    .addOption(planFormat('--plan-format <name>').hideHelp())
    .addOption(tag())
    .action(async (plan: string, options: ConvertOptions & Format) => {
      finish(await convertCommand(terminal, plan, named(options)))
    })
}
