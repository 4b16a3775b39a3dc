import { type SessionWaitingEvent } from '@amelia/core'
import { plainLabel } from '@amelia/core/view'
import type { RunProgress } from './run-progress.ts'

/** Applies the wait of a session for its provider. */
export const applySessionWait = (
  { byId }: RunProgress,
  { phaseId, provider, until }: SessionWaitingEvent,
): void => {
  const phase = byId.get(phaseId)
  const time = until === undefined ? 'now' : `until ${new Date(until).toTimeString().slice(0, 8)}`
  if (phase) phase.activity = `waiting for ${plainLabel(provider)}, which accepts no requests ${time}`
}
