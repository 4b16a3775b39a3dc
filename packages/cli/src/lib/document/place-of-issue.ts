import { join } from 'node:path'
import { type PlanIssue, locateLine, type PlanPlace } from '@amelia/core'
import type { PlanFile } from './read-plan-file.ts'

/** A line that a person can open. */
export interface OpenPlace {
  path: string
  line: number
  /** The lines of the file. */
  lines: readonly string[]
}

type Read = Pick<PlanFile, 'path' | 'lines' | 'check'>

/** Finds the file of an issue, and its line there. */
export const placeOfIssue = ({ path, lines, check }: Read, { file, line }: PlanPlace): OpenPlace => {
  const own = lines.get('')
  if (file === undefined) return { path, line, lines: own ?? [] }
  if (!own) return { path: join(path, file), line, lines: lines.get(file) ?? [] }
  // The files are parts of one file: the plan that a run has stored.
  const start = check.plan?.sources?.find((source) => source.path === file)?.line ?? 1
  return { path, line: start + line - 1, lines: own }
}

/** Finds the file of a line of the plan's text, such as `phase.line`, and the line there. */
export const placeOfLine = (file: Read, line: number): OpenPlace =>
  placeOfIssue(file, locateLine(file.check.plan ?? {}, line))

/** Names the file of an issue as a person opens it; of a plan of one file, the issue is unchanged. */
export const placedIssue = (file: Read, issue: PlanIssue): PlanIssue => {
  const { file: _relative, ...rest } = issue
  const { path, line } = placeOfIssue(file, issue)
  return { ...rest, ...(path !== file.path && { file: path }), line }
}
