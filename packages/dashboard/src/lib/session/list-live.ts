import { dayTime } from '../format/day-time.ts'
import type { LiveEvent } from '../state/create-run-store.ts'
import { addDurations, type SessionEntry } from './session-entry.ts'

/** Lists what a running session reports, as the entries of its kept page will show it. */
export const listLive = (events: readonly LiveEvent[]): SessionEntry[] => {
  const entries: SessionEntry[] = []
  const times: number[] = []
  for (const event of events) {
    const entry = entryOf(event)
    if (!entry) continue
    entries.push(entry)
    times.push(Date.parse(event.at))
  }
  return addDurations(entries, times)
}

const entryOf = (event: LiveEvent): SessionEntry | undefined => {
  const time = dayTime(event.at)
  if (event.type === 'session_waiting')
    return {
      ...{ kind: 'note', time },
      text: `Waits for ${event.provider}${event.message ? `: ${event.message}` : ''}`,
    }
  if (event.type !== 'session_progress') return undefined
  const { progress } = event
  if (progress.type === 'text') return { kind: 'says', time, text: progress.text }
  if (progress.type === 'tool') return { kind: 'tool', time, tool: progress.name, text: progress.summary }
  if (progress.type !== 'todo') return undefined
  const done = progress.items.filter(({ status }) => status === 'completed').length
  return { kind: 'note', time, text: `Todo list: ${done} of ${progress.items.length} done` }
}
