import type { Phase } from '../../plan/model/phase.ts'
import type { Subtask } from '../../plan/model/subtask.ts'
import { findLines, splitLines } from '../../text/find-lines.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'

/** The body of a phase, with the lines of its parts marked. */
export interface MarkedBody {
  text: string
  /** The lines of the body in the plan's source, if they were found. */
  lines?: { start: number; end: number }
  /** Parts that the body does not contain. */
  missing: Subtask[]
}

/**
 * Adds the id of each part, and a note about it, to the line of the phase's body that is its title.
 *
 * Parts are found by their line in the plan's source. The body contains everything about a part that is
 * found, so nothing of it is printed a second time.
 */
export const markParts = (
  { body, line, subtasks }: Phase,
  source: string,
  noteOf: (subtask: Subtask) => string | undefined,
): MarkedBody => {
  const text = body.trim()
  if (text === '') return { text, missing: subtasks }
  const within = { from: line, inside: subtasks.map((subtask) => subtask.line) }
  const range =
    source === '' ? undefined : (findLines(source, text, within) ?? findLines(source, text, { from: line }))
  if (range === undefined) return { text, missing: subtasks }
  const lines = splitLines(text)
  const missing: Subtask[] = []
  for (const subtask of subtasks) {
    const index = subtask.line - range.start
    const found = lines[index]
    if (found === undefined || !plain(found).includes(plain(subtask.title))) missing.push(subtask)
    else {
      const note = noteOf(subtask)
      lines[index] = `${found.trimEnd()} [${subtask.id}${note === undefined ? '' : `: ${note}`}]`
    }
  }
  return { text: lines.join('\n'), lines: range, missing }
}

const plain = (text: string): string =>
  stripAnsi(text)
    .replaceAll(/[*_`\\[\]]/g, '')
    .replaceAll(/\s+/g, ' ')
