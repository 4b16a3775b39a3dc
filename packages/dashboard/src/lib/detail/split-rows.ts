import type { DiffRow } from './diff-rows.ts'

/** A line of a diff in two columns: the old side and the new one. A heading or a remark has both. */
export interface SplitRow {
  left?: DiffRow
  right?: DiffRow
  /** A row over both columns. */
  whole?: DiffRow
}

/** Puts the rows of a diff side by side: deleted lines beside the added ones that replace them. */
export const splitRows = (rows: readonly DiffRow[]): SplitRow[] => {
  const split: SplitRow[] = []
  let [deleted, added]: [DiffRow[], DiffRow[]] = [[], []]
  const flush = (): void => {
    for (let index = 0; index < Math.max(deleted.length, added.length); index++) {
      const [left, right] = [deleted[index], added[index]]
      split.push({ ...(left && { left }), ...(right && { right }) })
    }
    ;[deleted, added] = [[], []]
  }
  for (const row of rows) {
    if (row.kind === 'deleted') deleted.push(row)
    else if (row.kind === 'added') added.push(row)
    else {
      flush()
      split.push(row.kind === 'same' ? { left: row, right: row } : { whole: row })
    }
  }
  flush()
  return split
}
