import {
  AmeliaError,
  checkArgument,
  checkOptions,
  type CommandRequest,
  type CommandResult,
  type CommandRunnerV1,
  pluginRules,
  rules,
  type RulesOf,
} from '@amelia/core/plugin'
import { stripAnsi } from '@amelia/core/view'
// Part of the package's build, because an installation of it takes 90 MB.
import type * as JustBash from 'just-bash/browser'
import type { BashLimits } from './bash-limits.ts'
import type { BashProgram } from './bash-program.ts'
import { boundText } from './bound-text.ts'
import { findProgram } from './find-program.ts'
import { workspaceFileSystem } from './workspace-file-system.ts'

/** Options of {@link bashRunner}. */
export interface BashRunnerOptions {
  /** Environment variables of every command. Commands inherit no variables of the page or the process. */
  env?: Record<string, string> | undefined
  /** Custom programs. They replace programs of the same name. */
  programs?: BashProgram[] | undefined
  /** Limits of a command. A command that exceeds a limit exits with 126. */
  limits?: BashLimits | undefined
  /** The most characters of output to keep: the beginning and the end of longer output. Default: 1048576. */
  outputLimit?: number | undefined
}

const { count, optional } = rules

const bashRunnerRules: RulesOf<BashRunnerOptions> = {
  env: optional(rules.textsByName),
  programs: optional(
    rules.list(rules.shape('a program', { name: rules.name, run: rules.function }), 'a list of programs'),
  ),
  limits: optional(
    rules.record({
      maxCommandCount: optional(count),
      maxLoopIterations: optional(count),
      maxCallDepth: optional(count),
      maxExecutionTimeMs: optional(count),
      maxInputBytes: optional(count),
      maxLiveBytes: optional(count),
    } satisfies RulesOf<BashLimits>),
  ),
  outputLimit: optional(rules.amount),
}

type Module = typeof JustBash

/** The path of the workspace as commands see it. */
const home = '/workspace'
const tenMinutes = 600_000
/** Builtins of this bash that exist as programs on other systems. */
const alsoPrograms = ['test', '[']

/**
 * Runs commands in a bash in TypeScript (just-bash) on the files of the workspace, without processes, network
 * or programs of the machine.
 *
 * The first argument names a program, and the others reach it unchanged: only `sh -c` parses them. Files
 * written outside the workspace disappear when the command ends. A missing program, such as `node` or `git`,
 * exits with 127. An aborted command ends at its next statement or file access; a loop without either ends at
 * a limit. Throws `PATH_DENIED` for a `cwd` outside the workspace. The first call loads the bash.
 */
export const bashRunner = (options: BashRunnerOptions = {}): CommandRunnerV1 => {
  checkOptions('bashRunner', options, bashRunnerRules)
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
      env: { HOME: '/tmp', TERM: 'dumb', ...workspace.env, ...env, ...request.env },
      customCommands: programs.map(toCommand),
      executionLimits: { maxExecutionTimeMs: tenMinutes, ...limits },
      // It would replace globals of the page that the run needs.
      defenseInDepth: false,
    })
    return bash.exec(quote(program), { args, rawScript: true, signal })
  }

  return {
    contract: 'command-runner-v1',
    async run(request) {
      checkArgument('commands.run', 'request', request, pluginRules.commandRequest)
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
        return finish(126, `${argv[0]}: an argument or a variable contains a NUL character`)
      if (!(await isFolder(request, folder))) return finish(126, `${request.cwd}: no such folder`)
      const { module, names } = await load()
      const program = await findProgram(argv[0] ?? '', workspace, folder, names)
      if (!('found' in program)) return finish(program.exitCode, program.why)
      const { stdout, stderr, exitCode } = await execute(request, folder, module)
      return finish(signal.aborted ? null : exitCode, stdout + stderr)
    },
    async find(program, workspace) {
      checkArgument('commands.find', 'program', program, rules.text)
      checkArgument('commands.find', 'workspace', workspace, rules.object)
      const { names } = await load()
      return 'found' in (await findProgram(program, workspace, '', names))
    },
  }
}

const toCommand = (program: BashProgram): JustBash.Command => ({
  name: program.name,
  // The opaque type of the input is a string whose characters are bytes.
  execute: (args, { fs, cwd, env, stdin }) =>
    program.run(args, { fs, cwd, env, stdin: decode(stdin as unknown as string) }),
})

const decode = (bytes: string): string =>
  new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns a command's folder relative to the workspace: empty, or with a slash before each part. */
const folderOf = (cwd = ''): string => {
  const parts = cwd.split('/').filter((part) => part !== '' && part !== '.')
  if (!parts.includes('..')) return parts.map((part) => `/${part}`).join('')
  throw new AmeliaError(
    'PATH_DENIED',
    `The folder of a command must not contain "..": ${JSON.stringify(cwd)}.`,
    {
      path: cwd,
    },
  )
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
