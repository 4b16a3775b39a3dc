import type { DriverAccess } from '@amelia/core/plugin'
import type { CommandAgentSettings } from './command-agent-settings.ts'

/** Describes for people what sessions of an agent with a command line may do, see and reach. */
export const describeAccess = ({
  name,
  passEnv,
}: Pick<CommandAgentSettings, 'name' | 'passEnv'>): DriverAccess => ({
  allowed: `Anything that ${name} does; roles that only read are only asked not to write.`,
  sees: `The prompt, and the rules and settings that ${name} itself reads, also those of the workspace.`,
  confined: `Its workspace and its own folders, where the run confines processes; otherwise nothing but the limits of ${name} itself.`,
  paidBy: `unknown: ${name} decides`,
  login:
    passEnv.length === 0 ? `that of ${name}` : `that of ${name}, with the variables ${passEnv.join(', ')}`,
})
