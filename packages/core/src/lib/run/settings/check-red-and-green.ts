import { AmeliaError } from '../../error/amelia-error.ts'
import type { Phase } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { isOpen } from '../../policy/dispatch/is-open.ts'
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
    'Name parts such as "Write the failing test" and "Implement ...", or mark them with (test) and (impl), or set `tdd` to "off".'
  throw new AmeliaError('OPTION_INVALID', message, { option: 'tdd' })
}

const reasonIn = ({ phases }: Plan): string => {
  const open = phases.filter(isOpen).flatMap(({ subtasks }) => subtasks.filter(isOpen))
  const has = (type: string): boolean => open.some((subtask) => subtask.type === type)
  if (open.length === 0) return 'its open phases have no parts'
  if (!has('test') && !has('impl'))
    return `none of its ${open.length} open parts is a test or an implementation`
  if (!has('test')) return `none of its ${open.length} open parts is a test`
  if (!has('impl')) return 'it has tests, but no implementation after them'
  return 'no implementation depends on a test'
}
