/** The door for displays: the condition of a run, and words for people. */
export {
  type ConditionFacts,
  type ConditionStatus,
  runCondition,
  type RunCondition,
} from './lib/report/words/run-condition.ts'
export { describeDollars, describeTokens } from './lib/report/words/describe-cost.ts'
export { type DescribedEvent, describeEvent } from './lib/report/words/describe-event.ts'
export { describeUsage, fitUsage, shortUsage } from './lib/report/words/describe-usage.ts'
export type { EventLevel, EventTone } from './lib/report/words/event-words.ts'
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
