import { Command } from 'commander'
import manifest from '../../../package.json' with { type: 'json' }
import { addDocumentCommands } from './add-document-commands.ts'
import { addStoredCommands } from './add-stored-commands.ts'
import { addPlanCommand } from './add-plan-command.ts'
import { addRunCommands } from './add-run-commands.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The commands and their flags. `finish` hears the exit code of the one that ran. */
export const createProgram = (
  terminal: Terminal,
  argv: readonly string[],
  finish: (code: number) => void,
): Command => {
  const program = new Command('amelia')
    .description(
      'Runs a development plan and leaves a clean git history behind: one verified commit per phase.',
    )
    .version(manifest.version)
    .exitOverride()
    .showSuggestionAfterError()
    .showHelpAfterError('See what is possible: amelia --help, amelia run --help.')
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.error,
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
      outputError: (text, write) => write(text.replace(/^error:/, terminal.paintError('error:', 'bad'))),
    })

  addDocumentCommands(program, terminal, finish)
  addPlanCommand(program, terminal, finish)
  addRunCommands(program, terminal, argv, finish)
  addStoredCommands(program, terminal, finish)
  return program
}
