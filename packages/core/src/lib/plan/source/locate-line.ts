import type { Plan } from '../model/plan.ts'

/** A line of a file of a plan; without a file, the line of the plan's text. */
export interface PlanPlace {
  /** The file's path as it was given. Absent for a plan of one text. */
  file?: string
  /** The number of the line, from 1. */
  line: number
}

/** Finds the file, and the line in it, of a line of a plan's text, such as `phase.line`. */
export const locateLine = ({ sources }: Pick<Plan, 'sources'>, line: number): PlanPlace => {
  const part = sources?.findLast((each) => each.line <= line)
  return part ? { file: part.path, line: line - part.line + 1 } : { line }
}

/** Names a line of a plan's text in a sentence: `line 3`, or `line 3 of tasks/a.md`. */
export const nameLine = (plan: Pick<Plan, 'sources'>, at: number): string => {
  const { file, line } = locateLine(plan, at)
  return `line ${line}${file === undefined ? '' : ` of ${file}`}`
}

/** Sets the file of issues whose lines are lines of a plan's text, and the line in that file. */
export const placeIssues = <Issue extends PlanPlace>(
  issues: readonly Issue[],
  plan: Pick<Plan, 'sources'>,
): Issue[] =>
  issues.map((issue) => (issue.file === undefined ? { ...issue, ...locateLine(plan, issue.line) } : issue))
