/** Commands without processes: a bash in TypeScript over the files of a workspace. */
export { bashRunner, type BashRunnerOptions } from './lib/bash-runner.ts'
