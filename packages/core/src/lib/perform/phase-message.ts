import type { Phase } from '../plan/plan-schema.ts'
import { commitSubject } from './commit-subject.ts'
import { stripAnsi } from '../text/strip-ansi.ts'

export interface Trailers {
  runId: string
  phaseId: string
  attempt: number
}

/**
 * The commit message of a phase: `Phase <id>: <title>` in at most 72 columns, the full title where that cuts it, its subtasks where there are several, and the three trailers.
 * `status`: how its subtasks went; what was skipped is said to be.
 *
 * Nothing that a plan says can pass for a trailer: a line that looks like one of ours is indented.
 */
export const phaseMessage = (
  { id, title, subtasks }: Phase,
  trailers: Trailers,
  status: ReadonlyMap<string, string> = new Map(),
): string => {
  const lines = subtasks.map(
    (subtask) => `- ${oneLine(subtask.title)}${status.get(subtask.id) === 'skipped' ? ' (skipped)' : ''}`,
  )
  const list = lines.length > 1 ? `\n\n${lines.join('\n')}` : ''
  return withTrailers(`${commitSubject(`Phase ${id}: ${oneLine(title)}`)}${list}`, trailers)
}

/** The message with our trailers as its last lines, whatever a hook has made of it. */
export const withTrailers = (text: string, { runId, phaseId, attempt }: Trailers): string => {
  const own = `Amelia-Run: ${runId}\nAmelia-Phase: ${phaseId}\nAmelia-Attempt: ${attempt}`
  const body = indentForged(text, own)
  return `${body}${endsWithTrailers(body) ? '\n' : '\n\n'}${own}\n`
}

/** The trailer that names a commit of the run's own, and its values. */
export const ownTrailer = 'Amelia-Commit'
export type OwnCommit = 'reservation' | 'plan' | 'report' | 'squash'

/** The message of a commit of the run that is no phase's: the run's trailer, and the one that names the commit. */
export const withRunTrailers = (text: string, runId: string, what: OwnCommit): string =>
  `${indentForged(text)}\n\nAmelia-Run: ${runId}\n${ownTrailer}: ${what}\n`

/** Git reads names of trailers in any case, and lets white space stand before the colon. */
const forged = /^Amelia-(?:Run|Phase|Attempt|Commit)\s{0,99}:/im

/** The trimmed text with what could pass for a trailer of ours set in, and without those that are. */
const indentForged = (text: string, trailers = ''): string => {
  if (!forged.test(text)) return text.trim()
  const own = trailers.split('\n')
  const rest = text.split('\n').filter((line) => line === '' || !own.includes(line))
  return rest
    .join('\n')
    .trim()
    .split('\n')
    .map((line) => (forged.test(line) ? `  ${line}` : line))
    .join('\n')
}

/** Whether the last paragraph is one of trailers that a hook added, so that ours join it. */
const endsWithTrailers = (body: string): boolean => {
  const start = body.lastIndexOf('\n\n')
  if (start < 0) return false
  const last = body.slice(start + 2).split('\n')
  return last.every((line) => /^[A-Za-z][A-Za-z-]{0,60}: /.test(line))
}

const oneLine = (text: string): string => stripAnsi(text).replace(/\s+/g, ' ').trim()
