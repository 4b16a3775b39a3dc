/** A command runner without processes: a bash in TypeScript on the files of a workspace. */
export type { BashLimits } from './lib/bash-limits.ts'
export type { BashFiles, BashProgram } from './lib/bash-program.ts'
export { bashRunner, type BashRunnerOptions } from './lib/bash-runner.ts'
