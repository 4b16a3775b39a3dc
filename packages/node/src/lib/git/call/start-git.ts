import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { isShortage, startProcess } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core/plugin'
import { controlConfig } from './control-config.ts'
import { scrubEnvironment } from './scrub-environment.ts'

export interface GitPlace {
  /** The git dir. Default: git searches from `cwd`. */
  gitDir?: string
  /** The work tree. Required with `gitDir`: git would use the current folder. */
  workTree?: string
  /** Default: `workTree`. */
  cwd?: string
  env?: Record<string, string>
  /** Settings that replace those of the configuration, and that programs of git do not lose. */
  config?: Readonly<Record<string, string>>
}

/**
 * Starts git without a shell, with the control configuration and a scrubbed environment.
 *
 * The child has its own process group, so Ctrl-C in the terminal does not interrupt it. A child that cannot
 * start emits `error`, which {@link startError} explains; Node throws for some causes, and so does this.
 */
export const startGit = (
  args: readonly string[],
  { gitDir, workTree, cwd = workTree, env, config = {} }: GitPlace,
): ChildProcessWithoutNullStreams => {
  const argv = [
    ...(gitDir === undefined ? [] : [`--git-dir=${gitDir}`]),
    ...(workTree === undefined ? [] : [`--work-tree=${workTree}`]),
    ...controlConfig.flatMap((entry) => ['-c', entry]),
    ...args,
  ]
  const environment = {
    ...scrubEnvironment(process.env),
    LC_ALL: 'C',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...variablesOf(config),
    ...env,
  }
  const child = start(args, () =>
    startProcess('git', argv, { cwd, detached: true, stdio: 'pipe', env: environment }),
  )
  // A child that exits early closes its input. Its exit code is more useful than EPIPE.
  child.stdin.on('error', () => {})
  return child
}

/** Passes settings as variables, because their names may contain "=". */
const variablesOf = (config: Readonly<Record<string, string>>): Record<string, string> => {
  const entries = Object.entries(config)
  const named = entries.flatMap(([key, value], index): [string, string][] => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return entries.length === 0
    ? {}
    : { GIT_CONFIG_COUNT: String(entries.length), ...Object.fromEntries(named) }
}

const start = <Child>(args: readonly string[], call: () => Child): Child => {
  try {
    return call()
  } catch (error) {
    throw startError(commandOf(args), error instanceof Error ? error : new Error(String(error)))
  }
}

/** Names a call in messages. */
export const commandOf = (args: readonly string[]): string => `git ${args.join(' ').slice(0, 200)}`

/** Explains why a command of git could not start. */
export const startError = (command: string, cause: Error): AmeliaError => {
  const { code = '' } = cause as NodeJS.ErrnoException
  const remedy = ['EMFILE', 'ENFILE'].includes(code)
    ? 'Too many files are open. Raise the limit (ulimit -n 4096), or lower --concurrency.'
    : isShortage(cause)
      ? 'The system has too many processes or too little memory. End some, or lower --concurrency.'
      : 'Install git 2.38 or later and put it in PATH.'
  const message = `${command} could not start (${cause.message}). ${remedy}`
  return new AmeliaError('GIT_FAILED', message, { command, exitCode: null, output: '' }, { cause })
}
