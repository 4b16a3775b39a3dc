import type { Command } from 'commander'
import type { DiffOptions } from '../command/inspect/diff-command.ts'
import type { LogsOptions } from '../command/inspect/logs-command.ts'
import type { ReportOptions } from '../command/inspect/report-command.ts'
import { reportFormats } from '../command/inspect/report-formats.ts'
import type { ShowOptions } from '../command/inspect/show-command.ts'
import type { WatchOptions } from '../command/inspect/watch-command.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { addFlags } from './option/add-flags.ts'

const runId = 'run id, or a unique prefix of it'

/** The flag `--no-pager`. */
interface Paged {
  pager: boolean
}

/** Adds the commands that show what a run did: its facts, its log, its changes and its report. */
export const addInspectCommands = (
  program: Command,
  terminal: Terminal,
  finish: (code: number) => void,
): void => {
  const paged = async (
    { pager }: { pager: boolean },
    print: (terminal: Terminal) => Promise<number>,
  ): Promise<number> => {
    const { withPager } = await import('../terminal/with-pager.ts')
    return withPager(terminal, { pager }, print)
  }

  const view = (
    name: string,
    description: string,
    { phase, own }: { phase: string; own?: Parameters<typeof addFlags>[1] },
  ): Command =>
    addFlags(
      program
        .command(name)
        .description(description)
        .argument(name === 'show' ? '<run>' : '[run]', `${runId} (default: the newest run)`)
        .argument('[phase]', phase),
      own,
    )

  view('show', 'show all that is known about a phase of a run', {
    phase: 'phase id; alone, of the newest run',
  })
    .usage('[options] [run] <phase>')
    .action(async (first: string, phase: string | undefined, options: ShowOptions & Paged) => {
      const { showCommand } = await import('../command/inspect/show-command.ts')
      finish(
        await paged({ pager: options.pager && options.json !== true }, (shown) =>
          showCommand(shown, [first, phase], options),
        ),
      )
    })

  view('logs', 'print the events of a run with all outputs and transcripts', {
    phase: 'phase id; alone, of the newest run (default: the full run)',
    own: {
      follow: {
        flag: '-f, --follow',
        about: 'wait for new events until the run has ended; Ctrl-C stops waiting',
      },
    },
  }).action(async (run: string | undefined, phase: string | undefined, options: LogsOptions & Paged) => {
    const { logsCommand } = await import('../command/inspect/logs-command.ts')
    finish(
      await paged({ pager: options.pager && options.follow !== true }, (shown) =>
        logsCommand(shown, [run, phase], options),
      ),
    )
  })

  addFlags(
    program
      .command('watch')
      .description('show a run of another process as it runs, and answer, cancel and steer it from here')
      .argument('[run]', `${runId} (default: the newest run)`),
  ).action(async (wanted: string | undefined, options: WatchOptions) => {
    const { watchCommand } = await import('../command/inspect/watch-command.ts')
    finish(await watchCommand(terminal, wanted, options))
  })

  view('diff', 'show the changes of a run or of a phase with git diff', {
    phase: 'phase id; alone, of the newest run (default: the full run)',
    own: {
      stat: { flag: '--stat', about: 'list the changed files with their numbers of lines' },
      raw: {
        flag: '--raw',
        about: 'print control characters as they are, as `git apply` needs them',
      },
    },
  }).action(async (run: string | undefined, phase: string | undefined, options: DiffOptions) => {
    const { diffCommand } = await import('../command/inspect/diff-command.ts')
    finish(await diffCommand(terminal, [run, phase], options))
  })

  addFlags(
    program
      .command('report')
      .description('print the report of a run as a Markdown page, an HTML file or JSON')
      .argument('[run]', `${runId} (default: the newest run)`),
    {
      format: {
        flag: '--format <name>',
        about: 'format of the report; github prints annotations and appends the page to the step summary',
        kind: 'text',
        choices: reportFormats,
        default: 'md',
      },
    },
  ).action(async (run: string | undefined, options: ReportOptions & Paged) => {
    const { reportCommand } = await import('../command/inspect/report-command.ts')
    finish(
      await paged({ pager: options.pager && options.format === 'md' && options.out === undefined }, (shown) =>
        reportCommand(shown, run, options),
      ),
    )
  })
}
