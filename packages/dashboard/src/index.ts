/** React components that show and control Amelia's runs. Import `@amelia/dashboard/style.css` once. */
export { CostPanel, type CostPanelProps } from './lib/cost/cost-panel.tsx'
export { Dashboard, type DashboardProps } from './lib/dashboard/dashboard.tsx'
export type { TitleMark } from './lib/dashboard/title-of.ts'
export type { DashboardPlace } from './lib/dashboard/dashboard-place.ts'
export { RunPane, type RunPaneProps } from './lib/dashboard/run-pane.tsx'
export { RunHeader, type RunHeaderProps } from './lib/dashboard/run-header.tsx'
export { DiffView, type DiffViewProps } from './lib/detail/diff-view.tsx'
export { EvidenceView, type EvidenceViewProps } from './lib/detail/evidence-view.tsx'
export { PhasePanel, type PhasePanelProps } from './lib/panel/phase-panel.tsx'
export { PhaseDiff, type PhaseDiffProps } from './lib/detail/phase-diff.tsx'
export { PhaseOverview, type PhaseOverviewProps } from './lib/detail/phase-overview.tsx'
export { TranscriptView, type TranscriptViewProps } from './lib/session/transcript-view.tsx'
export { CancelDialog, type CancelDialogProps, type CancelTarget } from './lib/gate/cancel-dialog.tsx'
export { GatePanel, type GatePanelProps } from './lib/gate/gate-panel.tsx'
export { TrustLevelSelector, type TrustLevelSelectorProps } from './lib/start/trust-level-selector.tsx'
export { BatchNode, type BatchNodeProps } from './lib/graph/batch-node.tsx'
export { BatchStepCanvas, type BatchStepCanvasProps } from './lib/graph/batch-step-canvas.tsx'
export { CheckpointMarker, type CheckpointMarkerProps } from './lib/graph/checkpoint-marker.tsx'
export { StepNode, type StepNodeProps } from './lib/part/step-node.tsx'
export { EventLog, type EventLogProps } from './lib/log/event-log.tsx'
export { StatusMark, type StatusMarkProps } from './lib/part/status-mark.tsx'
export { AgentProgressBar, type AgentProgressBarProps } from './lib/run/agent-progress-bar.tsx'
export { PlanContents, type PlanContentsProps } from './lib/start/plan-contents.tsx'
export { PlanPreview, type PlanPreviewProps } from './lib/start/plan-preview.tsx'
export { RunList, type RunListProps } from './lib/runs/run-list.tsx'
export type {
  CheckedPlan,
  DashboardRun,
  DashboardSource,
  WatchRequest,
} from './lib/source/dashboard-source.ts'
export { localSource, type LocalSourceOptions } from './lib/source/local-source.ts'
export type { Connection } from './lib/state/connection.ts'
export type { LiveEvent, RunStore, RunWatchSource } from './lib/state/create-run-store.ts'
export { useRun } from './lib/state/use-run.ts'
export type { RunPlace } from './lib/state/watch-source-of.ts'
export {
  useConnection,
  usePhase,
  usePhaseActivity,
  usePhaseProgress,
  usePhaseWait,
  useRunEvents,
  useRunPlan,
  useRunReport,
  useRunView,
} from './lib/state/use-run-part.ts'
export { Timeline, type TimelineProps } from './lib/timeline/timeline.tsx'
export type { CanvasContext } from './lib/graph/use-canvas.ts'
export type { CheckpointState } from './lib/graph/checkpoint-state.ts'
