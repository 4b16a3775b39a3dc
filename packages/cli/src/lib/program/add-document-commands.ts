import type { Command } from 'commander'
import type { CheckOptions } from '../command/document/check-command.ts'
import type { ConvertOptions } from '../command/document/convert-command.ts'
import { writtenFormats } from '../setting/flag/plan-formats.ts'
import type { FixOptions } from '../command/document/fix-command.ts'
import type { GraphOptions } from '../command/document/graph-command.ts'
import { graphFormats } from '../document/graph-formats.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addFlags } from './option/add-flags.ts'

/** Adds the commands that only read or write plan files: `amelia check`, `graph`, `fix` and `convert`. */
export const addDocumentCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  addFlags(
    program
      .command('check')
      .description('check a plan and list its phases')
      .argument('<plan...>', 'file or folder of the plan, or its files'),
    {
      suggest: {
        flag: '--suggest',
        about: 'list phases that only their order puts in sequence, with the line to add',
      },
    },
  ).action(async (plan: string[], options: CheckOptions) => {
    const { checkCommand } = await import('../command/document/check-command.ts')
    finish(await checkCommand(terminal, plan, options))
  })

  addFlags(
    program
      .command('graph')
      .description('draw the phases of a plan and their dependencies')
      .argument('<plan...>', 'file or folder of the plan, or its files'),
    {
      format: {
        flag: '--format <output>',
        about: 'output format',
        kind: 'text',
        choices: graphFormats,
        default: 'ascii',
      },
    },
  ).action(async (plan: string[], options: GraphOptions) => {
    const { graphCommand } = await import('../command/document/graph-command.ts')
    finish(await graphCommand(terminal, plan, options))
  })

  addFlags(
    program
      .command('fix')
      .description('show mechanical fixes for a plan as a diff; its prose stays as it is')
      .argument('<plan>', 'file or folder of the plan'),
    { write: { flag: '--write', about: 'apply the fixes to the file' } },
  ).action(async (plan: string, options: FixOptions) => {
    const { fixCommand } = await import('../command/document/fix-command.ts')
    finish(await fixCommand(terminal, plan, options))
  })

  addFlags(
    program
      .command('convert')
      .description('convert a plan to another format, and list what that format cannot express')
      .argument('<plan...>', 'file or folder of the plan, or its files'),
    {
      to: {
        flag: '--to <name>',
        about: `format to write: ${writtenFormats.join(', ')}`,
        kind: 'text',
        required: true,
      },
    },
  ).action(async (plan: string[], options: ConvertOptions) => {
    const { convertCommand } = await import('../command/document/convert-command.ts')
    finish(await convertCommand(terminal, plan, options))
  })
}
