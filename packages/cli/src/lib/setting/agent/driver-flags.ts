import type { AgentFlag, AgentFlagName, agentFlags } from '../flag/agent-flags.ts'
import type { ConfigPlugins } from '../config/read-plugins.ts'

type Table = typeof agentFlags

/** The value of a flag, as typed. Durations are in milliseconds. */
type Typed<Flag extends AgentFlag> = Flag['kind'] extends 'list'
  ? string[]
  : Flag['kind'] extends 'text'
    ? string
    : number

/** Flags that choose the agents and their options. They are stored with a run. */
export interface DriverFlags extends Partial<{ -readonly [Name in keyof Table]: Typed<Table[Name]> }> {
  /** Plugins of the config file, in place of agents by name. */
  plugins?: ConfigPlugins
  /** Names of agents, in order of failover, or `steps`. */
  driver?: string[]
  /** Models by role or phase: `reviewer=NAME`, `2a=NAME`. */
  modelFor?: string[]
  /** Providers by agent: `claude=NAME`. Agents of one provider share its rate limits. */
  providerFor?: string[]
}

/** The options of one agent. */
export interface AgentFlags
  extends Partial<{
    [Name in AgentFlagName]: Table[Name]['of'] extends 'one' ? string : Typed<Table[Name]>
  }> {
  /** Key for rate limits. */
  provider?: string
}
