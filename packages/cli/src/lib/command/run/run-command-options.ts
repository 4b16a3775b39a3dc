import type { PresetName, SettingValue } from '@amelia/core'
import type { ClusterFlags } from '../cluster/open-cluster.ts'
import type { PullFlags } from '../pull/check-pull-options.ts'
import type { CheckFlags } from '../../check/read-checks.ts'
import type { PlanReading } from '../../document/read-plan-file.ts'
import type { PhaseFlags } from '../../document/select-phases.ts'
import type { DriverFlags } from '../../setting/agent/driver-flags.ts'
import type { ReviewerFlags } from '../../setting/read-reviewers.ts'
import type { NotifyFlags } from '../../setting/start-notifications.ts'
import type { SkippedFlags } from '../../document/confirm-skipped.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import type { WorkspaceFlags } from '../../setting/workspace-options.ts'

/** Options of `amelia run`. */
export interface RunCommandOptions
  extends RunPlace,
    PlanReading,
    WorkspaceFlags,
    ReviewerFlags,
    DriverFlags,
    NotifyFlags,
    CheckFlags,
    PhaseFlags,
    SkippedFlags,
    ClusterFlags,
    PullFlags {
  ui?: boolean
  target?: string
  preset?: PresetName
  concurrency?: number
  verifyConcurrency?: number
  onFailure?: SettingValue<'onFailure'>
  order?: SettingValue<'order'>
  maxAttempts?: number
  reviewerRounds?: number
  budgetUsd?: number
  budgetTokens?: number
  phaseBudgetUsd?: number
  phaseBudgetTokens?: number
  /** The file that the limit of the run comes from, if it is stored for the repository. */
  storedBudget?: string
  oneSession?: boolean
  trust?: SettingValue<'trust'>
  yes?: boolean
  /** Whether a person has approved the plan already. Default: `yes`. */
  planApproved?: boolean
  units?: SettingValue<'units'>
  adapt?: boolean
  preValidate?: boolean
  batchCheckpoints?: boolean
  autoApproveLowRisk?: boolean
  trackerId?: string
  /** From the config file or `--set`. */
  allowSecrets?: string[]
  label?: Record<string, string>
  tdd?: SettingValue<'tdd'>
  /** Whether to work in the user's checkout. `allowDirty` accepts uncommitted changes there. */
  inPlace?: boolean
  allowDirty?: boolean
  /** `auto` is an alias of `phase`. */
  commit: SettingValue<'publish'> | 'auto'
  messageStyle?: SettingValue<'messageStyle'>
  artifacts: boolean
  /** Whether to tick finished work in the file of the plan. */
  tick: boolean
  dryRun?: boolean
  /** Whether to run in the background, and to return once the run has started. */
  detach?: boolean
  json?: boolean
  format?: 'github'
  /** The command line as typed, to print the next command. */
  argv: readonly string[]
}
