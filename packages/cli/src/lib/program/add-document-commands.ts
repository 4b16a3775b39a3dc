import { type Command, Option } from 'commander'
import type { CheckOptions } from '../command/document/check-command.ts'
import type { ConvertOptions } from '../command/document/convert-command.ts'
import { writtenFormats } from '../document/plan-formats.ts'
import type { FixOptions } from '../command/document/fix-command.ts'
import type { GraphOptions } from '../command/document/graph-command.ts'
import { graphFormats } from '../document/graph-formats.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { sharedOptions } from './option/shared-options.ts'

/** Adds the commands that only read or write plan files: `amelia check`, `graph`, `fix` and `convert`. */
export const addDocumentCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  const { planFormat, select, tag, grouping } = sharedOptions
  program
    .command('check')
    .description('check a plan and list its phases')
    .argument('<plan...>', 'file or folder of the plan, or its files')
    .option('--json', 'print one JSON object')
    .option('--suggest', 'list phases that only their order puts in sequence, with the line to add')
    .addOption(sharedOptions.githubFormat('check'))
    .addOption(planFormat())
    .addOption(sharedOptions.namedConfig())
    .addOption(sharedOptions.profile())
    .addOption(select())
    .addOption(tag())
    .addOption(grouping())
    .action(async (plan: string[], options: CheckOptions) => {
      const { checkCommand } = await import('../command/document/check-command.ts')
      finish(await checkCommand(terminal, plan, options))
    })

  program
    .command('graph')
    .description('draw the phases of a plan and their dependencies')
    .argument('<plan...>', 'file or folder of the plan, or its files')
    .addOption(new Option('--format <output>', 'output format').choices(graphFormats).default('ascii'))
    .addOption(planFormat())
    .addOption(sharedOptions.namedConfig())
    .addOption(sharedOptions.profile())
    .addOption(select())
    .addOption(tag())
    .addOption(grouping())
    .action(async (plan: string[], options: GraphOptions) => {
      const { graphCommand } = await import('../command/document/graph-command.ts')
      finish(await graphCommand(terminal, plan, options))
    })

  program
    .command('fix')
    .description('show mechanical fixes for a plan as a diff; its prose stays as it is')
    .argument('<plan>', 'file or folder of the plan')
    .option('--write', 'apply the fixes to the file')
    .addOption(planFormat())
    .addOption(sharedOptions.namedConfig())
    .addOption(sharedOptions.profile())
    .addOption(tag())
    .action(async (plan: string, options: FixOptions) => {
      const { fixCommand } = await import('../command/document/fix-command.ts')
      finish(await fixCommand(terminal, plan, options))
    })

  program
    .command('convert')
    .description('convert a plan to another format, and list what that format cannot express')
    .argument('<plan...>', 'file or folder of the plan, or its files')
    .requiredOption('--to <name>', `format to write: ${writtenFormats.join(', ')}`)
    .option('--out <file>', 'new file to write (default: stdout)')
    .option('--json', 'print one JSON object with every loss')
    .addOption(planFormat())
    .addOption(sharedOptions.namedConfig())
    .addOption(sharedOptions.profile())
    .addOption(select())
    .addOption(tag())
    .addOption(grouping())
    .action(async (plan: string[], options: ConvertOptions) => {
      const { convertCommand } = await import('../command/document/convert-command.ts')
      finish(await convertCommand(terminal, plan, options))
    })
}
