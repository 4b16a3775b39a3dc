import type { Client } from '@amelia/http/client'
import { readEvents } from '../../stored/read-events.ts'
import type { RunHost } from '../../stored/find-run.ts'
import { findPhaseId } from '../../setting/find-phase-id.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { idWidthOf } from '../../view/event-line.ts'
import { renderLogEvent } from '../../view/render-log-event.ts'

export interface ReadLogOptions {
  runId: string
  phaseId?: string | undefined
  maxCharacters: number
}

/** Renders the log of a run, or of a phase, as `amelia logs` prints it. Keeps its end if it is too long. */
export const readLog = async (
  client: Client,
  { store, clock }: RunHost,
  { runId, phaseId: named, maxCharacters }: ReadLogOptions,
): Promise<string> => {
  const { report, seq } = await client.readRun(runId)
  const phaseId = named === undefined ? undefined : findPhaseId(named, report)
  if (phaseId !== undefined && !report.phases.some(({ id }) => id === phaseId))
    throw usageError(
      `Run ${runId} has no phase "${phaseId}".`,
      `Its phases: ${report.phases.map(({ id }) => id).join(', ')}.`,
    )
  const options = {
    ...{ store, transcripts: true, told: new Map(), paint: (text: string) => text },
    startedAt: Date.parse(report.startedAt),
    idWidth: idWidthOf(report),
  }
  let text = ''
  let omitted = 0
  for await (const event of readEvents({ store, clock }, { runId, seq })) {
    if (phaseId !== undefined && !('phaseId' in event && event.phaseId === phaseId)) continue
    text += await renderLogEvent(event, options)
    const excess = Math.max(text.length - maxCharacters, 0)
    text = text.slice(excess)
    omitted += excess
  }
  return omitted === 0 ? text : `... ${omitted} characters before this are omitted ...\n${text}`
}
