import type { RunAdapters } from '@amelia/core'
import { usageError } from '../terminal/usage-error.ts'

/** Who does the work. It is not stored: who resumes a run says it again. */
export interface DriverFlags {
  driver?: string
  model?: string
  /** The command of `--driver command`. */
  agent?: string
  /** Variables that this command inherits. */
  agentEnv?: string[]
}

type Driver = NonNullable<RunAdapters['driver']>
type AgentOptions = Omit<DriverFlags, 'driver'>

/** A driver's package, as far as it is used here. */
interface Agent {
  /** What is missing for sessions with it. */
  check(options: AgentOptions): { message: string; hint: string } | undefined
  create(options: AgentOptions): Driver
}

/** Each is loaded when it is asked for. */
const agents = new Map<string, () => Promise<Agent>>([
  [
    'claude',
    async () => {
      const { checkClaude, claude } = await import('@amelia/driver-claude')
      return { check: checkClaude, create: claude }
    },
  ],
  [
    'codex',
    async () => {
      const { checkCodex, codex } = await import('@amelia/driver-openai')
      return { check: checkCodex, create: codex }
    },
  ],
  [
    'command',
    async () => {
      const { checkCommandAgent, commandAgent } = await import('@amelia/driver-command')
      const optionsOf = ({ agent, agentEnv = [], model }: AgentOptions) => {
        if (agent === undefined)
          throw usageError('--driver command needs the command of the agent.', "Add --agent 'CMD'.")
        return { command: agent, passEnv: agentEnv, ...(model === undefined ? {} : { model }) }
      }
      return {
        check: (options) => checkCommandAgent(optionsOf(options)),
        create: (options) => commandAgent(optionsOf(options)),
      }
    },
  ],
])

/** The names that `--driver` takes. */
export const driverNames = ['steps', ...agents.keys()]

/**
 * The agent that the flags ask for, if they do. Throws a usage error where there is no such driver, and, unless it is only to be looked
 * at what would be done, where something is missing for it.
 */
export const readDriver = async (
  { driver: name = 'steps', model, agent, agentEnv }: DriverFlags,
  { ready = true }: { ready?: boolean } = {},
): Promise<{ driver?: Driver }> => {
  if (name !== 'command' && (agent ?? agentEnv) !== undefined) {
    const flag = agent === undefined ? '--agent-env' : '--agent'
    throw usageError(`${flag} has no effect with --driver ${name}.`, 'Use --driver command.')
  }
  if (name === 'steps') {
    if (model === undefined) return {}
    throw usageError(
      '--model is for an agent, and the driver "steps" has none.',
      'Add --driver claude or codex.',
    )
  }
  const load = agents.get(name)
  if (load === undefined)
    throw usageError(`There is no driver "${name}".`, `Drivers: ${driverNames.join(', ')}.`)
  const { check, create } = await load()
  const options = {
    ...(model === undefined ? {} : { model }),
    ...(agent === undefined ? {} : { agent }),
    ...(agentEnv === undefined ? {} : { agentEnv }),
  }
  const problem = ready ? check(options) : undefined
  if (problem) throw usageError(problem.message, problem.hint)
  return { driver: create(options) }
}
