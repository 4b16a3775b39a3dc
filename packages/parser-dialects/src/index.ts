/** Parsers for the plans of other tools. */
export { backlogTask } from './lib/backlog-task.ts'
export { dialects } from './lib/dialects.ts'
export { githubIssues } from './lib/github-issues.ts'
export { gsdPlan } from './lib/gsd-plan.ts'
export { prpTasks } from './lib/prp-tasks.ts'
export { userStories } from './lib/user-stories.ts'
export { findPlanFolders, type PlanFolder, type PlanFolderFile } from './lib/folder/find-plan-folders.ts'
export { splitPlan } from './lib/folder/split-plan.ts'
