import { type Plan, type SettingValue } from '@amelia/core'
import { listRequirements, type PhaseRequirement } from '@amelia/core/view'

/** The facts that decide what a run requires of tests. */
export interface TddFacts {
  /** Default: as a run decides. */
  tdd?: SettingValue<'tdd'> | undefined
  /** Whether the run has a test command. Default: not known yet. */
  hasTests?: boolean
}

const mostListed = 20

/**
 * Describes how a run enforces test-first, what it requires of each phase, and how to turn it off. Undefined
 * if nobody chose it and the plan has neither tests nor implementations.
 */
export const describeTdd = (plan: Plan, { tdd, hasTests }: TddFacts = {}): string | undefined => {
  if (tdd === 'off') return 'off'
  if (tdd === undefined && !plan.tddApproach) return 'off: the plan does not follow test-first'
  const rule = 'every implementation needs a test before it'
  if (tdd === 'static') return `static: ${rule}`
  const required = listRequired(plan, { tdd })
  const shown = required.slice(0, mostListed)
  const left = required.length - shown.length
  const list = [
    ...nameTogether(shown),
    ...(left > 0 ? [`and ${left} more phases, which --json lists`] : []),
  ].join('; ')
  if (tdd === 'full')
    return ['full', 'each test fails first and passes afterwards', ...(list === '' ? [] : [list])].join('; ')
  const types = new Set(plan.phases.flatMap(({ subtasks }) => subtasks.map(({ type }) => type)))
  const isTyped = types.has('test') || types.has('impl')
  if (!isTyped && list === '') return undefined
  const condition =
    hasTests === true
      ? ''
      : hasTests === false
        ? 'without a test command nothing more; with one, '
        : 'with a test command, '
  const parts = ['auto', ...(isTyped ? [rule] : []), ...(list === '' ? [] : [`${condition}${list}`])]
  return `${parts.join('; ')} (to turn it off: amelia run --tdd off)`
}

/** Names neighbours that must show the same in one clause. */
const nameTogether = (required: readonly PhaseRequirement[]): string[] => {
  const clauses: { ids: string[]; text: string }[] = []
  for (const { phaseId, text } of required) {
    const last = clauses.at(-1)
    if (last?.text === text) last.ids.push(phaseId)
    else clauses.push({ ids: [phaseId], text })
  }
  return clauses.map(({ ids, text }) => `${ids.length > 1 ? 'each of ' : ''}${ids.join(', ')}: ${text}`)
}

/** Lists what each phase must show, if the run takes red and green. */
export const listRequired = (plan: Plan, { tdd }: TddFacts = {}): PhaseRequirement[] =>
  tdd === 'off' || tdd === 'static' || (tdd === undefined && !plan.tddApproach) ? [] : listRequirements(plan)
