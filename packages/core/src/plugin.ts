/** The door for plugins: contracts, the plan's model, and the functions that plugins share. */
export * from './lib/contract/checkpoint-strategy.ts'
export * from './lib/contract/clock.ts'
export { storeParts } from './lib/contract/name/store-parts.ts'
export * from './lib/contract/command-runner.ts'
export * from './lib/contract/dispatcher.ts'
export * from './lib/contract/driver.ts'
export * from './lib/contract/driver-error.ts'
export { isCommitTitle } from './lib/plan/imply/is-commit-title.ts'
export { failureClasses } from './lib/contract/failure-class.ts'
export { readRetryAfter, readWaitInText } from './lib/error/read-retry-after.ts'
export { pluginRules } from './lib/run/boundary/plugin-rules.ts'
export type { GitLock } from './lib/error/git-lock.ts'
export * from './lib/contract/git-backend.ts'
export type { Change } from './lib/contract/git/change.ts'
export type { FilterTrial } from './lib/contract/git/filter-trial.ts'
export * from './lib/contract/git/compose-request.ts'
export type { HookOutcome } from './lib/contract/git/hook-outcome.ts'
export * from './lib/contract/git/ignored-path.ts'
export * from './lib/contract/git/marked-tree.ts'
export type { RepositoryFingerprint } from './lib/contract/repository-fingerprint.ts'
export type { RepositoryState } from './lib/contract/repository-state.ts'
export * from './lib/contract/open-workspace-request.ts'
export * from './lib/contract/host.ts'
export * from './lib/contract/plan-parser.ts'
export * from './lib/contract/reviewer.ts'
export * from './lib/contract/run-store.ts'
export * from './lib/contract/test-report.ts'
export { timerClock, type TimerClockOptions } from './lib/contract/timer-clock.ts'
export type { OwnEvent, PluginEventFields } from './lib/contract/tool/own-event.ts'
export type {
  ToolName,
  ToolDefinition,
  ToolProblem,
  ToolResult,
  ToolCallOptions,
  SessionTools,
} from './lib/contract/tool/session-tools.ts'
export {
  type FileStat,
  type WorkspaceFileSystem,
  type BaseFiles,
  type Confinement,
  type Workspace,
  workspaceVariables,
} from './lib/contract/workspace.ts'
export { checkArgument, checkOptions } from './lib/error/check/check-options.ts'
export type { Rule, Rules, RulesOf } from './lib/error/check/rule.ts'
export { rules } from './lib/error/check/rules.ts'
export { AmeliaError, type AmeliaErrorCode, type AmeliaErrorDetails } from './lib/error/amelia-error.ts'
export type { ParserIssueCode, PlanIssue, PlanIssueCode } from './lib/plan/plan-issue.ts'
export type { Acceptance, AcceptanceDraft } from './lib/plan/model/acceptance.ts'
export type {
  StepCall,
  StepCallContext,
  StepFunction,
  StepFunctions,
} from './lib/policy/step-function.ts'
export type { Meta } from './lib/plan/field/meta.ts'
export type { Phase, PhaseDraft } from './lib/plan/model/phase.ts'
export type { Plan, PlanDraft, PlanFile } from './lib/plan/model/plan.ts'
export type { PlanMark } from './lib/plan/model/plan-mark.ts'
export type { Step, StepDraft } from './lib/plan/model/step.ts'
export type { Subtask, SubtaskDraft, SubtaskType } from './lib/plan/model/subtask.ts'
export type { PlanStatus } from './lib/plan/field/plan-status.ts'
export type { Risk } from './lib/plan/field/risk.ts'
export { type CheckedPath, checkPath } from './lib/plan/validation/check-path.ts'
export { type DecodedSource, joinParts } from './lib/plan/source/join-parts.ts'
export type { PlanInput, PlanPart, PlanSource } from './lib/plan/source/plan-source.ts'
export { findUnclosed } from './lib/plan/find-unclosed.ts'
export { findLosses, type PlanLoss } from './lib/plan/find-losses.ts'
export { implyParts } from './lib/plan/imply/imply-parts.ts'
export { normalizePhaseId } from './lib/plan/source/normalize-phase-id.ts'
export {
  findUnreadable,
  type PhaseField,
  type PhaseFieldName,
  phaseFieldNames,
  phaseFields,
  type PhaseFieldValues,
  readPhaseFields,
  type UnreadableField,
  writePhaseField,
} from './lib/plan/field/phase-fields.ts'
export { readEstimate } from './lib/plan/field/read-estimate.ts'
export { readStatus } from './lib/plan/field/read-status.ts'
export { type SplitCommand, splitCommand } from './lib/plan/split-command.ts'
export type { Disposition, EvaluatedComment, ReviewComment, Severity } from './lib/contract/review.ts'
export { countTokens } from './lib/policy/spending/count-tokens.ts'
export { tallyTests } from './lib/policy/evidence/tally-tests.ts'
export { checkRefName } from './lib/contract/name/check-ref-name.ts'
export type { MergeSides } from './lib/contract/name/conflict-labels.ts'
export { gitParts } from './lib/run/boundary/git-parts.ts'
export { checkTreePath } from './lib/contract/name/check-tree-path.ts'
export { isGitName } from './lib/contract/name/is-git-name.ts'
export type { DraftOf } from './lib/plan/model/draft-of.ts'
export { readSecrets } from './lib/text/secret/read-secrets.ts'
export type {
  ProofCheck,
  ProofClaims,
  ProofEnvelope,
  ProofPredicate,
  ProofRed,
  ProofReplay,
  ProofStatement,
  ProofSubject,
} from './lib/report/render/proof/proof-statement.ts'
