import type { Workspace } from '@amelia/core/plugin'

/** Whether a program can start; if not, the exit code and the reason. */
export type FoundProgram = { readonly found: true } | { readonly exitCode: 126 | 127; readonly why: string }

/**
 * Finds a program by name among `names`, or by path in the workspace.
 *
 * Builtins that exist only in a shell (`eval`, `export`, keywords) are not programs. A script can start if it
 * names no interpreter or one of `names`.
 *
 * @param folder the folder of the command, relative to the workspace's root
 */
export const findProgram = async (
  program: string,
  { fs }: Workspace,
  folder: string,
  names: ReadonlySet<string>,
): Promise<FoundProgram> => {
  if (!program.includes('/')) {
    return names.has(program) ? { found: true } : { exitCode: 127, why: `${program}: command not found` }
  }
  if (program.startsWith('/')) {
    return {
      exitCode: 127,
      why: `${program}: not found, because commands have no programs outside the workspace`,
    }
  }
  const path = `${folder}/${program
    .split('/')
    .filter((part) => part !== '.' && part !== '')
    .join('/')}`
  try {
    const stat = await fs.stat(path)
    if (!stat.isFile() || (stat.mode & 0o100) === 0)
      return { exitCode: 126, why: `${program}: Permission denied` }
    const interpreter = interpreterOf(new TextDecoder().decode(await fs.readFile(path)))
    if (interpreter === undefined || names.has(interpreter)) return { found: true }
    return { exitCode: 127, why: `${program}: ${interpreter}: command not found` }
  } catch (error) {
    return { exitCode: 127, why: `${program}: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Returns the name of the interpreter in the first line of a script, if it names one. */
const interpreterOf = (script: string): string | undefined => {
  if (!script.startsWith('#!')) return undefined
  const [path = '', ...args] = (script.slice(2).split('\n')[0] ?? '').trim().split(/\s+/)
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name === 'env' ? args.find((arg) => !arg.startsWith('-')) : name
}
