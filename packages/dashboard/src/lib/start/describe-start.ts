import type { Plan } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { AmountRange, PhaseFigures } from '@amelia/http/client'
import type { CheckedPlan } from '../source/dashboard-source.ts'

/** The agent of a run without one: only the steps that the plan spells out run. */
export const noAgent = 'steps'

/** Returns a name as people write it: `codex` is Codex. */
export const nameOfAgent = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Whether a run executes the phase. */
const isOpen = ({ status }: Plan['phases'][number]): boolean =>
  status === 'pending' || status === 'in_progress'

/** Counts the phases that a run of the plan executes. `adopted`: those that another run completed. */
export const countOpen = (plan: Plan, adopted: readonly string[] = []): number =>
  plan.phases.filter((phase) => isOpen(phase) && !adopted.includes(phase.id)).length

/** Describes what the button does: `Start 12 phases with Claude`. Without `agent` it is not known. */
export const describeStart = (phases: number, agent: string | undefined): string => {
  const by =
    agent === undefined
      ? ''
      : agent === noAgent
        ? ' without an agent'
        : ` with ${words.plainLabel(nameOfAgent(agent))}`
  return `Start ${phases} ${phases === 1 ? 'phase' : 'phases'}${by}`
}

/**
 * Describes the time and the price to expect: the minutes that the plan states, or else those of earlier runs
 * for its batches, and the price of earlier runs for the phases of the agent.
 */
export const describeEstimate = (
  { batches = [], minutes }: Pick<CheckedPlan, 'batches' | 'minutes'>,
  { phases, earlier }: { phases: number; earlier: PhaseFigures | undefined },
): string => {
  const runs = earlier && `${earlier.runs} earlier ${earlier.runs === 1 ? 'run' : 'runs'}`
  const time =
    minutes !== undefined
      ? [`about ${inMinutes(minutes)} by the plan`]
      : earlier && phases > 0
        ? [`about ${between(times(earlier.minutes, Math.min(batches.length, phases)), inMinutes)}`]
        : []
  const price =
    earlier && phases > 0
      ? [
          earlier.usd
            ? between(times(earlier.usd, phases), words.formatDollars)
            : `${between(times(earlier.tokens, phases), (amount) => words.formatCount(Math.round(amount)))} tokens`,
        ]
      : []
  if (price.length > 0) return `Expect ${[...time, ...price].join(', ')}, from ${runs}.`
  const known = time.length > 0 ? `Expect ${time.join()}. ` : ''
  return phases === 0
    ? `${known}No agent works, so it costs nothing.`
    : `${known}The price is unknown: no earlier run of this repository reported its tokens.`
}

const times = ({ least, most }: AmountRange, count: number): AmountRange => ({
  least: least * count,
  most: most * count,
})

const between = ({ least, most }: AmountRange, write: (amount: number) => string): string =>
  write(least) === write(most) ? write(most) : `${write(least)} to ${write(most)}`

const inMinutes = (minutes: number): string =>
  minutes < 90 ? `${Math.max(1, Math.round(minutes))} min` : `${Math.round(minutes / 60)} h`
