import type { RunEvent } from '@amelia/core'
import { describeEvent, words } from '@amelia/core/view'
import { padText, widestOf } from '../terminal/fit-text.ts'
import { once, type ToldFailures } from './told-failures.ts'

/**
 * Formats an event as a line, or returns undefined if it is not worth a line. Without colours or control
 * characters. A failure of a step is also that of its subtask and of its attempt: `told` prints it once.
 */
export const eventLine = (
  event: RunEvent,
  sinceStart: number,
  told: ToldFailures = new Map(),
  idWidth = leastWidth,
): string | undefined => {
  const text = eventText(event, told)
  if (text === undefined) return undefined
  return logLine(text, { phaseId: event.phaseId, sinceStart, idWidth })
}

const leastWidth = 6

/** The width of the column of phases in the lines of a plan. */
export const idWidthOf = ({ phases }: { phases: readonly { id: string }[] }): number =>
  Math.max(leastWidth, widestOf(phases.map(({ id }) => words.plainLabel(id))))

/** Formats a text as a line with its time, in milliseconds since the start of the run, and its phase. */
export const logLine = (
  text: string,
  { phaseId, sinceStart, idWidth }: { phaseId: string | undefined; sinceStart: number; idWidth: number },
): string => {
  const phase = phaseId === undefined ? 'run' : words.plainLabel(phaseId)
  return `${clock(sinceStart)}  ${padText(phase, idWidth)}  ${words.plainLabel(text)}`
}

const clock = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns the words for an event with its failure, unless that was told before; undefined for a detail. */
export const eventText = (event: RunEvent, told: ToldFailures): string | undefined => {
  if (event.type === 'phase_started') told.delete(event.phaseId)
  const { text, level, failure } = describeEvent(event)
  if (level === 'detail') return undefined
  if (!failure || event.phaseId === undefined) return text
  if (event.type === 'subtask_failed' && told.get(event.phaseId) === failure.message) return undefined
  const cause = once({ phaseId: event.phaseId, failure }, told)
  // The failure of a step may begin with its name.
  const isNamed =
    event.type === 'step_failed' && [' ', ':'].some((end) => cause.startsWith(`: step ${event.stepId}${end}`))
  return isNamed ? cause.slice(2) : text + cause
}
