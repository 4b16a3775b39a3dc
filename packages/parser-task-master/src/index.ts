/** A parser for the tasks file of Task Master. */
export { taskMaster, type TaskMasterOptions } from './lib/task-master.ts'
