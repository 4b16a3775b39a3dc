import type { PlanParserV1 } from '@amelia/core/plugin'
import { backlogTask } from './backlog/backlog-task.ts'
import { ccpmEpic } from './ccpm-epic.ts'
import { githubIssues } from './github-issues.ts'
import { gsdPlan } from './gsd-plan.ts'
import { prpTasks } from './prp-tasks.ts'
import { userStories } from './user-stories.ts'

/** Creates a parser for each of these formats. */
export const dialects = (): PlanParserV1[] => [
  userStories(),
  githubIssues(),
  backlogTask(),
  ccpmEpic(),
  gsdPlan(),
  prpTasks(),
]
