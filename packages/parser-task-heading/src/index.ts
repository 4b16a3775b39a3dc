/** A parser for plans written as task headings. */
export { taskHeading } from './lib/task-heading.ts'
