import { rules, type RulesOf } from '@amelia/core/plugin'
import { confineRule, type ConfineOptions } from '../confine/confine-options.ts'

/** Options of {@link proveCommits}. */
export interface ProveOptions {
  /** A folder of the checkout. Default: the current folder. */
  repo?: string | undefined
  /**
   * A branch or a commit, from the oldest statement of its run, or a range such as `main..feature`. Default:
   * `HEAD`.
   */
  range?: string | undefined
  /**
   * More references to statements, beside `refs/amelia/RUN/proof` and `refs/amelia/proof/RUN`. Default: none.
   */
  refs?: string[] | undefined
  /**
   * The file of allowed signers, as `ssh-keygen` reads it. It decides whom to trust, so it must not come from
   * the branch. Default: git's `gpg.ssh.allowedSignersFile`.
   */
  allowedSigners?: string | undefined
  /** The text of the plan that the runs must have followed. Default: any plan. */
  plan?: string | undefined
  /**
   * Which statements to replay: all, none, or the number of a sample. A replay runs the commands of the
   * statements on this machine. Default: `all`.
   */
  replay?: 'all' | 'none' | number | undefined
  /** Chooses the sample. Whoever makes the statements must not know it. Default: a random one. */
  seed?: string | undefined
  /** Replaces the recorded commands of the set-up. Default: as recorded. */
  setup?: string[][] | undefined
  /** Names of variables of this process's environment that commands inherit in addition to the short list. */
  passEnv?: string[] | undefined
  /** How commands are confined. Default: where the machine can. */
  confine?: ConfineOptions | undefined
  /** Time limit of one command, in milliseconds. Default: twenty minutes. */
  limitMs?: number | undefined
  /** When it aborts, commands are ended, and the function throws its reason. Default: no signal. */
  signal?: AbortSignal | undefined
  /** Called before each command: `again` counts its repetitions. */
  onStep?: ((step: { name: string; argv: string[]; phase?: string; again: number }) => void) | undefined
}

const { optional } = rules

export const proveRules: RulesOf<ProveOptions> = {
  repo: optional(rules.name),
  range: optional(rules.matching(/^[^-\0\n][^\0\n]*$/, 'a branch, a commit or a range')),
  refs: optional(rules.list(rules.matching(/^[^-\0\n][^\0\n]*$/, 'a reference'), 'a list of references')),
  allowedSigners: optional(rules.name),
  plan: optional(rules.text),
  replay: optional({
    expected: '"all", "none" or an integer of at least 1',
    is: (value) =>
      value === 'all' || value === 'none' || (Number.isSafeInteger(value) && (value as number) > 0),
  }),
  seed: optional(rules.name),
  setup: optional(rules.list(rules.argv, 'a list of commands')),
  passEnv: optional(rules.texts),
  confine: confineRule,
  limitMs: optional(rules.milliseconds),
  signal: optional(rules.object),
  onStep: optional(rules.function),
}
