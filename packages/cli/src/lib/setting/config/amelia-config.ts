import type { PresetName, RunOptions, SettingValue } from '@amelia/core'
import type { ConfineLevel, Confinement, PlanParserV1, ReviewerV1 } from '@amelia/core/plugin'
import type { ClaudeOptions } from '@amelia/driver-claude'
import type { claudeFlags } from '@amelia/driver-claude/flags'

/** Settings of `amelia run`, each named like its flag: `maxAttempts` is `--max-attempts`. */
export interface AmeliaSettings extends Pick<ClaudeOptions, keyof typeof claudeFlags> {
  /** Agents by name, in order of failover, or the option `driver` of `createRun`. Default: `steps`. */
  driver?: string | string[] | RunOptions['driver']
  /** Model of the first agent; of another one: `AGENT=NAME`. */
  model?: string | string[]
  /** Models by role (`developer`, `reviewer`) or phase id. */
  modelFor?: Record<string, string>
  /** Providers by agent: agents of one provider share its rate limits, and cannot stand in for each other. */
  providerFor?: Record<string, string>
  /** Server of the model of an agent. */
  baseUrl?: string | string[]
  /** Name of the environment variable with the API key of that server. */
  apiKeyEnv?: string | string[]
  /**
   * Command of the agent for the driver `command`. A relative path of its program is relative to the folder
   * of the config file.
   */
  agent?: string
  /** Names of the environment variables passed to that command. */
  agentEnv?: string | string[]
  /** JSON file with more options of the driver, relative to the folder of the config file. */
  agentConfig?: string | string[]
  /** Maximum number of model responses in one session. */
  maxTurns?: number
  /** Time without a message after which a session is stopped, such as `10m`. */
  idleTimeout?: string
  /** Time after which a session is stopped, such as `2h`. */
  sessionTimeout?: string
  /** Preset to start from. Default: chosen by the format of the plan. */
  preset?: PresetName
  /** Phases that may run at once. */
  concurrency?: number
  /** Checks that may run at once. */
  verifyConcurrency?: number
  /** When a phase starts. */
  order?: SettingValue<'order'>
  /** Effect of a failed phase on the others. */
  onFailure?: SettingValue<'onFailure'>
  /** Attempts at a phase before it fails. */
  maxAttempts?: number
  /** Work that an agent gets at a time. */
  units?: SettingValue<'units'>
  /** Whether the agent fixes a step that failed. */
  adapt?: boolean
  /** Whether steps are validated before they run. */
  preValidate?: boolean
  /** US dollars that the run may spend before it asks. */
  budgetUsd?: number
  /** Tokens that the run may use before it asks. */
  budgetTokens?: number
  /** US dollars that each phase may spend before it asks. */
  phaseBudgetUsd?: number
  /** Tokens that each phase may use before it asks. */
  phaseBudgetTokens?: number
  /** How often a person is asked. */
  trust?: SettingValue<'trust'>
  /** Whether the run asks at each batch. */
  batchCheckpoints?: boolean
  /** Whether batches of low risk start without a question. */
  autoApproveLowRisk?: boolean
  /** The effect of a closed terminal: `drain` (default), or `background`, where the run continues. */
  onHangup?: 'drain' | 'background'
  /**
   * Commands to start, addresses that receive a signed request, and `desktop` for a notification there, when
   * the run asks or ends. A relative path of a program is relative to the folder of the config file.
   */
  notify?: string | string[]
  /** Test command, or `auto` for the detected one. */
  test?: string
  /** Lint command. */
  lint?: string
  /** Type-check command. */
  typecheck?: string
  /** Build command. */
  build?: string
  /** Whether tests come first. */
  tdd?: SettingValue<'tdd'>
  /** `false` integrates phases without a review. */
  review?: boolean
  /** Commands that review each phase. */
  reviewer?: string | string[]
  /** Agent that reviews each phase. */
  reviewerDriver?: string
  /** Model of that agent. */
  reviewerModel?: string
  /** Reviews of a phase before it fails. */
  reviewerRounds?: number
  /** Reviewers, in addition to the ones that the other settings name. */
  reviewers?: readonly ReviewerV1[]
  /** Agent that decides which comments to implement, `none`, or an evaluator. */
  evaluator?: string | Exclude<RunOptions['evaluator'], false>
  /** Commands that review the final result. */
  finalReviewer?: string | string[]
  /**
   * `allow` lets content that looks like a secret be committed: paths, patterns of paths such as
   * `test/fixtures/**`, and fingerprints, as the question about a secret shows them.
   */
  secrets?: { allow?: string | string[] }
  /** Branch that receives the commits. */
  target?: string
  /** Id of the work in an issue tracker, which becomes part of the branch name. */
  trackerId?: string
  /** How the result is committed. */
  commit?: SettingValue<'publish'> | 'auto'
  /** The form of the subjects of commits. */
  messageStyle?: SettingValue<'messageStyle'>
  /** Whether the plan, summaries and report are committed. */
  artifacts?: boolean
  /** Whether finished work is ticked in the file of the plan. */
  tick?: boolean
  /** Whether commits are signed. */
  sign?: boolean
  /** Whether the run works in your checkout. */
  inPlace?: boolean
  /** Commands that prepare each workspace. */
  setup?: string | string[]
  /** Files or folders to copy from your checkout into each workspace. */
  copy?: string | string[]
  /** Files or folders of your checkout to link into each workspace. */
  link?: string | string[]
  /** How strictly commands, checks and agents are confined to their workspace. */
  confine?: ConfineLevel
  /** Files or folders outside the workspace that confined processes may write to. */
  confineWrite?: string | string[]
  /** Files or folders that confined processes see empty, in addition to those with credentials. */
  confineHide?: string | string[]
  /** Network of confined processes: the machine's, or a separate loopback only. */
  confineNetwork?: Confinement['network']
  /** Lowest port of the ranges of 20 ports, one for each workspace. */
  portBase?: number
  /** Format of the plan, or the id of one of `parsers`. */
  planFormat?: string
  /** Parsers of other plan formats. */
  parsers?: readonly PlanParserV1[]
  /** Tag whose tasks are read from a Task Master file. */
  tag?: string
  /** How the subtasks of a subtask list are grouped. */
  grouping?: 'layers' | 'chains'
  /** Whether the plan runs as one phase. */
  oneSession?: boolean
  /** Labels to store with the run. */
  label?: Record<string, string>
}

/** The content of `amelia.config.ts`, `.js` or `.json`. */
export interface AmeliaConfig extends AmeliaSettings {
  /** Settings by the name of a profile. Each replaces the setting outside it. */
  profiles?: Record<string, AmeliaSettings>
}
