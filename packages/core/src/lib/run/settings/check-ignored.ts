import type { GitBackendV1 } from '../../contract/git-backend.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import { findIgnored } from '../../perform/integrate/find-ignored.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import { declaredPaths } from '../../policy/evidence/change/declared-paths.ts'

/** Most warnings with the line that names the file; the others have the line of the phase. */
const mostLocated = 200

/**
 * Finds files of open phases that git ignores in the user's checkout and does not track, so that a warning
 * comes before a phase fails.
 */
export const checkIgnored = async (
  plan: Plan,
  git: Pick<GitBackendV1, 'findIgnored'>,
): Promise<PlanIssue[]> => {
  const owners = new Map<string, number>()
  plan.phases.forEach((phase, index) => {
    for (const path of isOpen(phase) ? declaredPaths(phase).expected : [])
      if (!owners.has(path)) owners.set(path, index)
  })
  const found = await findIgnored(git, null, [...owners.keys()])
  const lines = plan.source.split('\n')
  return found.map(({ path, rule }, number) => ({
    severity: 'warning',
    code: 'FILE_IGNORED',
    message: `Git ignores "${path}" (${rule}), so no commit can contain it. Exclude it from the rule, add it with "git add -f", or leave it out of the plan.`,
    ...place(path, lines, number < mostLocated ? plan.phases.slice(owners.get(path)) : []),
  }))
}

/** The position of a path in the text of a phase, or that of the phase. */
const place = (
  path: string,
  lines: readonly string[],
  [phase, next]: readonly Phase[],
): { line: number; column: number } => {
  const from = phase?.line ?? 1
  for (let line = from; line <= lines.length && line !== next?.line; line++) {
    const at = lines[line - 1]!.indexOf(path)
    if (at >= 0) return { line, column: at + 1 }
  }
  return { line: from, column: 1 }
}
