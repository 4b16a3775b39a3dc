import type { Plan } from '../../plan/model/plan.ts'
import { splitLines } from '../../text/find-lines.ts'

/** The lines of a plan before its first phase: goal, architecture, constraints. */
export interface PlanHeader {
  /** The last line, from 1. */
  end: number
  text: string
}

/** Formats whose first lines are fields, not a text for readers. */
const structured: readonly string[] = ['execution-plan', 'task-master']

/**
 * Finds the header of a plan. Undefined for a plan that was made in code, for one in a structured format, and
 * for a header that contains only headings and the goal.
 */
export const findHeader = ({ source, format, phases, goal }: Plan): PlanHeader | undefined => {
  if (source === '' || structured.includes(format)) return undefined
  const first = phases.reduce((least, { line }) => Math.min(least, line), Infinity)
  if (first === Infinity || first === 1) return undefined
  const lines = splitLines(source).slice(0, first - 1)
  while (lines.length > 0 && isBetween(lines.at(-1)!)) lines.pop()
  const isTold = (line: string): boolean => isBetween(line) || (goal !== '' && line.includes(goal))
  return lines.every(isTold) ? undefined : { end: lines.length, text: lines.join('\n').trim() }
}

/** Blank lines, headings, rules, names of files and rows of a table. */
const isBetween = (line: string): boolean => /^\s*(?:#|\||[-=*_]{3,}\s*$|$|<!-- amelia:)/.test(line)
