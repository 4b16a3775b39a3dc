import type { PlanIssue } from '@amelia/core/plugin'
import { type DocumentPart, nameOf } from './find-parts.ts'

/** Fewer sections are reported one by one. */
const fewest = 3
const mostNamed = 3

/** A skipped section, or neighbouring skipped boxes. */
interface Run {
  parts: [first: DocumentPart, ...more: DocumentPart[]]
  /** The heading above. */
  below: DocumentPart | undefined
  /** Whether the part in front of it is the end of the run before. */
  follows: boolean
}

/**
 * Warns about skipped headings and boxes: one warning per section, run of boxes, or group of neighbouring
 * sections under one heading, which names those first for which `isOwn` is true. All headings and boxes
 * between the lines that a warning names are skipped.
 */
export const reportSkipped = (
  parts: readonly DocumentPart[],
  skipped: ReadonlySet<DocumentPart>,
  reasons: ReadonlyMap<number, string>,
  isOwn: (part: DocumentPart) => boolean,
): PlanIssue[] =>
  groupRuns(findRuns(parts, skipped), reasons).flatMap((group) =>
    group.length < fewest
      ? group.map((run) => report(run, reasons.get(run.parts[0].line)))
      : [reportGroup(group, isOwn)],
  )

const findRuns = (parts: readonly DocumentPart[], skipped: ReadonlySet<DocumentPart>): Run[] => {
  const runs: Run[] = []
  const open: DocumentPart[] = []
  let run: Run | undefined
  let last = false
  for (const part of parts) {
    const isHeading = part.kind === 'heading'
    const level = run?.parts[0].level ?? 0
    if (!skipped.has(part) || (isHeading && !(level > 0 && part.level > level))) run = undefined
    while (isHeading && (open.at(-1)?.level ?? 0) >= part.level) open.pop()
    if (run) run.parts.push(part)
    else if (skipped.has(part)) runs.push((run = { parts: [part], below: open.at(-1), follows: last }))
    if (isHeading) open.push(part)
    last = skipped.has(part)
  }
  return runs
}

/** Groups neighbouring sections under one heading. A section with a reason stays alone. */
const groupRuns = (runs: readonly Run[], reasons: ReadonlyMap<number, string>): Run[][] => {
  const groups: Run[][] = []
  const isPlain = ({ parts: [first] }: Run): boolean => first.kind === 'heading' && !reasons.has(first.line)
  for (const run of runs) {
    const group = groups.at(-1)
    const [before] = group ?? []
    const isNext = before && run.follows && run.below === before.below && isPlain(run) && isPlain(before)
    if (group && isNext) group.push(run)
    else groups.push([run])
  }
  return groups
}

const report = ({ parts, below }: Run, reason: string | undefined): PlanIssue => {
  const [first, ...more] = parts
  const isSection = first.kind === 'heading'
  const inside = count(isSection ? more : parts)
  return warn(
    parts,
    isSection
      ? `The section "${nameOf(first)}"${inside === '' ? '' : ` with ${inside}`} is`
      : `${inside}${under('below', below)} ${parts.length === 1 ? 'is' : 'are'}`,
    reason,
  )
}

const reportGroup = (group: readonly Run[], isOwn: (part: DocumentPart) => boolean): PlanIssue => {
  const parts = group.flatMap((run) => run.parts) as Run['parts']
  const firsts = group.map((run) => run.parts[0])
  const named = [...firsts.filter(isOwn), ...firsts.filter((part) => !isOwn(part))].slice(0, mostNamed)
  const left = group.length - mostNamed
  const end = `${named.map((part) => `"${nameOf(part)}"`).join(', ')}${left > 0 ? ` and ${left} more` : ''}`
  return warn(parts, `${count(parts)}${under('under', group[0]?.below)} are`, end)
}

const warn = (parts: Run['parts'], subject: string, end: string | undefined): PlanIssue => {
  const { line } = parts[0]
  const to = parts.at(-1)?.line ?? line
  const lines = to === line ? `line ${to}` : `lines ${line} to ${to}`
  const message = `${subject} not part of the plan (${lines})${end ? `: ${end}` : ''}.`
  return { severity: 'warning', code: 'CONTENT_SKIPPED', message, line, column: 1 }
}

const under = (word: string, heading: DocumentPart | undefined): string =>
  heading ? ` ${word} "${nameOf(heading)}"` : ''

const count = (parts: readonly DocumentPart[]): string => {
  const boxes = parts.filter(({ kind }) => kind === 'box').length
  const headings = parts.length - boxes
  return [...counted(headings, 'heading', 'headings'), ...counted(boxes, 'box', 'boxes')].join(' and ')
}

const counted = (amount: number, one: string, several: string): string[] =>
  amount === 0 ? [] : [`${amount} ${amount === 1 ? one : several}`]
