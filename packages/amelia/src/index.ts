/** Runs the plan in a file with one call. */
export { run } from './lib/run.ts'
export type { RunFileOptions } from './lib/run-file-options.ts'
