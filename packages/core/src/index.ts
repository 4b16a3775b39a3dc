/** The door for programs: reading plans, and running them. */
export type { CheckCollision, CheckResult } from './lib/contract/check-result.ts'
export type { CheckpointStrategyV1 } from './lib/contract/checkpoint-strategy.ts'
export type { Clock } from './lib/contract/clock.ts'
export type { CommandRunnerV1 } from './lib/contract/command-runner.ts'
export type { CommandTry } from './lib/contract/command-try.ts'
export type {
  StepCall,
  StepCallContext,
  StepFunction,
  StepFunctions,
} from './lib/policy/step-function.ts'
export type { DriverAccess, DriverV1, SessionProgress } from './lib/contract/driver.ts'
export type { FailureClass } from './lib/contract/failure-class.ts'
export type { Failure } from './lib/contract/failure.ts'
export type { GitBackendV1 } from './lib/contract/git-backend.ts'
export type {
  Host,
  HostProof,
  ProofFile,
  ProofPlatform,
  ProofSetup,
  ProofSignature,
} from './lib/contract/host.ts'
export type { Logger, LogMethod } from './lib/contract/logger.ts'
export type { PlanParserV1 } from './lib/contract/plan-parser.ts'
export type { Review } from './lib/contract/review.ts'
export type { EvaluatorV1, ReviewerV1 } from './lib/contract/reviewer.ts'
export type { RunStoreV1 } from './lib/contract/run-store.ts'
export { AmeliaError, type AmeliaErrorCode } from './lib/error/amelia-error.ts'
export type { BlockerType } from './lib/event/blocker-type.ts'
export type { Budget, Cost, Spend, SpendKind } from './lib/event/budget.ts'
export {
  type GateChoice,
  gateChoices,
  type GateKind,
  type GateView,
  type RevertScope,
} from './lib/event/gate-view.ts'
export type {
  CommandOutput,
  MissedEvent,
  PluginEvent,
  ProgressEvent,
  SessionEvent,
  SessionUsageEvent,
  SessionWaitingEvent,
  WarningEvent,
} from './lib/event/progress-event.ts'
export type { PhaseStatus, ReportedStatus } from './lib/event/phase-status.ts'
export type { PlanChange } from './lib/event/change/plan-change.ts'
export type {
  AttemptReport,
  BatchApproval,
  BlockedPhase,
  LongestChain,
  PhaseReport,
  Report,
  SubtaskReport,
} from './lib/event/report.ts'
export type { PartStatus, StepReport } from './lib/contract/step-report.ts'
export type { BatchReport } from './lib/event/batch-report.ts'
export type { PlanTicks } from './lib/event/change/plan-ticks.ts'
export type { RestoredFile } from './lib/event/change/restored-file.ts'
export type { RepositoryChange } from './lib/event/change/repository-change.ts'
export type { RoundCause } from './lib/contract/round-cause.ts'
export { type RunEventType, runEventTypes } from './lib/event/run-event-type.ts'
export type { EventBase, RunEvent, RunEventMap, RunEventOf } from './lib/event/run-event.ts'
export type { RunStatus } from './lib/event/run-status.ts'
export { criticalPath } from './lib/graph/critical-path.ts'
export type { Edges, Graph, GraphNode } from './lib/graph/graph.ts'
export { parallelGroups } from './lib/graph/parallel-groups.ts'
export { type Batch, planBatches } from './lib/graph/plan-batches.ts'
export { resolveGraph } from './lib/graph/resolve-graph.ts'
export type { EarlierWork, RunSettings } from './lib/machine/state/run-settings.ts'
export type { PlanIssue } from './lib/plan/plan-issue.ts'
export type { Meta } from './lib/plan/field/meta.ts'
export type { Phase } from './lib/plan/model/phase.ts'
export type { Plan, PlanDraft, PlanFile } from './lib/plan/model/plan.ts'
export type { PlanMark } from './lib/plan/model/plan-mark.ts'
export { type SettingValue, settingValues } from './lib/policy/dispatch/setting-values.ts'
export { splitBatches } from './lib/policy/dispatch/split-batches.ts'
export type { TrustLevel } from './lib/policy/dispatch/trust-level.ts'
export type { RetryDecision, RetryHistory, RetryRule } from './lib/policy/failure/retry-rule.ts'
export type { RetryPolicy, WaitPolicy } from './lib/policy/failure/retry-policy.ts'
export { checkTestFirst } from './lib/policy/evidence/check-test-first.ts'
export { type ArchitectFormat, architectFormats } from './lib/prompt/architect-formats.ts'
export type { ArchitectGuidance } from './lib/prompt/architect-guidance.ts'
export { checkPlan, type PlanCheck } from './lib/read/check-plan.ts'
export type { CheckPlanOptions } from './lib/read/check-plan-options.ts'
export { definePlan, type DefinedPhase, type DefinedPlan } from './lib/read/define-plan.ts'
export { readPlan } from './lib/read/read-plan.ts'
export type { PhaseWait, SomePhases, WaitReason } from './lib/report/wait/phase-wait.ts'
export type { PhaseView } from './lib/report/phase-view.ts'
export type { PhaseActivity, ReportSummary, RunChange, RunView } from './lib/report/view/run-change.ts'
export { commandReviewer, type CommandReviewerOptions } from './lib/run/command-reviewer.ts'
export {
  answerRun,
  buildArchitectGuidance,
  cleanRun,
  cleanRuns,
  createRun,
  forkRun,
  generatePlan,
  listRuns,
  openRun,
  readDiff,
  readPhase,
  readRun,
  readTranscript,
  revertRun,
  watchRun,
  whyWaiting,
} from './lib/run/doors.ts'
export { driverEvaluator, type DriverEvaluatorOptions } from './lib/run/driver-evaluator.ts'
export { driverReviewer, type DriverReviewerOptions } from './lib/run/driver-reviewer.ts'
export type { Unsubscribe } from './lib/run/journal/event-hub.ts'
export type {
  AnswerMakers,
  GateAnswer,
  GateQuestion,
  GateQuestionOf,
  MakerName,
} from './lib/run/mailbox/gate-question.ts'
export type { AnswerRunOptions, SendResult } from './lib/run/mailbox/send-command.ts'
export type { ListedRun, ListRunsOptions } from './lib/run/start/list-stored.ts'
export type { ControlCommand } from './lib/run/mailbox/control-command.ts'
export { choosePreset, type PresetChoice, type PresetPlan } from './lib/run/settings/choose-preset.ts'
export { type PresetName, presetNames } from './lib/policy/dispatch/setting-values.ts'
export { type Preset, presets } from './lib/run/settings/presets.ts'
export type {
  CheckOption,
  CheckOptions,
  CheckpointOptions,
  CommitOptions,
  LimitOptions,
  PlanOptions,
  ReviewOptions,
  RunOptions,
  ScheduleOptions,
} from './lib/run/settings/option/run-options.ts'
export {
  createLimits,
  type LimitedRun,
  type Limits,
  type LimitsOptions,
  type WaitingShare,
} from './lib/run/settings/option/limits.ts'
export type { RunAdapters } from './lib/run/settings/option/run-adapters.ts'
export type { CleanedRun, CleanRunOptions } from './lib/run/start/clean-stored.ts'
export type { OpenRunOptions } from './lib/run/start/open-stored.ts'
export type { FileDiff, ReadDiffOptions } from './lib/run/start/read/read-stored-diff.ts'
export type { PhaseDetails, ReadPhaseOptions } from './lib/run/start/read/read-phase-details.ts'
export type { ReadRunOptions, StoredRun } from './lib/run/start/read/read-stored.ts'
export type { RevertRunOptions } from './lib/run/start/revert-stored.ts'
export type { Run } from './lib/run/start/run.ts'
export type { GeneratedPlan, GeneratePlanOptions } from './lib/run/start/write-plan.ts'
export type { RunWatcher, WatchedEvent, WatchRunOptions } from './lib/run/start/watch/watch-stored.ts'
export type { Adaptation } from './lib/event/adaptation.ts'
export type { BatchEnd, BatchEventMap } from './lib/event/batch-end.ts'
export type { ChargedSession, KeptFile, SessionFacts, TranscriptFiles } from './lib/event/charged-session.ts'
export type { Evidence, EvidenceChange, Red, RedStrength } from './lib/event/evidence.ts'
export type { ReportedStatements } from './lib/event/change/reported-statements.ts'
export type { Fork } from './lib/event/fork.ts'
export type { PartEventMap } from './lib/event/part-event-map.ts'
export type { PublishMode } from './lib/event/publish-mode.ts'
export type { StartEventMap } from './lib/event/start-event-map.ts'
export type { OwnEvent, PluginEventFields } from './lib/contract/tool/own-event.ts'
export type { SteerEventMap } from './lib/event/steer-event-map.ts'
export type { Risk } from './lib/plan/field/risk.ts'
export type { BatchLimits } from './lib/policy/dispatch/batch-limits.ts'
export type { DriverQuestion, ModelOptions, SessionRole } from './lib/policy/dispatch/choose-driver.ts'
export type { KnownSession } from './lib/policy/dispatch/known-session.ts'
export type { RejectedPlan } from './lib/prompt/build-architect.ts'
export type { PossibleReading } from './lib/read/choose-reader.ts'
export type { RunSource } from './lib/run/boundary/run-source.ts'
export type { DriverMap, DriverOption, DriverOrList } from './lib/policy/driver-option.ts'
export type { BulkCleanedRun, CleanRunsOptions } from './lib/run/start/clean-all-stored.ts'
export type { ForkRunOptions } from './lib/run/start/fork-stored.ts'
export type { FollowUps } from './lib/run/settings/read-follow-ups.ts'
export type { ReadTranscriptOptions } from './lib/run/start/read/read-stored-transcript.ts'
export { locateLine, placeIssues, type PlanPlace } from './lib/plan/source/locate-line.ts'
