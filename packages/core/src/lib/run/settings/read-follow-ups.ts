import { invalidOption } from '../../error/check/check-options.ts'
import { type AmeliaError } from '../../error/amelia-error.ts'
import type { EarlierWork } from '../../machine/state/run-settings.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'

/** The phases of a new plan that follow up the work of a phase of another run, by id. */
export type FollowUps = Readonly<Record<string, { phaseId: string; briefing?: string }>>

/** Finds the work that phases of a fork follow up, with its last session. Throws `OPTION_INVALID`. */
export const readFollowUps = (
  { runId, phases, graph }: RunState,
  plan: Plan,
  followUps: FollowUps,
  secrets: readonly string[] = [],
): Record<string, EarlierWork> => {
  const ids = new Set(plan.phases.map(({ id }) => id))
  const works = Object.entries(followUps).map(([id, { phaseId, briefing }]): [string, EarlierWork] => {
    if (!ids.has(id)) throw invalid(`names phase "${id}", which the plan does not have`)
    const earlier = phases[graph.index.get(phaseId) ?? -1]
    if (!earlier) throw invalid(`names phase "${phaseId}", which the plan of run ${runId} does not have`)
    const session = [...earlier.sessions.values()].at(-1)
    return [
      id,
      {
        ...(session && { session }),
        ...(briefing !== undefined && { briefing: redactSecrets(briefing, secrets) }),
      },
    ]
  })
  return Object.fromEntries(works)
}

const invalid = (what: string): AmeliaError =>
  invalidOption('followUps', `\`followUps\` ${what}. Use the ids of the plans.`)
