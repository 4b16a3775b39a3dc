import type { PlanDraft } from '../model/plan.ts'
import { dropCommits } from './drop-commits.ts'
import { implyTypes } from './imply-types.ts'

/**
 * Completes the subtasks of a plan as a parser returned it: those that only commit are dropped, and those
 * without a type get the one that their text implies.
 */
export const implyParts = (plan: PlanDraft): PlanDraft => implyTypes(dropCommits(plan))
