import type { RunEventOf } from '@amelia/core'
import type { FoundRun, RunHost } from '../../stored/find-run.ts'
import { readEvents } from '../../stored/read-events.ts'

/** Reads the texts of a person that no session of a run received, in their order. */
export const readDropped = async (
  host: RunHost,
  found: Pick<FoundRun, 'runId' | 'seq'>,
): Promise<RunEventOf<'phase_steered'>[]> => {
  const dropped: RunEventOf<'phase_steered'>[] = []
  for await (const event of readEvents(host, found))
    if (event.type === 'phase_steered' && event.outcome === 'dropped') dropped.push(event)
  return dropped
}
