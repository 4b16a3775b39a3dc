import type { Plan, RunAdapters } from '@amelia/core'
import { usageError } from '../terminal/usage-error.ts'
import { findPhaseId } from './find-phase-id.ts'

type Models = NonNullable<RunAdapters['models']>

/**
 * Reads the values of `--model-for`: models by role and by phase, and the model of the reviewing agent.
 *
 * A phase is named as in the plan, or in another spelling: `US-001` and `us001` name the same phase.
 *
 * Throws a usage error for a value without a name or a model, and for one that is given twice.
 */
export const readModels = (
  values: readonly string[] = [],
  plan?: Plan,
): { models?: Models; reviewer?: string } => {
  const models = new Map<string, string>()
  for (const text of values) {
    const at = text.indexOf('=')
    const [who, model] = [text.slice(0, Math.max(0, at)).trim(), text.slice(at + 1).trim()]
    if (who === '' || model === '')
      throw usageError(
        `--model-for ${text} is not ROLE=NAME or PHASE=NAME.`,
        'Write --model-for developer=NAME, --model-for reviewer=NAME, or the id of a phase: --model-for 2a=NAME.',
      )
    const name = roles.includes(who) ? who : findPhaseId(who, plan)
    if (models.has(name))
      throw usageError(`--model-for ${who} is given twice.`, 'Leave one of the models out.')
    models.set(name, model)
  }
  const [developer, reviewer] = roles.map((role) => models.get(role))
  const phases = Object.fromEntries([...models].filter(([name]) => !roles.includes(name)))
  if (developer === undefined && Object.keys(phases).length === 0)
    return reviewer === undefined ? {} : { reviewer }
  return {
    models: { ...(developer !== undefined && { roles: { developer } }), phases },
    ...(reviewer !== undefined && { reviewer }),
  }
}

/** The roles of agents on the command line. */
const roles = ['developer', 'reviewer']
