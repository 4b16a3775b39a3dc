import type { PlanParserV1 } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { executionPlan } from '@amelia/parser-execution-plan'
import { outlinePlan } from '@amelia/parser-outline'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'

/**
 * Creates a parser for each format that the command line reads. `tag` selects the tasks of a Task Master
 * file.
 */
export const planParsers = (tag?: string): PlanParserV1[] => [
  phaseTable(),
  taskHeading(),
  subtaskList(),
  executionPlan(),
  checklist(),
  outlinePlan(),
  taskMaster(tag === undefined ? {} : { tag }),
]
