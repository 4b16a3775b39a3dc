/**
 * The state machine that decides a run, for engines that perform its effects themselves, and pure views of a
 * run that the door for programs does not load.
 */
export type { JournalRecord } from './lib/contract/run-store.ts'
export { type GraphLayout, layoutGraph, type PlacedPhase } from './lib/graph/layout-graph.ts'
export type { Effect } from './lib/machine/state/effect.ts'
export type { Input, InputMap, InputOf, InputType } from './lib/machine/state/input.ts'
export type { RunStart } from './lib/machine/state/run-state.ts'
export type { Check, RunSettings } from './lib/machine/state/run-settings.ts'
export type { MachineEvent } from './lib/machine/state/turn.ts'
export type { Transition } from './lib/machine/transition.ts'
export { performDispatch } from './lib/run/doors.ts'
export type {
  PerformDispatchOptions,
  PerformedDispatch,
} from './lib/run/loop/worker/perform-dispatch-options.ts'
export { boundOutput } from './lib/text/bound-output.ts'
export { type ConsequenceFacts, describeConsequence } from './lib/report/describe-consequence.ts'
export { isHighRisk, needsConfirmation } from './lib/report/needs-confirmation.ts'
export { failureLine } from './lib/report/render/failure-line.ts'
export { planCommands } from './lib/policy/dispatch/plan-commands.ts'
export { renderReportPage } from './lib/report/render/render-report-page.ts'
export {
  buildReport,
  createRunState,
  type MachineState,
  type Replay,
  replay,
  transition,
} from './lib/run/journal/machine-state.ts'
export { journalVersion } from './lib/run/journal/journal-version.ts'
export { beginJournal } from './lib/run/journal/begin-journal.ts'
export { type DiffRange, phaseRange } from './lib/run/start/read/phase-range.ts'
export { previewPrompt, type PromptPreview } from './lib/run/start/preview-prompt.ts'
export { readSettings, type SettingsOptions } from './lib/run/settings/read-settings.ts'
