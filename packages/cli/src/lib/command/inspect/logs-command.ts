import { watchRun, type WatchedEvent } from '@amelia/core'
import { checkFolder } from '../../stored/check-folder.ts'
import { readConfigFlags } from '../../stored/read-config-flags.ts'
import { findPhase } from '../../stored/find-phase.ts'
import { findRunAndPhase, type RunWords, type RunHost } from '../../stored/find-run.ts'
import { howToResume } from '../../stored/next-steps.ts'
import { readEvents } from '../../stored/read-events.ts'
import { printNote } from '../../terminal/print-note.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { untilLeft } from '../../terminal/until-left.ts'
import { idWidthOf } from '../../view/event-line.ts'
import { renderLogEvent, renderLogProgress } from '../../view/render-log-event.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

export interface LogsOptions extends RunPlace {
  /** Waits for new events until the run has ended. */
  follow?: boolean
}

/**
 * Prints the events of a run, or of one of its phases, with the full outputs of commands and the transcripts
 * of sessions. With `follow` it continues with each new event and the progress of sessions, until the run has
 * ended, the reader has closed, or a Ctrl-C.
 */
export const logsCommand = async (
  terminal: Terminal,
  named: RunWords,
  { repo, database, follow = false }: LogsOptions,
  given?: RunHost,
): Promise<number> => {
  await checkFolder(repo)
  const place = { repo, database }
  const { store, clock } = given ?? (await openHost(place))
  const { found, phase: name } = await findRunAndPhase(terminal, { store, clock, words: named })
  const { runId, seq } = found
  const phaseId = name === undefined ? undefined : findPhase(found, name, place).id
  const options = {
    store,
    paint: terminal.paint,
    idWidth: idWidthOf(found.plan),
    startedAt: Date.parse(found.report.startedAt),
    told: new Map(),
  }
  const isWanted = (event: WatchedEvent): boolean =>
    phaseId === undefined || ('phaseId' in event && event.phaseId === phaseId)

  return untilLeft(terminal, async (signal) => {
    for await (const event of readEvents({ store, clock }, found)) {
      if (signal.aborted) return
      if (isWanted(event)) terminal.out(await renderLogEvent(event, { ...options, transcripts: true }))
    }
    if (!follow) return
    if (!found.locked && found.canGoOn) {
      const resume = howToResume(runId, { ...place, ...(await readConfigFlags(repo, runId)) })
      printNote(
        terminal,
        `${terminal.paintError('note:', 'warn')} No process is running this run. Ctrl-C stops waiting; ${resume} resumes it.\n`,
      )
    }
    // The progress of a session has been printed by the time its transcript exists.
    const live = { ...options, transcripts: false }
    for await (const event of watchRun({
      host: { store, clock },
      runId,
      after: seq,
      progress: true,
      signal,
    })) {
      if (!isWanted(event)) continue
      terminal.out('seq' in event ? await renderLogEvent(event, live) : renderLogProgress(event, live))
    }
  })
}
