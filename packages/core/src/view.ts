/** The door for displays: the condition of a run, and words for people. */
export {
  type ConditionFacts,
  type ConditionStatus,
  runCondition,
  type RunCondition,
} from './lib/report/view/run-condition.ts'
