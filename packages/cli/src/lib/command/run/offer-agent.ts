import type { Plan } from '@amelia/core'
import { needsAgent } from '../../document/fact/needs-agent.ts'
import { askAgent } from '../../question/ask-agent.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { findReadyAgents } from '../setup/find-ready-agents.ts'
import type { RunCommandOptions } from './run-command-options.ts'

/** Asks at a terminal which of the ready agents works on a plan that needs one, if the command names none. */
export const offerAgent = async (
  terminal: Terminal,
  options: RunCommandOptions,
  { plan, attended }: { plan: Plan; attended: boolean },
): Promise<RunCommandOptions> => {
  const { driver, plugins, dryRun, yes } = options
  if (!attended || dryRun === true || yes === true || (driver ?? plugins?.driver) !== undefined)
    return options
  const named = new Set(plan.phases.flatMap(({ id, agent }) => (agent === undefined ? [] : [id])))
  const phases = needsAgent(plan).filter((id) => !named.has(id))
  const [first, ...others] = phases.length === 0 ? [] : await findReadyAgents()
  if (first === undefined) return options
  const name = await askAgent(terminal, phases, [first, ...others])
  return name === undefined ? options : { ...options, driver: [name] }
}
