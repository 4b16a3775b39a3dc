import type { Workspace } from '../../contract/workspace.ts'
import { shellWords } from '../../plan/split-command.ts'
import { findMissing } from '../../policy/failure/find-missing.ts'
import { findRefused } from '../../policy/failure/find-refused.ts'
import { quoteCommand } from '../../text/quote-command.ts'
import { findNearFile } from './find-near-file.ts'
import { findPackageManager, type PackageManager } from './find-package-manager.ts'

/** Most suggestions, and the length of each. */
const most = 4
const maxLength = 300

export interface FailedCommand {
  command: string
  exitCode?: number | null | undefined
  /** Without secrets. */
  output: string
  /** The folder of the command. Default: the root. */
  cwd?: string | undefined
  /** Whether `sh` ran the command. Default: false. */
  shell?: boolean
}

/**
 * Suggests how to resolve a failed command from what it lacks and what the repository contains: the command
 * that installs a program or a package, and the file that a missing one was probably meant to be.
 */
export const suggestFixes = async (
  workspace: Workspace,
  { command, exitCode, output, cwd = '', shell = false }: FailedCommand,
): Promise<string[]> => {
  const { programs: named, packages, files } = findMissing(command, exitCode, output)
  // A script that exits with 127 lacks no builtin of its shell.
  const programs = named.filter((name) => !(shell && isBuiltin(name) && !ofBash.has(name)))
  const found = workspace.confinement ? findRefused(output).map(allow) : []
  if (programs.length + packages.length > 0) {
    const manager = await findPackageManager(workspace, cwd)
    for (const name of programs) found.push(suggestProgram(name, manager, command))
    for (const name of packages) found.push(suggestPackage(name, manager))
  }
  for (const file of files) found.push(...(await suggestFile(workspace, inside(workspace, cwd, file))))
  return [...new Set(found)]
    .slice(0, most)
    .map((text) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text))
}

const allow = (path: string): string =>
  `${path} is outside the workspace, and confined processes may not write there; if it must: --confine-write ${path}, or the option confine.write`

/** Suggests the file that a missing path was probably meant to be. */
export const suggestFile = async (workspace: Workspace, path: string | undefined): Promise<string[]> => {
  const near = path === undefined ? undefined : await findNearFile(workspace, path)
  return near === undefined ? [] : [`${path} does not exist; the nearest file is ${near}`]
}

/** Builtins that can also be programs, so that only a failure shows that one is missing. */
const otherBuiltins = new Set('bg command dirs fg hash jobs read select time times type wait'.split(' '))
const ofBash = new Set('[[ declare dirs function let popd pushd select shopt source typeset'.split(' '))

const isBuiltin = (name: string): boolean => shellWords.has(name) || otherBuiltins.has(name)

const suggestProgram = (name: string, manager: PackageManager | undefined, command: string): string => {
  if (isBuiltin(name)) {
    const shell = ofBash.has(name) ? 'bash' : 'sh'
    const isFirst = command.split(' ', 1)[0] === name
    const line = isFirst ? quoteCommand([shell, '-c', command]) : `${shell} -c '...'`
    return `${name} is part of a shell, not a program; start one: ${line}`
  }
  if (manager?.declares(name)) return suggestInstall(manager)
  const how =
    manager === undefined ? '' : `. If a package of that name is the right one: ${manager.addProgram(name)}`
  return `install ${name}, or put its folder on the PATH${how}`
}

const suggestPackage = (name: string, manager: PackageManager | undefined): string => {
  if (manager === undefined) return `install the package ${name}`
  if (manager.declares(name)) return suggestInstall(manager)
  return `install the package ${name}, if it is the right one: ${manager.add(name)}`
}

/** A workspace contains only what git contains, so its set-up has to install the dependencies. */
const suggestInstall = ({ install }: PackageManager): string =>
  `install the project's dependencies: ${install}; --setup '${install}' does that in each workspace`

/** The path below the workspace's root; undefined for one outside it. */
const inside = ({ dir }: Workspace, cwd: string, path: string): string | undefined => {
  if (dir !== undefined && path.startsWith(`${dir}/`)) return path.slice(dir.length + 1)
  if (path.startsWith('/')) return undefined
  const parts: string[] = []
  for (const part of `${cwd}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return undefined
  }
  return parts.join('/')
}
