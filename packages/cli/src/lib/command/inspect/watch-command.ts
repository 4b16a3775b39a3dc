import { watchRun } from '@amelia/core'
import { checkFolder } from '../../stored/check-folder.ts'
import { readBase } from '../../stored/read-base.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { findRun, type FoundRun, type RunHost } from '../../stored/find-run.ts'
import { readGateNumbers } from '../../stored/gate-numbers.ts'
import { howToResume, howToWatch } from '../../stored/next-steps.ts'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode, exitCodeOf } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { untilLeft } from '../../terminal/until-left.ts'
import { idWidthOf } from '../../view/event-line.ts'
import { endOfRun } from '../../view/end-of-run.ts'
import { createEventLines } from '../../view/event-lines.ts'
import { openHost } from '../../stored/open-host.ts'
import { noteUnpushed } from '../../stored/submodule/note-unpushed.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export type WatchOptions = RunPlace

/**
 * Shows a run of another process, in the live view or one line per event. Ends with the run, and then shows
 * its report; or when the person leaves, which does not affect the run: the exit code is then 130 after a
 * Ctrl-C without a terminal, and otherwise 0.
 */
export const watchCommand = async (
  terminal: Terminal,
  wanted: string | undefined,
  { repo, database }: WatchOptions,
): Promise<number> => {
  await checkFolder(repo)
  const place = { repo, database }
  const host = await openHost(place)
  const found = await findRun(terminal, { ...host, wanted })
  const { runId } = found
  const again = {
    ...(await readConfigFlags(repo, runId)),
    ...(!found.isShared && (await readBase(repo, runId))),
  }
  let last: FoundRun | undefined
  let left: number = exitCode.completed
  if (terminal.live && terminal.attended && !terminal.quiet) {
    const { watchLive } = await import('../../view/live/watch-live.ts')
    last = await watchLive(terminal, { found, host, ...place, role: 'watch' })
  } else {
    if (!found.locked && found.canGoOn)
      printNote(
        terminal,
        `${terminal.paintError('note:', 'warn')} No process is running this run. Ctrl-C stops waiting; ${howToResume(runId, { ...place, ...again })} resumes it.\n`,
      )
    left = await printEvents(terminal, host, found)
    last = await findRun(terminal, { ...host, wanted: runId })
  }
  const { report, condition, locked } = last
  // The process of a run that has just ended may still own it.
  if (condition.state !== 'ended') {
    terminal.out(
      `${locked ? 'The run continues' : 'The run is not running'}. To watch it: ${howToWatch(runId, place)}\n`,
    )
    return left
  }
  const numbers = await readGateNumbers(host, last)
  const noted = await noteUnpushed(repo, report)
  terminal.out(endOfRun(terminal, noted, { ...place, ...again, plan: last.plan, numbers, condition }))
  return exitCodeOf(condition.status)
}

/** Prints one line per event until the run has ended or the person has left. Returns the exit code. */
const printEvents = async (
  terminal: Terminal,
  { store, clock }: RunHost,
  { runId, report, plan }: FoundRun,
): Promise<number> =>
  untilLeft(terminal, async (signal) => {
    const startedAt = Date.parse(report.startedAt)
    const print = (line: string): void => {
      if (!terminal.quiet) terminal.out(`${line}\n`)
    }
    const lines = createEventLines(print, { startedAt, idWidth: idWidthOf(plan) })
    for await (const event of watchRun({ host: { store, clock }, runId, signal })) lines.add(event)
    lines.flush()
  })
