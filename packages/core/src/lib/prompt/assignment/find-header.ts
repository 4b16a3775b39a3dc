import type { Plan } from '../../plan/model/plan.ts'
import { type LineRange, splitLines } from '../../text/find-lines.ts'
import { findExecutorLines } from './find-executor-lines.ts'

/** The lines of a plan before its first phase: goal, architecture, constraints. */
export interface PlanHeader {
  /** The lines that bind whoever does a phase, from 1. */
  binding: LineRange[]
  /** The lines for whoever executes the plan, such as a skill that it requires. */
  forExecutors: LineRange[]
  /** The binding lines. */
  text: string
}

/** Formats whose first lines are fields, not a text for readers. */
const structured: readonly string[] = ['execution-plan', 'task-master']

/**
 * Finds the header of a plan. Undefined for a plan that was made in code, for one in a structured format, and
 * for a header that contains only headings and the goal. Without more, nothing in it is binding.
 */
export const findHeader = ({ source, format, phases, goal }: Plan): PlanHeader | undefined => {
  if (source === '' || structured.includes(format)) return undefined
  const first = phases.reduce((least, { line }) => Math.min(least, line), Infinity)
  if (first === Infinity || first === 1) return undefined
  const lines = splitLines(source).slice(0, first - 1)
  while (lines.length > 0 && isBetween(lines.at(-1)!)) lines.pop()
  const isTold = (line: string): boolean => isBetween(line) || (goal !== '' && line.includes(goal))
  const forExecutors = findExecutorLines(lines)
  const skipped = new Set(forExecutors)
  const isBinding = (_: string, index: number): boolean => !skipped.has(index + 1)
  const binding = lines.filter(isBinding)
  const isBound = !binding.every(isTold)
  if (!isBound && forExecutors.length === 0) return undefined
  const numbers = lines.flatMap((line, index) => (isBinding(line, index) ? [index + 1] : []))
  const isText = ({ start, end }: LineRange): boolean => !lines.slice(start - 1, end).every(isBetween)
  return {
    binding: isBound ? rangesOf(numbers).filter(isText) : [],
    forExecutors: rangesOf(forExecutors),
    text: isBound
      ? binding
          .join('\n')
          .replace(/\n{3,}/g, '\n\n')
          .trim()
      : '',
  }
}

/** Joins line numbers that follow one another. */
const rangesOf = (lines: readonly number[]): LineRange[] => {
  const ranges: LineRange[] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && last.end === line - 1) last.end = line
    else ranges.push({ start: line, end: line })
  }
  return ranges
}

/** Blank lines, headings, rules, names of files and rows of a table. */
const isBetween = (line: string): boolean => /^\s*(?:#|\||[-=*_]{3,}\s*$|$|<!-- amelia:)/.test(line)
