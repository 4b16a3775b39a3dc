import { AmeliaError, createRun, type Run, type RunOptions } from '@amelia/core'
import { words } from '@amelia/core/view'
import { placeOfLine } from '../../document/place-of-issue.ts'
import type { PlanFile } from '../../document/read-plan-file.ts'
import { agentNames } from '../../setting/agent-names.ts'
import { inFlags } from '../../setting/flag/in-flags.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { findReadyAgents } from '../setup/find-ready-agents.ts'
import { noteIgnoredFolder } from './note-ignored-folder.ts'
import type { RunCommandOptions } from './run-command-options.ts'

/**
 * Creates the run. Returns undefined, after printing the reason, if the plan needs an agent and none was
 * given.
 */
export const newRun = async (
  terminal: Terminal,
  file: PlanFile,
  options: RunOptions,
  { argv }: Pick<RunCommandOptions, 'argv'>,
): Promise<Run | undefined> => {
  const { plan, host } = options
  try {
    const run = await createRun(options)
    for (const note of (await host.git.inspect()).notes)
      printNote(terminal, `note: ${words.plainLabel(note)}\n`)
    if (options.artifacts !== 'none') await noteIgnoredFolder(terminal, host.git)
    return run
  } catch (error) {
    if (!AmeliaError.is(error, 'DRIVER_MISSING')) throw error
    const first = plan.phases.find(({ id }) => error.details.phaseIds.includes(id))
    const { path, line } = placeOfLine(file, first?.line ?? 1)
    const place = `${words.plainLabel(path)}:${line}:1:`
    const { paintError: paint } = terminal
    terminal.error(
      `${paint(place, 'strong')} ${paint('error:', 'bad')} ${words.plainLabel(inFlags(error.message))}\n`,
    )
    const ready = await findReadyAgents()
    terminal.error(
      ready.length === 0
        ? `Agents: --driver ${agentNames.join(', --driver ')}. To check them: amelia doctor\n`
        : `To run it with an agent that is ready here:\n${ready.map(({ name }) => `  ${commandOf(argv, name)}\n`).join('')}`,
    )
    return undefined
  }
}

/** The typed command line, with an agent. */
const commandOf = (argv: readonly string[], agent: string): string =>
  ['amelia', ...argv, '--driver', agent].map(quoteArgument).join(' ')
