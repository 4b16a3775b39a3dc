import { invalidOption } from '../../error/check/check-options.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
import { linkTests } from '../../policy/evidence/link/link-tests.ts'
import { planEvidence } from '../../policy/evidence/plan-evidence.ts'

/**
 * Throws `OPTION_INVALID` for a plan in which `tdd: 'full'` would check nothing: no implementation answers a
 * test.
 */
export const checkRedAndGreen = (plan: Plan): void => {
  const evidence = planEvidence(plan)
  const isShown = ({ id }: Phase): boolean => {
    const { own, owed } = evidence.get(id) ?? {}
    return (own?.subtasks.length ?? 0) + (owed?.subtasks.length ?? 0) > 0
  }
  if (plan.phases.some((phase) => isOpen(phase) && isShown(phase))) return
  const message =
    `\`tdd: "full"\` would check nothing in this plan: ${reasonIn(plan)}. ` +
    'Name phases or parts such as "Write failing tests for X" and "Implement X", let the second depend on the first, or set `tdd` to "auto".'
  throw invalidOption('tdd', message)
}

const reasonIn = (plan: Plan): string =>
  linkTests(plan).length === 0
    ? 'no open phase or part writes tests'
    : 'no implementation depends on its tests'
