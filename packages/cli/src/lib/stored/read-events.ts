import { type RunEvent, watchRun } from '@amelia/core'
import type { FoundRun, RunHost } from './find-run.ts'

/** Yields the stored events of a run up to the time at which it was found, without waiting for others. */
export async function* readEvents(
  { store, clock }: RunHost,
  { runId, seq }: Pick<FoundRun, 'runId' | 'seq'>,
): AsyncGenerator<RunEvent, void, undefined> {
  if (seq === 0) return
  for await (const event of watchRun({ host: { store, clock }, runId })) {
    yield event
    if (event.seq >= seq) return
  }
}
