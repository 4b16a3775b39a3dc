import { agentFlags } from '../flag/agent-flags.ts'
import { type ConfigKey, configKinds } from './config-kinds.ts'

/** Settings of agents. */
const agentKeys: readonly ConfigKey[] = [
  ...(['driver', 'modelFor', 'providerFor'] as const),
  ...(Object.keys(agentFlags) as (keyof typeof agentFlags)[]),
]

/** Settings about how a plan is read. */
const planKeys = ['planFormat', 'tag', 'grouping'] as const satisfies readonly ConfigKey[]

/**
 * Settings of the processes of a run, which a resumed run needs too. Its rules, such as its budget, are in
 * its journal, so a file must not replace them.
 */
export const processKeys: readonly ConfigKey[] = [
  ...agentKeys,
  ...(['notify', 'review', 'reviewer', 'reviewerDriver', 'reviewerModel', 'evaluator'] as const),
  ...(['finalReviewer', 'sign', 'setup', 'copy', 'link', 'portBase', 'tag', 'grouping'] as const),
]

/** A command's settings, and whether it looks for a config file. */
interface CommandSettings {
  keys: readonly ConfigKey[]
  /** `false`: executes no code of the repository, so the file has to be named. */
  finds: boolean
}

const reading: CommandSettings = { keys: planKeys, finds: false }
const continuing: CommandSettings = { keys: processKeys, finds: true }

/** The commands that have settings of a config file. */
export const commandSettings: ReadonlyMap<string, CommandSettings> = new Map([
  ['run', { keys: Object.keys(configKinds) as ConfigKey[], finds: true }],
  ['resume', continuing],
  ['fork', continuing],
  ['feedback', continuing],
  ['worker', continuing],
  ['plan', { keys: agentKeys, finds: true }],
  ['check', reading],
  ['graph', reading],
  ['fix', reading],
  ['convert', reading],
])
