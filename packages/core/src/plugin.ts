/** The door for plugins: contracts, the plan's model, and the functions that plugins share. */
export * from './lib/contract/checkpoint-strategy.ts'
export * from './lib/contract/clock.ts'
export { checkArtefactName } from './lib/contract/check-artefact-name.ts'
export * from './lib/contract/command-runner.ts'
export * from './lib/contract/driver.ts'
export { driverError } from './lib/contract/driver-error.ts'
export type { GitLock } from './lib/error/git-lock.ts'
export * from './lib/contract/git-backend.ts'
export type { RepositoryFingerprint } from './lib/contract/repository-fingerprint.ts'
export type { RepositoryState } from './lib/contract/repository-state.ts'
export * from './lib/contract/open-workspace-request.ts'
export type { Host } from './lib/contract/host.ts'
export * from './lib/contract/plan-parser.ts'
export * from './lib/contract/reviewer.ts'
export * from './lib/contract/run-store.ts'
export * from './lib/contract/test-report.ts'
export { timerClock, type TimerClockOptions } from './lib/contract/timer-clock.ts'
export * from './lib/contract/tool/session-tools.ts'
export * from './lib/contract/workspace.ts'
export { AmeliaError, type AmeliaErrorCode, type AmeliaErrorDetails } from './lib/error/amelia-error.ts'
export type { ParserIssueCode, PlanIssue, PlanIssueCode } from './lib/plan/plan-issue.ts'
export type {
  Acceptance,
  AcceptanceDraft,
  Phase,
  PhaseDraft,
  Plan,
  PlanDraft,
  Step,
  StepDraft,
  Subtask,
  SubtaskDraft,
  SubtaskType,
} from './lib/plan/plan-schema.ts'
export type { PlanStatus } from './lib/plan/field/plan-status.ts'
export type { Risk } from './lib/plan/field/risk.ts'
export { checkPatterns } from './lib/run/settings/check-patterns.ts'
export { checkPath } from './lib/plan/validation/check-path.ts'
export { joinParts } from './lib/plan/source/join-parts.ts'
export { locateLine, placeIssues, type PlanPlace } from './lib/plan/source/locate-line.ts'
export type { PlanInput, PlanPart, PlanSource } from './lib/plan/source/plan-source.ts'
export { nearestName } from './lib/text/nearest-name.ts'
export { findLosses, type PlanLoss } from './lib/plan/find-losses.ts'
export { implyParts } from './lib/plan/imply/imply-parts.ts'
export { normalizePhaseId } from './lib/plan/normalize-phase-id.ts'
export {
  phaseFieldNames,
  phaseFields,
  type PhaseFieldName,
  type PhaseFieldValues,
  readPhaseFields,
  writePhaseField,
} from './lib/plan/field/phase-fields.ts'
export { readEstimate } from './lib/plan/field/read-estimate.ts'
export { readStatus } from './lib/plan/field/read-status.ts'
export { type SplitCommand, splitCommand } from './lib/plan/split-command.ts'
export type { Disposition, EvaluatedComment, ReviewComment, Severity } from './lib/contract/review.ts'
export type { WorkReport } from './lib/policy/answer/read-work-report.ts'
export { cachedTokenWeight, countTokens } from './lib/policy/spending/count-tokens.ts'
export { formatCount } from './lib/text/format-count.ts'
export { formatDollars } from './lib/text/format-dollars.ts'
export { stripAnsi } from './lib/text/strip-ansi.ts'
export { checkRefName } from './lib/contract/check-ref-name.ts'
export { checkTreePath } from './lib/contract/check-tree-path.ts'
export { isGitName } from './lib/contract/is-git-name.ts'
