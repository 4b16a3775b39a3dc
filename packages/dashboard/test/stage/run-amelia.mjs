import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { program } from './program.mjs'

const execute = promisify(execFile)

/** Executes a command of `amelia`, and returns its output. Throws for an exit code other than 0. */
export const runAmelia = async (repo, ...args) => {
  const { stdout } = await execute(process.execPath, [program, ...args, '--repo', repo], { cwd: repo })
  return stdout
}

/** Starts a plan in the background. Returns the id of the run and that of its process. */
export const startRun = async (repo, plan, ...flags) =>
  JSON.parse(await runAmelia(repo, 'run', plan, '--yes', '--detach', '--json', ...flags))
