import { padText, widestOf } from '../terminal/fit-text.ts'
import type { NextStep } from '../stored/next-steps.ts'

/**
 * Renders the next commands. On a terminal each one has a line, with its effect if that fits next to it; a
 * command is never cut, so that it can be copied. Without a limit of columns, as in a pipe, each command has
 * its line alone, below its effect, so that a program can read it.
 */
export const nextStepLines = (steps: readonly NextStep[], columns: number): string[] => {
  if (columns === Infinity) return steps.flatMap(({ command, about }) => [`To ${about}:`, `  ${command}`])
  const fitting = steps.filter(({ command, about }) => widestOf([`  ${command}  ${about}`]) <= columns)
  const widest = widestOf(fitting.map(({ command }) => command))
  return steps.map(({ command, about }) => {
    const aligned = `  ${padText(command, widest)}  ${about}`
    if (widestOf([aligned]) <= columns) return aligned
    const own = `  ${command}  ${about}`
    return widestOf([own]) <= columns ? own : `  ${command}`
  })
}
