/** A text of a phase is searched no further, so that many errors take linear time. */
const mostLines = 400
/** Lines below a label, in which a list of its values may stand. */
const mostBelow = 6
const label = /depend|blocked|require|prereq|after|waits?\b|needs/i
/** Any label: words in other languages. */
const anyLabel = /^[\s*_>|"'-]*\p{L}[^:：]{0,40}[:：]/u

/**
 * Finds the line that names a dependency, among those from the line of its phase to the next one's: behind or
 * below a label such as `Depends on`, else behind any label. Without one, it is the line of the phase.
 */
export const findDependencyLine = (
  lines: readonly string[],
  from: number,
  to: number,
  id: string,
): number => {
  const last = Math.min(to - 1, from + mostLines, lines.length)
  const escaped = id.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const named = new RegExp(
    `(?<![\\p{L}\\p{N}.])(?:0*|\\p{L}+[\\s#-]*0*)${escaped}(?![\\p{L}\\p{N}]|\\.\\p{N})`,
    'iu',
  )
  let below = 0
  let other: number | undefined
  for (let line = from; line <= last; line++) {
    const text = lines[line - 1] ?? ''
    const start = text.search(label)
    if (start >= 0) below = mostBelow
    else below--
    const isNamed = named.test(start < 0 ? text : text.slice(start))
    if (!isNamed || line === from) continue
    if (below > 0) return line
    if (anyLabel.test(text)) other ??= line
  }
  return other ?? from
}
