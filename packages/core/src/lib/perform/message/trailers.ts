export interface Trailers {
  runId: string
  phaseId: string
  attempt: number
}

/** Adds the trailers as the last lines of a message, which a hook may have changed. */
export const withTrailers = (text: string, { runId, phaseId, attempt }: Trailers): string => {
  const own = `Amelia-Run: ${runId}\nAmelia-Phase: ${phaseId}\nAmelia-Attempt: ${attempt}`
  const body = indentForged(text, own)
  return `${body}${endsWithTrailers(body) ? '\n' : '\n\n'}${own}\n`
}

/** The trailer that marks a commit of the run that belongs to no phase, and its values. */
export const ownTrailer = 'Amelia-Commit'
export type OwnCommit = 'reservation' | 'plan' | 'report' | 'squash' | 'statement'

/** Adds the trailers of a commit that belongs to the run, not to a phase. */
export const withRunTrailers = (text: string, runId: string, what: OwnCommit): string =>
  `${indentForged(text)}\n\nAmelia-Run: ${runId}\n${ownTrailer}: ${what}\n`

/** Git ignores the case of trailer names and allows white space before the colon. */
const forged = /^Amelia-(?:Run|Phase|Attempt|Commit)\s{0,99}:/im

/** Trims a text, removes the given trailers from it and indents lines that imitate one. */
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

/** Whether the last paragraph consists of trailers, so that new ones belong to it. */
const endsWithTrailers = (body: string): boolean => {
  const start = body.lastIndexOf('\n\n')
  if (start < 0) return false
  const last = body.slice(start + 2).split('\n')
  return last.every((line) => /^[A-Za-z][A-Za-z-]{0,60}: /.test(line))
}
