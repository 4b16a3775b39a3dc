/** Reads plans that are written as task headings. */
export { taskHeading } from './lib/task-heading.ts'
