/** The door for displays: reports, drawings, the condition of a run, and words for people. */
export {
  type ConditionFacts,
  type ConditionStatus,
  runCondition,
  type RunCondition,
} from './lib/report/words/run-condition.ts'
export { describeDollars, describeTokens } from './lib/report/words/describe-cost.ts'
export { type DescribedEvent, describeEvent } from './lib/report/words/describe-event.ts'
export { describeUsage, fitUsage, shortUsage } from './lib/report/words/describe-usage.ts'
export type { EventGroup, EventLevel, EventTone } from './lib/report/words/event-words.ts'
export type { StatusKind } from './lib/report/words/status-kind.ts'
export {
  listedStatus,
  listedStatuses,
  shownPartStatus,
  type ShownStatus,
  shownStatus,
  statusKind,
  statusWord,
} from './lib/report/words/status-word.ts'
export { describeChange, describeValues } from './lib/policy/describe-change.ts'
export { applyRunChange } from './lib/report/view/apply-run-change.ts'
export { workedTime } from './lib/report/view/worked-time.ts'
export { countPhases } from './lib/report/count-phases.ts'
export { describeCount } from './lib/report/describe-count.ts'
export { listRequirements, type PhaseRequirement } from './lib/report/list-requirements.ts'
export { type MarkedStatus, type Paint, phaseMark, type Tone } from './lib/report/render/phase-mark.ts'
export { showContent } from './lib/text/content/show-content.ts'
export { plainLabel } from './lib/report/render/plain-label.ts'
export { renderAscii } from './lib/report/render/render-ascii.ts'
export { type DryRun, renderDryRun, type Stack } from './lib/report/render/render-dry-run.ts'
export { renderMermaid } from './lib/report/render/render-mermaid.ts'
export { renderReport, type ReportOptions } from './lib/report/render/render-report.ts'
export { renderTree, type TreeOptions } from './lib/report/render/render-tree.ts'
export { viewPhases } from './lib/report/view-phases.ts'
export { formatDuration } from './lib/text/format-duration.ts'
