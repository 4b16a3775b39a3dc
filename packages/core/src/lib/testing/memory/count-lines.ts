import { diffLines } from '../../text/diff-lines.ts'

/** Counts added and removed lines. */
export const countLines = (before: string, after: string): { added: number; removed: number } => {
  const lines = diffLines(before, after)
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length
  return { added: count('+'), removed: count('-') }
}
