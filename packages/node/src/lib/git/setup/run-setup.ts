import { constants } from 'node:fs'
import { cp, lstat, mkdir, symlink } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { childEnvironment, runProcess } from '@amelia/agent-process'
import { AmeliaError, type Confinement } from '@amelia/core/plugin'
import { resolveInside } from '../../file/resolve-inside.ts'
import { checkLink, type WorkspaceSetup } from './check-setup.ts'

/** Environment and limits of a set-up's commands. */
export interface SetupLimits {
  /** Names of variables that they inherit from this process in addition to the short list. */
  passEnv: string[]
  env: Record<string, string>
  /** Time limit of one command, in milliseconds. */
  limitMs: number
  graceMs: number
  signal: AbortSignal
  /** Default: the commands are not confined. */
  confinement?: Confinement
}

/**
 * Sets up a workspace: copies files, then creates links, then runs commands.
 *
 * Throws `GIT_FAILED` with a failed command and the end of its output, `OPTION_INVALID` for a path that is
 * missing or cannot be linked, and `PATH_DENIED` for a path that leaves the checkout or the workspace through
 * a symbolic link. Aborting throws the signal's reason.
 */
export const runSetup = async (
  top: string,
  workspace: string,
  { setup, copy, link }: WorkspaceSetup,
  limits: SetupLimits,
): Promise<void> => {
  for (const path of copy) await copyPath(top, workspace, path)
  for (const path of link) await linkPath(top, workspace, path)
  for (const argv of setup) await runCommand(workspace, [...argv], limits)
}

/** Explains which path to copy or to link the checkout lacks; undefined if it has all. */
export const findMissingSource = async (
  top: string,
  { copy = [], link = [] }: { copy?: readonly string[] | undefined; link?: readonly string[] | undefined },
): Promise<string | undefined> => {
  for (const [option, paths] of [
    ['copy', copy],
    ['link', link],
  ] as const)
    for (const path of paths) {
      const missing = await findSource(top, path, option).catch((error: unknown) => error)
      if (AmeliaError.is(missing)) return missing.message
    }
  return undefined
}

const copyPath = async (top: string, workspace: string, path: string): Promise<void> => {
  const source = await findSource(top, path, 'copy')
  const target = await resolveInside(workspace, path, 'link')
  await mkdir(dirname(target), { recursive: true })
  await cp(source, target, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    // Shares the bytes until one side writes, if the file system supports it.
    mode: constants.COPYFILE_FICLONE,
  })
}

const linkPath = async (top: string, workspace: string, path: string): Promise<void> => {
  const source = await findSource(top, path, 'link')
  checkLink(path, relative(top, source).split(sep).join('/'))
  if ((await lstatOrNull(join(source, 'node_modules'))) !== null) checkLink(path, `${path}/node_modules`)
  const target = await resolveInside(workspace, path, 'link')
  if ((await lstatOrNull(target)) !== null) {
    const message = `link must not contain ${JSON.stringify(path)}: the commit has files there. Link only untracked paths.`
    throw new AmeliaError('OPTION_INVALID', message, { option: 'link' })
  }
  await mkdir(dirname(target), { recursive: true })
  await symlink(source, target)
}

/** Resolves a path of the user's checkout, which must exist. */
const findSource = async (top: string, path: string, option: 'copy' | 'link'): Promise<string> => {
  const source = await resolveInside(top, path)
  if ((await lstatOrNull(source)) !== null) return source
  const message = `\`${option}\` contains ${JSON.stringify(path)}, but ${top} has no such file or folder. Create it, or remove it from \`${option}\`.`
  throw new AmeliaError('OPTION_INVALID', message, { option })
}

const runCommand = async (workspace: string, argv: string[], limits: SetupLimits): Promise<void> => {
  const { passEnv, env, limitMs, graceMs, signal, confinement } = limits
  const limit = AbortSignal.timeout(limitMs)
  const {
    exitCode,
    signal: ended,
    output,
  } = await runProcess({
    argv,
    cwd: workspace,
    root: workspace,
    env: { ...childEnvironment(process.env, passEnv, workspace), ...env },
    signal: AbortSignal.any([signal, limit]),
    graceMs,
    outputLimit: 20_000,
    ...(confinement && { confine: { confinement, workspace, access: 'write', seesNpmrc: true } }),
  })
  signal.throwIfAborted()
  if (exitCode === 0 && !limit.aborted) return
  const command = argv.join(' ').slice(0, 200)
  const how = limit.aborted ? `did not end within ${limitMs} ms` : `failed with exit code ${exitCode}`
  const isRefused = confinement && /read-only file system|\bEROFS\b/i.test(output)
  const allow = isRefused ? ' It is confined: `confine.write` allows more paths.' : ''
  const message = `The set-up command \`${command}\` ${how} in a workspace. Fix it, or change \`setup\`.${allow}\n${output.slice(-2000).trim()}`
  throw new AmeliaError('GIT_FAILED', message.trimEnd(), {
    command,
    exitCode,
    ...(ended !== undefined && !limit.aborted && { signal: ended }),
    output,
  })
}

const lstatOrNull = (path: string) => lstat(path).catch(() => null)
