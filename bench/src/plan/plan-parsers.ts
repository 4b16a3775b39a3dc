import type { PlanParserV1 } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { dialects } from '@amelia/parser-dialects'
import { executionPlan } from '@amelia/parser-execution-plan'
import { outlinePlan } from '@amelia/parser-outline'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'

/** All parsers, as the command line uses them. */
export const planParsers: readonly PlanParserV1[] = [
  phaseTable(),
  taskHeading(),
  subtaskList(),
  executionPlan(),
  checklist(),
  outlinePlan(),
  taskMaster(),
  ...dialects(),
]
