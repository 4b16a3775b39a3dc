import { diffLines } from './diff-lines.ts'
import { isBinary, splitLines } from './split-lines.ts'

/** Counts lines added and removed between two contents; null if one is binary. */
export const countLines = (
  before: Uint8Array,
  after: Uint8Array,
): { added: number | null; removed: number | null } => {
  if (isBinary(before) || isBinary(after)) return { added: null, removed: null }
  let [added, removed] = [0, 0]
  for (const { start, end, from, to } of diffLines(splitLines(before), splitLines(after))) {
    added += to - from
    removed += end - start
  }
  return { added, removed }
}
