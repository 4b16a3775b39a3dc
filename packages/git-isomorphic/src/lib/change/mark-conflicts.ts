import { diffLines } from './diff-lines.ts'

interface Conflict {
  readonly mine: string[]
  readonly other: string[]
}

/** A part of a merged text: unchanged lines, lines that merge, or the lines of both sides in conflict. */
export type TextPart = { readonly common: string[] } | { readonly changed: string[] } | Conflict

/** Conflicts with at most so many common lines between them are one. */
const joined = 3

/**
 * Returns the lines of a merged text, with each conflict between markers.
 *
 * Like git: lines that both sides of a conflict have are taken out of it, and markers end like the lines of
 * the file.
 */
export const markConflicts = (
  parts: readonly TextPart[],
  sides: Readonly<Record<'base' | 'ours' | 'theirs', readonly string[]>>,
  labels: Readonly<Record<'ours' | 'theirs', string>>,
): string[] => {
  const known = Object.values(sides).filter(([first]) => first?.endsWith('\n'))
  const lineEnd = known.length > 0 && known.every(([first]) => first!.endsWith('\r\n')) ? '\r\n' : '\n'
  const end = (lines: readonly string[]): string[] =>
    lines.map((line) => (line.endsWith('\n') ? line : `${line}${lineEnd}`))
  return joinNear(parts.flatMap((part) => ('mine' in part ? splitConflict(part) : part))).flatMap((part) => {
    if ('common' in part) return part.common
    if ('changed' in part) return part.changed
    const { mine, other } = part
    const marker = (text: string): string => `${text}${lineEnd}`
    return [
      marker(`<<<<<<< ${labels.ours}`),
      ...end(mine),
      marker('======='),
      ...end(other),
      marker(`>>>>>>> ${labels.theirs}`),
    ]
  })
}

const splitConflict = ({ mine, other }: Conflict): TextPart[] => {
  if (mine.length === 0 || other.length === 0) return [{ mine, other }]
  let done = 0
  const parts = diffLines(mine, other).flatMap(({ start, end, from, to }): TextPart[] => {
    const common = mine.slice(done, start)
    done = end
    return [{ common }, { mine: mine.slice(start, end), other: other.slice(from, to) }]
  })
  return [...parts, { common: mine.slice(done) }]
}

/** Joins conflicts between which almost nothing is common, and unchanged lines that follow each other. */
const joinNear = (parts: readonly TextPart[]): TextPart[] => {
  const near: TextPart[] = []
  for (const part of parts) {
    const [before, last] = [near.at(-2), near.at(-1)]
    if ('common' in part) {
      if (last && 'common' in last) last.common.push(...part.common)
      else near.push({ common: [...part.common] })
    } else if (
      'mine' in part &&
      before &&
      'mine' in before &&
      last &&
      'common' in last &&
      last.common.length <= joined
    ) {
      const between = last.common
      near.splice(-2, 2, {
        mine: [...before.mine, ...between, ...part.mine],
        other: [...before.other, ...between, ...part.other],
      })
    } else near.push(part)
  }
  return near
}
