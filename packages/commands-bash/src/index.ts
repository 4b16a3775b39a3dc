/** A command runner without processes: a bash in TypeScript on the files of a workspace. */
export { bashRunner, type BashRunnerOptions } from './lib/bash-runner.ts'
