import type { LiveEvent } from '../state/create-run-store.ts'

/** Describes the progress of a session in a line; undefined if it is not worth one. */
export const progressLine = (event: LiveEvent): string | undefined => {
  if (event.type === 'session_waiting')
    return `Waits for ${event.provider}${event.message ? `: ${event.message}` : ''}`
  if (event.type !== 'session_progress') return undefined
  const { progress } = event
  if (progress.type === 'text') return progress.text
  return progress.type === 'tool' ? `${progress.name}: ${progress.summary}` : undefined
}
