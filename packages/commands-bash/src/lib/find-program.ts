import type { Workspace } from '@amelia/core/plugin'

/** What came of looking for a program: it can be started, or an exit code and why. */
export type FoundProgram = { readonly found: true } | { readonly exitCode: 126 | 127; readonly why: string }

/**
 * Looks for a program as a process would be looked for: by name among those that are there, by path in the workspace.
 *
 * What only a shell has (`eval`, `export`, key words) is no program. A script counts when a shell is to read it, or nothing is
 * said; another interpreter must be among the programs.
 *
 * @param folder the folder of the command, from the workspace's root
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
    return { exitCode: 127, why: `${program}: there are no programs outside of the workspace` }
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

/** The name of the program that the first line of a script asks for, if it asks for one. */
const interpreterOf = (script: string): string | undefined => {
  if (!script.startsWith('#!')) return undefined
  const [path = '', ...args] = (script.slice(2).split('\n')[0] ?? '').trim().split(/\s+/)
  const name = path.slice(path.lastIndexOf('/') + 1)
  return name === 'env' ? args.find((arg) => !arg.startsWith('-')) : name
}
