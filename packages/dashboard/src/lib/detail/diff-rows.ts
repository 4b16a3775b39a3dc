import { showContent } from '@amelia/core/view'
import type { DiffHunk } from '../source/phase-details.ts'

/** A row of a diff. A hunk's row names the lines that it replaces. */
export type DiffRow =
  | { kind: 'hunk'; text: string }
  | { kind: 'same' | 'added' | 'deleted' | 'note'; text: string; oldLine?: number; newLine?: number }

/** Turns hunks into rows with line numbers. */
export const diffRows = (hunks: readonly DiffHunk[]): DiffRow[] =>
  hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => {
    let [oldLine, newLine] = [oldStart, newStart]
    const before = oldLines === 0 ? undefined : rangeOf(oldStart, oldLines)
    const after = newLines === 0 ? undefined : rangeOf(newStart, newLines)
    const rows: DiffRow[] = [{ kind: 'hunk', text: describeLines(before, after) }]
    for (const line of lines) {
      const text = showContent(line.slice(1)).join('\n')
      if (line.startsWith('+')) rows.push({ kind: 'added', text, newLine: newLine++ })
      else if (line.startsWith('-')) rows.push({ kind: 'deleted', text, oldLine: oldLine++ })
      // Git's remark that a file has no final newline.
      else if (line.startsWith('\\')) rows.push({ kind: 'note', text: text.trim() })
      else rows.push({ kind: 'same', text, oldLine: oldLine++, newLine: newLine++ })
    }
    return rows
  })

const describeLines = (before: string | undefined, after: string | undefined): string => {
  if (before === undefined) return `Added lines ${after}`
  return after === undefined ? `Deleted lines ${before}` : `Lines ${before} → ${after}`
}

const rangeOf = (start: number, count: number): string =>
  count === 1 ? String(start) : `${start}–${start + count - 1}`
