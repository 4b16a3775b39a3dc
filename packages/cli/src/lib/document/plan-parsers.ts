import type { PlanParserV1 } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { dialects } from '@amelia/parser-dialects'
import { executionPlan } from '@amelia/parser-execution-plan'
import { outlinePlan } from '@amelia/parser-outline'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import type { ConfigPlugins } from '../setting/config/read-plugins.ts'
import type { groupings } from '../setting/flag/plan-formats.ts'

/** Options of the parsers. */
export interface ParserOptions {
  /** The tag whose tasks are read, in a Task Master file with several. */
  tag?: string
  /** How to group the subtasks of a subtask list. */
  grouping?: (typeof groupings)[number]
  /** Plugins of the config file. */
  plugins?: ConfigPlugins
}

/** Creates a parser for each format that the command line reads, after those of the config file. */
export const planParsers = ({ tag, grouping, plugins }: ParserOptions = {}): PlanParserV1[] => [
  ...(plugins?.parsers ?? []),
  phaseTable(),
  taskHeading(),
  subtaskList(grouping === undefined ? {} : { grouping }),
  executionPlan(),
  checklist(),
  ...dialects(),
  outlinePlan(),
  taskMaster(tag === undefined ? {} : { tag }),
]
