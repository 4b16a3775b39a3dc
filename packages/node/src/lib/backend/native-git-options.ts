import { rules, type RulesOf } from '@amelia/core/plugin'
import { confineRule, type ConfineOptions } from '../confine/confine-options.ts'

/** The repository, the workspaces and the commits of native git. */
export interface NativeGitOptions {
  /** A folder of the user's checkout. Default: the current folder. */
  repo?: string | undefined
  /**
   * The folder for workspaces, outside any repository. Default: a folder of this user below the system's
   * temporary folder.
   */
  slots?: string | undefined
  /**
   * The lowest port of workspaces: each open one has a range of 20 ports, which begins at a multiple of 20.
   * Default: 20000.
   */
  portBase?: number | undefined
  /**
   * Whether to sign the commits on the target branch, with the user's settings (`user.signingKey`,
   * `gpg.format`). Nothing can ask for a passphrase, so the key must be in an agent or have none. Default:
   * false.
   */
  sign?: boolean | undefined
  /** Time limit of one of the user's hooks, in milliseconds. Default: ten minutes. */
  hookLimitMs?: number | undefined
  /**
   * Time between TERM and KILL for a hook or set-up command that is stopped, in milliseconds. Default: 5000.
   */
  graceMs?: number | undefined
  /**
   * Commands that prepare a workspace, by argv, in order: `[['npm', 'ci']]`. They run when a workspace is
   * first used, and again if a lockfile differs or their files were changed. Their files are never committed.
   * Default: none.
   */
  setup?: string[][] | undefined
  /**
   * Files and folders of the user's checkout to copy into a workspace before its set-up: `['.env']`. Default:
   * none.
   */
  copy?: string[] | undefined
  /**
   * Files and folders of the user's checkout to link from a workspace: large data that is only read. Writes
   * go to the checkout, so `node_modules` is refused. Default: none.
   */
  link?: string[] | undefined
  /** Time limit of one set-up command, in milliseconds. Default: twenty minutes. */
  setupLimitMs?: number | undefined
  /**
   * Names of variables of this process's environment that set-up commands inherit in addition to the short
   * list. Default: none.
   */
  passEnv?: string[] | undefined
  /** Environment variables of set-up commands. Default: none. */
  env?: Record<string, string> | undefined
  /**
   * How commands, checks, set-ups, hooks and agent programs are confined to their workspace. Default: where
   * the machine can.
   */
  confine?: ConfineOptions | undefined
  /**
   * Receives a warning when a call of git is repeated, because its process was killed or could not start.
   * Default: a warning of the process, which Node prints.
   */
  onGitWarning?: ((message: string) => void) | undefined
}

const { optional } = rules

export const nativeGitRules: RulesOf<NativeGitOptions> = {
  repo: optional(rules.name),
  slots: optional(rules.name),
  portBase: optional(rules.count),
  sign: optional(rules.flag),
  hookLimitMs: optional(rules.milliseconds),
  graceMs: optional(rules.milliseconds),
  setup: optional(rules.list(rules.texts, 'a list of commands')),
  copy: optional(rules.texts),
  link: optional(rules.texts),
  setupLimitMs: optional(rules.milliseconds),
  passEnv: optional(rules.texts),
  env: optional(rules.textsByName),
  confine: confineRule,
  onGitWarning: optional(rules.function),
}
