/** Runs development plans: the plan's model, the graph, the run, and the views of both. */
export * from './plugin.ts'
export type {
  CheckResult,
  EventBase,
  ProgressEvent,
  RunEvent,
  RunEventMap,
  RunEventOf,
  RunEventType,
} from './lib/event/run-event.ts'
export type { GateChoice, GateView } from './lib/machine/gate.ts'
export type { PhaseStatus } from './lib/machine/phase-status.ts'
export type { BlockerType } from './lib/policy/blocker-type.ts'
export type { TrustLevel } from './lib/policy/decide-checkpoint.ts'
export type { Failure } from './lib/policy/failure.ts'
export type { PhaseReport, Report } from './lib/report/report.ts'
export { createRun } from './lib/run/create-run.ts'
export type { GateAnswer, GateQuestion } from './lib/run/gate-question.ts'
export { type OpenRunOptions, openRun } from './lib/run/open-run.ts'
export { type Preset, type PresetName, presets } from './lib/run/presets.ts'
export type { Run, Unsubscribe } from './lib/run/run.ts'
export type { RunAdapters, RunOptions } from './lib/run/run-options.ts'
export { criticalPath } from './lib/graph/critical-path.ts'
export { dependenciesOf, dependentsOf, type Edges, type Graph, type GraphNode } from './lib/graph/graph.ts'
export { parallelGroups } from './lib/graph/parallel-groups.ts'
export { type Batch, planBatches } from './lib/graph/plan-batches.ts'
export { resolveGraph } from './lib/graph/resolve-graph.ts'
export { stripAnsi } from './lib/policy/strip-ansi.ts'
export { detectStack, type Stack, stackFiles } from './lib/report/detect-stack.ts'
export { displayWidth, widestOf } from './lib/report/display-width.ts'
export { fitText, padText } from './lib/report/fit-text.ts'
export { formatDuration } from './lib/report/format-duration.ts'
export { type MarkedStatus, type Paint, phaseMark, type Tone } from './lib/report/phase-mark.ts'
export type { PhaseView } from './lib/report/phase-view.ts'
export { plainLabel } from './lib/report/plain-label.ts'
export { renderAscii } from './lib/report/render-ascii.ts'
export { type DryRun, renderDryRun } from './lib/report/render-dry-run.ts'
export { renderMermaid } from './lib/report/render-mermaid.ts'
export { renderReport, type ReportOptions } from './lib/report/render-report.ts'
export { renderTree, type TreeOptions } from './lib/report/render-tree.ts'
export { wrapText } from './lib/report/wrap-text.ts'
export { viewPhases } from './lib/report/view-phases.ts'
export { type CheckPlanOptions, checkPlan, type PlanCheck } from './lib/graph/check-plan.ts'
export { readPlan } from './lib/graph/read-plan.ts'
