import type { RunEvent } from '@amelia/core'
import { eventLine } from './event-line.ts'
import type { ToldFailures } from './told-failures.ts'

/** Prints the events of a run as lines, as they come. */
export interface EventLines {
  add(event: RunEvent): void
  /** Prints what is kept back. Call it after the last event. */
  flush(): void
}

/** The most subtasks that a line names. */
const mostNamed = 6

type Claim = Extract<RunEvent, { type: 'subtask_completed' }>

/**
 * Creates the lines of a run.
 *
 * A session may claim several subtasks at once, in its todo list or its report: they are one line. A claim is
 * kept back until the next event, or until this turn of the event loop has ended.
 *
 * `startedAt` is in milliseconds since 1970; by default the time of the first event.
 */
export const createEventLines = (
  print: (line: string) => void,
  { idWidth, startedAt: given }: { idWidth: number; startedAt?: number },
): EventLines => {
  const told: ToldFailures = new Map()
  let startedAt = given
  let kept: Claim[] = []

  const show = (event: RunEvent): void => {
    const at = Date.parse(event.at)
    startedAt ??= at
    const line = eventLine(event, at - startedAt, told, idWidth)
    if (line !== undefined) print(line)
  }

  const flush = (): void => {
    const last = kept.at(-1)
    const ids = kept.map(({ subtaskId }) => subtaskId)
    kept = []
    if (last) show({ ...last, subtaskId: nameAll(ids) })
  }

  return {
    flush,
    add(event) {
      const isClaim = event.type === 'subtask_completed' && event.claimed === true
      if (!isClaim || kept.some(({ phaseId }) => phaseId !== event.phaseId)) flush()
      if (!isClaim) return show(event)
      if (kept.length === 0) setImmediate(flush)
      kept.push(event)
    },
  }
}

const nameAll = (ids: readonly string[]): string =>
  ids.length <= mostNamed
    ? ids.join(', ')
    : `${ids.slice(0, mostNamed).join(', ')} and ${ids.length - mostNamed} more`
