import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { childEnvironment, endMarkedProcesses, runProcess } from '@amelia/agent-process'
import {
  AmeliaError,
  checkArgument,
  checkOptions,
  type CommandRequest,
  type CommandRunnerV1,
  pluginRules,
  rules,
  type RulesOf,
  type Workspace,
} from '@amelia/core/plugin'
import { resolveInside } from '../file/resolve-inside.ts'
import { endCommands, endServer } from './end-commands.ts'
import { runWithReport } from '../test-report/run-with-report.ts'

/** The environment and the limits of commands. */
export interface ProcessRunnerOptions {
  /**
   * Names of variables of this process's environment that commands inherit in addition to the short list.
   * Default: none.
   */
  passEnv?: string[] | undefined
  /** Environment variables of every command. Default: none. */
  env?: Record<string, string> | undefined
  /** Time between TERM and KILL, in milliseconds. Default: 5000. */
  graceMs?: number | undefined
  /**
   * The most characters of output to keep: the beginning and the end of longer output. Default: 10 million.
   */
  outputLimit?: number | undefined
}

const { optional } = rules

export const processRunnerRules: RulesOf<ProcessRunnerOptions> = {
  passEnv: optional(rules.texts),
  env: optional(rules.textsByName),
  graceMs: optional(rules.milliseconds),
  outputLimit: optional(rules.amount),
}

/**
 * Creates a command runner that starts processes on this machine, in the folder of a workspace.
 *
 * Commands run without a shell and standard input, with a short environment, in a process group that ends
 * with them, as do the processes outside it that work in the workspace. Those of a workspace without a
 * `confinement` have the permissions of this process. Throws `PATH_DENIED` for a `cwd` outside the workspace.
 */
export const processRunner = (options: ProcessRunnerOptions = {}): CommandRunnerV1 => {
  checkOptions('processRunner', options, processRunnerRules)
  const { passEnv = [], env = {}, graceMs = 5000, outputLimit = 10_000_000 } = options
  const prepare = async ({
    argv,
    workspace,
    cwd,
    env: given,
    access = 'write',
    server,
    signal,
    onOutput,
  }: CommandRequest) => {
    const root = requireFolder(workspace)
    const { confinement } = workspace
    return {
      ...{ argv, root, signal, graceMs, outputLimit, onOutput },
      cwd: await resolveInside(root, cwd ?? ''),
      env: { ...childEnvironment(process.env, passEnv, root), ...workspace.env, ...env, ...given },
      ...(server !== undefined && { server }),
      ...(confinement && { confine: { confinement, workspace: root, access } }),
    }
  }
  return {
    contract: 'command-runner-v1',
    async run(request) {
      checkArgument('commands.run', 'request', request, pluginRules.commandRequest)
      const prepared = await prepare(request)
      const { server, env } = prepared
      const { AMELIA_RUN: run = '', AMELIA_PHASE: phase = '' }: Partial<Record<string, string>> = env
      if (server !== undefined) await endServer({ run, phase, server }, graceMs)
      return runProcess(prepared)
    },
    async runTests(request) {
      checkArgument('commands.runTests', 'request', request, pluginRules.commandRequest)
      const prepared = await prepare(request)
      const temporary = request.workspace.confinement?.temporary
      const command = { ...prepared, ...(temporary !== undefined && { temporary }) }
      return runWithReport(command, (argv, env) => runProcess({ ...prepared, argv, env }))
    },
    endMarked: (marker) => endMarkedProcesses(`AMELIA_SESSION=${marker}`, graceMs),
    async endSessions(runId) {
      const id = runId.replace(/[^\w-]/g, '\\$&')
      await endMarkedProcesses(new RegExp(`(?:^|\\0)AMELIA_SESSION=${id}\\.[\\w-]+\\.\\d+(?:\\0|$)`), graceMs)
    },
    endCommands: (runId, { servers }) => endCommands(runId, { servers, graceMs }),
    async find(program, workspace) {
      checkArgument('commands.find', 'program', program, rules.text)
      checkArgument('commands.find', 'workspace', workspace, rules.object)
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
    'Commands need a workspace on disk, but this one is in memory. Use `nativeGit` of @amelia/node.'
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
