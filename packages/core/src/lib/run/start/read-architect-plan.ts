import type { PlanParserV1 } from '../../contract/plan-parser.ts'
import { checkPlan } from '../../read/check-plan.ts'
import type { PlanIssue } from '../../plan/plan-issue.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { checkTestFirst } from '../../policy/evidence/check-test-first.ts'
import { findPlanTexts } from '../../policy/answer/find-plan-texts.ts'
import { splitBatches } from '../../policy/dispatch/split-batches.ts'
import type { ArchitectFormat } from '../../prompt/architect-formats.ts'
import { checkPatterns } from '../settings/check-patterns.ts'

/** Options for reading an agent's answer. */
export interface ArchitectReading {
  format: ArchitectFormat
  tdd: boolean
  parsers: readonly PlanParserV1[]
}

/** A plan that an agent wrote, as far as it is readable. */
export interface ArchitectPlan {
  /** The part of the answer that was read as the plan. */
  text: string
  /** Absent if the plan has errors. */
  plan?: Plan
  /** Errors first. */
  issues: PlanIssue[]
}

/**
 * Reads an agent's answer as a plan: the full text or the content of its fence, whichever has no errors.
 */
export const readArchitectPlan = async (
  answer: string,
  reading: ArchitectReading,
): Promise<ArchitectPlan> => {
  const read: ArchitectPlan[] = []
  for (const text of findPlanTexts(answer)) {
    const one = await readOne(text, reading)
    if (one.plan !== undefined) return one
    read.push(one)
  }
  // The errors of a plan are more useful than the message that none was found.
  const [whole = { text: answer, issues: [] }, fenced] = read
  return fenced !== undefined && whole.issues.some(({ code }) => code === 'NO_PHASES') ? fenced : whole
}

const readOne = async (text: string, { format, tdd, parsers }: ArchitectReading): Promise<ArchitectPlan> => {
  const { plan, issues } = checkPlan(text, { parsers, format, split: splitBatches })
  const more = plan === undefined ? [] : [...(tdd ? untested(plan) : []), ...(await checkPatterns(plan))]
  const all = [...more, ...issues].sort((one, other) => rank[one.severity] - rank[other.severity])
  const isRunnable = plan !== undefined && plan.phases.length > 0 && all[0]?.severity !== 'error'
  return { text, issues: all, ...(isRunnable ? { plan } : {}) }
}

/** The agent was told to plan tests first, so its plan cannot opt out. */
const untested = (plan: Plan): PlanIssue[] => checkTestFirst(plan, { tdd: 'full' })

const rank = { error: 0, warning: 1 }
