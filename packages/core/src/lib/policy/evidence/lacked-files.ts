import type { Phase } from '../../plan/model/phase.ts'
import { declaredPaths } from './change/declared-paths.ts'

/**
 * Returns the declared files that a commit without changes lacks. Files that the plan deletes or moves are
 * not among them.
 */
export const lackedFiles = (
  planned: Pick<Phase, 'body' | 'files' | 'subtasks'>,
  { absent = [] }: { readonly absent?: readonly string[] },
): string[] => declaredPaths(planned).expected.filter((path) => absent.includes(path))
