import { checkOptions, type PlanParserV1, rules } from '@amelia/core/plugin'
import { checklist } from '@amelia/parser-checklist'
import { executionPlan } from '@amelia/parser-execution-plan'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList, type SubtaskListOptions } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster, type TaskMasterOptions } from '@amelia/parser-task-master'
import { dialects } from './dialect/dialects.ts'
import { outlinePlan } from './outline/outline-plan.ts'

/** Options of {@link allParsers}: those of the parsers that have any. */
export interface AllParsersOptions extends SubtaskListOptions, TaskMasterOptions {}

/** Creates a parser for each format that Amelia reads. A parser checks the values of its options. */
export const allParsers = (options: AllParsersOptions = {}): PlanParserV1[] => {
  checkOptions('allParsers', options, { grouping: rules.anything, tag: rules.anything })
  const { grouping, tag } = options
  return [
    phaseTable(),
    taskHeading(),
    subtaskList(grouping === undefined ? {} : { grouping }),
    executionPlan(),
    checklist(),
    ...dialects(),
    outlinePlan(),
    taskMaster(tag === undefined ? {} : { tag }),
  ]
}
