/** A parser for plans written as a list of subtasks. */
export { subtaskList, type SubtaskListOptions } from './lib/subtask-list.ts'
