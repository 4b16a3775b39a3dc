/**
 * The state machine that decides a run, for engines that perform its effects themselves, and pure views of a
 * run that the door for programs does not load.
 */
export type { JournalRecord } from './lib/contract/run-store.ts'
export type { Effect, RepeatableEffect } from './lib/machine/state/effect.ts'
export type { Input, InputMap, InputType } from './lib/machine/state/input/input.ts'
export type { SavedAttempt } from './lib/machine/state/input/saved-attempt.ts'
export type { ReadUsage } from './lib/machine/state/input/read-usage.ts'
export type { CheckedFacts, FactsOfCheck, FactsOfRed, ProofTests } from './lib/event/checked-facts.ts'
export type { NotedStatement } from './lib/event/noted-statement.ts'
export type { StepObservation } from './lib/event/step-observation.ts'
export type { RunStart } from './lib/machine/state/run-state.ts'
export type { Check, RunSettings } from './lib/machine/state/run-settings.ts'
export type { MachineEvent, MachineEventBody } from './lib/machine/state/turn.ts'
export type { Transition } from './lib/machine/transition.ts'
export { performDispatch } from './lib/run/doors.ts'
export { createReplicas } from './lib/run/create-replicas.ts'
export type { Replicas } from './lib/run/loop/worker/replica-states.ts'
export type {
  PerformDispatchOptions,
  PerformedDispatch,
} from './lib/run/loop/worker/perform-dispatch-options.ts'
export { listTries, type NamedTry } from './lib/policy/failure/list-tries.ts'
export { planCommands } from './lib/policy/dispatch/plan-commands.ts'
export {
  beginJournal,
  buildReport,
  createRunState,
  type MachineState,
  readSettings,
  type Replay,
  replay,
  transition,
} from './lib/run/start/machine/machine-state.ts'
export { journalVersion } from './lib/run/journal/journal-version.ts'
export { type DiffRange, phaseRange } from './lib/run/start/read/phase-range.ts'
export { previewPrompt, type PromptPreview } from './lib/run/start/preview-prompt.ts'
export type { SettingsOptions } from './lib/run/settings/read-settings.ts'
export type { Address } from './lib/machine/state/address-of.ts'
export type {
  DisplacedHead,
  GitComparison,
  Integrated,
  JournalEnd,
  PlantedSince,
  RefBeyond,
} from './lib/machine/state/git-comparison.ts'
export type { GuidanceInputMap } from './lib/machine/state/input/guidance-input-map.ts'
export type { ClosingInputMap } from './lib/machine/state/input/closing-input-map.ts'
export type { IntegrationInputMap } from './lib/machine/state/input/integration-input-map.ts'
export type { UnfinishedEnd } from './lib/machine/state/recording.ts'
export type { MissingFiles, Work } from './lib/machine/state/attempt.ts'
export type { GivenAnswer } from './lib/event/gate-view.ts'
export type { PluginEventFields } from './lib/contract/tool/own-event.ts'
export type { UnitOutcome } from './lib/event/unit-outcome.ts'
export type { PlantedDigests } from './lib/policy/planted-digests.ts'
export type { Providers } from './lib/policy/dispatch/choose-provider.ts'
export type { Decided } from './lib/policy/failure/retry-rule.ts'
export { checkIgnored } from './lib/run/settings/check-ignored.ts'
export { checkCommits } from './lib/run/start/read/check-commits.ts'
