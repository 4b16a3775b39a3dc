import type { Phase } from '../../plan/model/phase.ts'
import { declaredPaths } from './change/declared-paths.ts'

interface Missing {
  readonly absent?: readonly string[]
  readonly ignored?: readonly { readonly path: string; readonly rule: string }[]
}

/**
 * Returns the declared files that a commit without changes lacks, each with the rule by which git ignores it
 * if it exists. Files that the plan deletes or moves are not among them.
 */
export const lackedFiles = (
  planned: Pick<Phase, 'body' | 'files' | 'subtasks'>,
  { absent = [], ignored = [] }: Missing,
): { path: string; rule?: string }[] =>
  declaredPaths(planned).expected.flatMap((path) => {
    const rule = ignored.find((one) => one.path === path)?.rule
    if (rule !== undefined) return [{ path, rule }]
    return absent.includes(path) ? [{ path }] : []
  })
