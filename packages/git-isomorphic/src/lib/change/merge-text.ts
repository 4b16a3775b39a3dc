import { diffLines, type LineChange } from './diff-lines.ts'
import { markConflicts, type TextPart } from './mark-conflicts.ts'
import { isBinary, splitLines, textToBytes } from './split-lines.ts'

/**
 * Merges the changes of two sides to one content; null if one of them is binary.
 *
 * Like git: different changes to the same or to adjacent lines conflict, and are put between markers with the
 * labels of both sides.
 */
export const mergeText = (
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
  labels: Record<Side, string>,
): { bytes: Uint8Array; conflicts: boolean } | null => {
  if ([base, ours, theirs].some(isBinary)) return null
  const lines = { base: splitLines(base), ours: splitLines(ours), theirs: splitLines(theirs) }
  const changes = [
    ...sideOf(lines.base, lines.ours, 'ours'),
    ...sideOf(lines.base, lines.theirs, 'theirs'),
  ].sort((a, b) => a.start - b.start || a.end - b.end)
  const parts: TextPart[] = []
  let done = 0
  for (let index = 0; index < changes.length; ) {
    const group = takeGroup(changes, index)
    index += group.length
    const start = group[0]!.start
    const end = Math.max(...group.map((change) => change.end))
    const textOf = (side: Side): string[] => apply(lines.base, lines[side], { start, end }, group, side)
    const [mine, other] = [textOf('ours'), textOf('theirs')]
    const sides = new Set(group.map(({ side }) => side))
    parts.push({ common: lines.base.slice(done, start) })
    if (sides.size === 2 && mine.join('') !== other.join('')) parts.push({ mine, other })
    else parts.push({ changed: sides.has('ours') ? mine : other })
    done = end
  }
  parts.push({ common: lines.base.slice(done) })
  const conflicts = parts.some((part) => 'mine' in part)
  return { bytes: textToBytes(markConflicts(parts, lines, labels).join('')), conflicts }
}

type Side = 'ours' | 'theirs'
type SidedChange = LineChange & { readonly side: Side }

const sideOf = (base: readonly string[], text: readonly string[], side: Side): SidedChange[] =>
  diffLines(base, text).map((change) => ({ ...change, side }))

/** The change at this position, and all changes that overlap or touch it. */
const takeGroup = (changes: readonly SidedChange[], from: number): SidedChange[] => {
  const group: SidedChange[] = []
  let end = -1
  for (const change of changes.slice(from)) {
    if (group.length > 0 && change.start > end) break
    group.push(change)
    end = Math.max(end, change.end)
  }
  return group
}

/** The lines of one side that replace a range of the base. */
const apply = (
  base: readonly string[],
  text: readonly string[],
  { start, end }: { start: number; end: number },
  group: readonly SidedChange[],
  side: Side,
): string[] => {
  const lines: string[] = []
  let at = start
  for (const change of group.filter((one) => one.side === side)) {
    lines.push(...base.slice(at, change.start), ...text.slice(change.from, change.to))
    at = change.end
  }
  return [...lines, ...base.slice(at, end)]
}
