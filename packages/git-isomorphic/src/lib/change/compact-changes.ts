/** The lines of one side of a comparison, as numbers, and which of them are changed. */
export interface MarkedLines {
  readonly lines: Uint32Array
  readonly changed: Uint8Array
}

/** A run of changed lines, ends excluded. An empty one is the place before an unchanged line, or the end. */
interface Group {
  start: number
  end: number
}

/**
 * Moves each group of changed lines that has several possible positions, as git does: to the last one that is
 * next to a change of the other side, else to the last one. Groups that meet become one.
 *
 * Both sides have the same number of unchanged lines, so their groups correspond one to one.
 */
export const compactChanges = (side: MarkedLines, other: MarkedLines): void => {
  const group = firstGroup(side)
  const there = firstGroup(other)
  do if (group.end > group.start) place(side, group, other, there)
  while (goNext(side, group) && goNext(other, there))
}

const place = (side: MarkedLines, group: Group, other: MarkedLines, there: Group): void => {
  let matches: boolean
  for (let size = -1; size !== group.end - group.start; ) {
    size = group.end - group.start
    while (slideUp(side, group)) goBack(other, there)
    matches = there.end > there.start
    while (slideDown(side, group)) {
      goNext(other, there)
      matches ||= there.end > there.start
    }
  }
  if (matches!) while (there.end === there.start && slideUp(side, group)) goBack(other, there)
}

const firstGroup = ({ changed }: MarkedLines): Group => {
  const group = { start: 0, end: 0 }
  while (changed[group.end]) group.end += 1
  return group
}

const goNext = ({ lines, changed }: MarkedLines, group: Group): boolean => {
  if (group.end === lines.length) return false
  group.start = group.end + 1
  group.end = group.start
  while (changed[group.end]) group.end += 1
  return true
}

const goBack = ({ changed }: MarkedLines, group: Group): void => {
  group.end = group.start - 1
  group.start = group.end
  while (changed[group.start - 1]) group.start -= 1
}

const slideDown = ({ lines, changed }: MarkedLines, group: Group): boolean => {
  if (group.end === lines.length || lines[group.start] !== lines[group.end]) return false
  changed[group.start++] = 0
  changed[group.end++] = 1
  while (changed[group.end]) group.end += 1
  return true
}

const slideUp = ({ lines, changed }: MarkedLines, group: Group): boolean => {
  if (group.start === 0 || lines[group.start - 1] !== lines[group.end - 1]) return false
  changed[--group.start] = 1
  changed[--group.end] = 0
  while (changed[group.start - 1]) group.start -= 1
  return true
}
