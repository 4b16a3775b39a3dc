/** The door for displays: the condition of a run, and words for people. */
export {
  type ConditionFacts,
  type ConditionStatus,
  runCondition,
  type RunCondition,
} from './lib/report/view/run-condition.ts'
export { type DescribedEvent, describeEvent } from './lib/report/words/describe-event.ts'
export { describeTokens, describeUsage, fitUsage, shortUsage } from './lib/report/words/describe-usage.ts'
export type { EventLevel, EventTone } from './lib/report/words/event-words.ts'
