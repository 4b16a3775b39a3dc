import {
  AmeliaError,
  type CommandRequest,
  type CommandResult,
  type CommandRunnerV1,
  stripAnsi,
} from '@amelia/core/plugin'
import type * as JustBash from 'just-bash/browser'
import { boundText } from './bound-text.ts'
import { findProgram } from './find-program.ts'
import { workspaceFileSystem } from './workspace-file-system.ts'

export interface BashRunnerOptions {
  /** Variables that every command gets. None of the page's or the process's own is passed. */
  env?: Record<string, string>
  /** Programs of your own, made with `defineCommand` of `just-bash/browser`. They come before those of the same name. */
  programs?: JustBash.CustomCommand[]
  /**
   * What a command may use up: commands, rounds of loops, bytes, time. Default: what just-bash calls normal, and ten minutes.
   * A command that goes over one ends with 126.
   */
  limits?: NonNullable<JustBash.BashOptions['executionLimits']>
  /** How much output is kept, in characters: the beginning and the end of a longer one. Default: 1048576. */
  outputLimit?: number
}

type Module = typeof JustBash

/** Where the workspace is, as commands see it. Beside it there is nothing but what a command puts there for itself. */
const home = '/workspace'
const tenMinutes = 600_000
/** What a process could be started for too, and this bash keeps among the words of its language. */
const alsoPrograms = ['test', '[']

/**
 * Runs commands by a bash in TypeScript (just-bash), on the files of the workspace: no process, no network, no program of the
 * machine.
 *
 * The first argument names a program and the others reach it as they are: a shell reads them only for `sh -c`. What a command writes
 * outside of the workspace is gone when it ends. A program that is not there, `node` and `git` among them, gives 127. Aborting
 * ends a command at its next statement or file; a loop that does neither ends at a limit. Throws `PATH_DENIED` for a `cwd`
 * outside of the workspace. The bash is loaded by the first call.
 */
export const bashRunner = (options: BashRunnerOptions = {}): CommandRunnerV1 => {
  const { env = {}, programs = [], limits = {}, outputLimit = 1_048_576 } = options
  let loading: Promise<{ module: Module; names: ReadonlySet<string> }> | undefined
  const load = () =>
    (loading ??= import('just-bash/browser').then((module) => {
      const own = programs.map(({ name }) => name)
      return { module, names: new Set([...module.getCommandNames(), ...alsoPrograms, ...own]) }
    }))

  const execute = async (
    request: CommandRequest,
    folder: string,
    { Bash, InMemoryFs, MountableFs }: Module,
  ) => {
    const {
      argv: [program = '', ...args],
      workspace,
      signal,
    } = request
    const filesystem = workspaceFileSystem(workspace.fs, signal)
    const base = new InMemoryFs()
    await base.mkdir('/tmp')
    const bash = new Bash({
      fs: new MountableFs({ base, mounts: [{ mountPoint: home, filesystem }] }),
      cwd: `${home}${folder}`,
      env: { HOME: '/tmp', TERM: 'dumb', ...env, ...request.env },
      customCommands: programs,
      executionLimits: { maxExecutionTimeMs: tenMinutes, ...limits },
      // It would replace globals of the page that the run itself needs meanwhile.
      defenseInDepth: false,
    })
    return bash.exec(quote(program), { args, rawScript: true, signal })
  }

  return {
    contract: 'command-runner-v1',
    async run(request) {
      const { argv, workspace, signal } = request
      const began = performance.now()
      const finish = (exitCode: number | null, text: string): CommandResult => ({
        exitCode,
        ...(exitCode === null ? { signal: 'SIGTERM' } : {}),
        ...boundText(stripAnsi(text), outputLimit),
        durationMs: Math.round(performance.now() - began),
      })
      const folder = folderOf(request.cwd)
      if (signal.aborted) return finish(null, '')
      if ([...argv, ...Object.entries(request.env ?? {}).flat()].some((text) => text.includes('\0')))
        return finish(126, `${argv[0]}: an argument or a variable holds a NUL character`)
      if (!(await isFolder(request, folder))) return finish(126, `${request.cwd}: no such folder`)
      const { module, names } = await load()
      const program = await findProgram(argv[0] ?? '', workspace, folder, names)
      if (!('found' in program)) return finish(program.exitCode, program.why)
      const { stdout, stderr, exitCode } = await execute(request, folder, module)
      return finish(signal.aborted ? null : exitCode, stdout + stderr)
    },
    async find(program, workspace) {
      const { names } = await load()
      return 'found' in (await findProgram(program, workspace, '', names))
    },
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The folder of a command from the workspace's root: empty, or with a slash before each part. */
const folderOf = (cwd = ''): string => {
  const parts = cwd.split('/').filter((part) => part !== '' && part !== '.')
  if (!parts.includes('..')) return parts.map((part) => `/${part}`).join('')
  throw new AmeliaError('PATH_DENIED', `${JSON.stringify(cwd)} may not hold .. as the folder of a command.`, {
    path: cwd,
  })
}

const isFolder = async ({ workspace }: CommandRequest, folder: string): Promise<boolean> => {
  if (folder === '') return true
  try {
    return (await workspace.fs.stat(folder)).isDirectory()
  } catch (error) {
    if (AmeliaError.is(error, 'PATH_DENIED')) throw error
    return false
  }
}
