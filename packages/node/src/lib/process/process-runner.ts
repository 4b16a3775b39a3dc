import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { childEnvironment, endMarkedProcesses, runProcess } from '@amelia/agent-process'
import { AmeliaError, type CommandRequest, type CommandRunnerV1, type Workspace } from '@amelia/core/plugin'
import { resolveInside } from '../file/resolve-inside.ts'
import { runWithReport } from '../test-report/run-with-report.ts'

export interface ProcessRunnerOptions {
  /** Names of variables of this process's environment that commands get beside the short list. */
  passEnv?: string[]
  /** Variables that every command gets. */
  env?: Record<string, string>
  /** Between TERM and KILL, in milliseconds. Default: 5000. */
  graceMs?: number
  /** How much output is kept, in characters: the beginning and the end of a longer one. Default: 10 million. */
  outputLimit?: number
}

/**
 * Runs commands as processes of this machine, in the folder of a workspace.
 *
 * No shell, no standard input, a short environment, a process group that is ended as a whole. This is no sandbox: a command has
 * the rights of this process. Throws `PATH_DENIED` for a `cwd` outside of the workspace.
 */
export const processRunner = (options: ProcessRunnerOptions = {}): CommandRunnerV1 => {
  const { passEnv = [], env = {}, graceMs = 5000, outputLimit = 10_000_000 } = options
  const prepare = async ({ argv, workspace, cwd, env: given, signal }: CommandRequest) => {
    const folder = requireFolder(workspace)
    return {
      folder,
      argv,
      cwd: await resolveInside(folder, cwd ?? ''),
      env: { ...childEnvironment(process.env, passEnv, folder), ...env, ...given },
      signal,
      graceMs,
      outputLimit,
    }
  }
  return {
    contract: 'command-runner-v1',
    async run(request) {
      return runProcess(await prepare(request))
    },
    async runTests(request) {
      const { folder, ...prepared } = await prepare(request)
      return runWithReport({ ...prepared, root: folder }, (argv, env) =>
        runProcess({ ...prepared, argv, env }),
      )
    },
    endMarked: (marker) => endMarkedProcesses(`AMELIA_SESSION=${marker}`, graceMs),
    async find(program, workspace) {
      const folder = requireFolder(workspace)
      if (program.includes('/')) return isProgram(resolve(folder, program))
      const path = env.PATH ?? process.env.PATH ?? ''
      for (const entry of path.split(delimiter)) {
        // An empty or relative entry means the current folder: the workspace.
        if (await isProgram(isAbsolute(entry) ? join(entry, program) : join(folder, entry, program)))
          return true
      }
      return false
    },
  }
}

const requireFolder = (workspace: Workspace): string => {
  if (workspace.dir !== undefined) return workspace.dir
  const message =
    'Commands need a workspace on disk, and this one is in memory. Use the git backend of this package.'
  throw new AmeliaError('OPTION_INVALID', message, { option: 'workspace' })
}

const isProgram = async (file: string): Promise<boolean> => {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
