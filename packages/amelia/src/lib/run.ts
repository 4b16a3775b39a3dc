import type { Report } from '@amelia/core'
import type { RunFileOptions } from './run-file-options.ts'

/**
 * Runs the plan in a file, in any format of Amelia's parsers, on the git repository of this machine.
 *
 * A gate that `onGate` does not answer stays open, and the run ends as `waiting` once nothing else can move:
 * `openRun` and `amelia resume` continue it. The first SIGINT or SIGTERM drains the run: nothing new starts,
 * running work finishes. The second cancels it. A third has the effect that it has without a run. A closed
 * terminal (SIGHUP) drains it. Values of environment variables that are secrets by name, such as `API_KEY`,
 * are removed from everything stored or emitted. The driver is not closed.
 *
 * When `signal` aborts, the run is drained, and cancelled after 10 s. A signal that has aborted before starts
 * nothing: `run` rejects with its reason.
 *
 * Throws `OPTION_INVALID` for a file that cannot be read and for an invalid option, `PLAN_INVALID` with the
 * issues of the plan, and what `createRun` throws.
 */
export const run = async (file: string | URL, options: RunFileOptions = {}): Promise<Report> => {
  // Loaded late, so that a program loads parsers and git when it runs a plan.
  const { executeFile } = await import('./execute-file.ts')
  return executeFile(file, options)
}
