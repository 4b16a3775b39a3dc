import type { PlanParserV1 } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { dialects } from '@amelia/parser-dialects'
import { executionPlan } from '@amelia/parser-execution-plan'
import { outlinePlan } from '@amelia/parser-outline'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'

/** Creates a parser for every format. `tag` selects the tasks of a Task Master file with several tags. */
export const planParsers = (tag?: string): PlanParserV1[] => [
  phaseTable(),
  taskHeading(),
  subtaskList(),
  executionPlan(),
  checklist(),
  ...dialects(),
  outlinePlan(),
  taskMaster(tag === undefined ? {} : { tag }),
]
