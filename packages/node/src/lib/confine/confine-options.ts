import { type ConfineLevel, confineModes, type Rule, rules } from '@amelia/core/plugin'

/** How the processes of a run are confined. */
export interface ConfineOptions {
  /**
   * `auto`: wherever the machine can. `files`: asks before a run that the machine cannot confine. `required`:
   * refuses such a run. `off`: processes have the permissions of this process. Default: `auto`.
   */
  level?: ConfineLevel | undefined
  /** Files and folders that processes may write to, in addition to their workspace. Default: none. */
  write?: string[] | undefined
  /** Files and folders that processes see empty, in addition to those with credentials. Default: none. */
  hide?: string[] | undefined
  /** `host`: the machine's network. `none`: a separate loopback and nothing else. Default: `host`. */
  network?: 'host' | 'none' | undefined
}

/** The level of a host without one. */
export const defaultConfineLevel: ConfineLevel = 'auto'

const { optional } = rules

export const confineRule: Rule = optional(
  rules.shape('an object with level, write, hide and network', {
    level: optional(rules.oneOf(...confineModes.level)),
    write: optional(rules.texts),
    hide: optional(rules.texts),
    network: optional(rules.oneOf(...confineModes.network)),
  }),
)
