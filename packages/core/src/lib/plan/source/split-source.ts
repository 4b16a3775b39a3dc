import type { Plan } from '../model/plan.ts'

/** One file in the text of a plan. */
export interface SourceFile {
  /** The line of the plan's text at which it begins, from 1, and its last line. */
  first: number
  last: number
  /** The lines of the file, separated by `\n`. */
  lines: string[]
  context: boolean
}

/** Splits the text of a plan into its files; into one, if it was read from a single text. */
export const splitSource = ({
  source,
  sources = [{ path: '', line: 1 }],
}: Pick<Plan, 'source' | 'sources'>): SourceFile[] => {
  const lines = source.split('\n')
  return sources.map(({ line: first, context = false }, index) => {
    const next = sources[index + 1]
    // A file ends before the line that names the next one.
    const last = next ? next.line - 2 : lines.length
    return { first, last, lines: lines.slice(first - 1, last), context }
  })
}
