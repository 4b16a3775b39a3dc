import type { Plan, SettingValue } from '@amelia/core'

/**
 * Describes how a run enforces test-first, and how to turn it off. Undefined if nobody chose it and the plan
 * has neither tests nor implementations.
 */
export const describeTdd = ({ phases, tddApproach }: Plan, tdd?: SettingValue<'tdd'>): string | undefined => {
  if (tdd === 'full') return 'full: each test fails first and passes afterwards'
  if (tdd === 'off') return 'off'
  const types = new Set(phases.flatMap(({ subtasks }) => subtasks.map(({ type }) => type)))
  if (tdd === undefined && !types.has('test') && !types.has('impl')) return undefined
  if (tdd === undefined && !tddApproach) return 'off: the plan does not follow test-first'
  const rule = 'static: every implementation needs a test before it'
  return tdd === undefined ? `${rule} (to turn it off: amelia run --tdd off)` : rule
}
