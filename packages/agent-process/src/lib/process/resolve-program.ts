import { isAbsolute, resolve, sep } from 'node:path'

const separator = sep === '/' ? /\// : /[\\/]/

/**
 * Resolves a program with a relative path against a folder, so that a process in any other folder finds it.
 * An absolute path, a name without a separator, which is looked up in `PATH`, and a path that begins with
 * `{workspace}`, the placeholder in the commands of agents, stay as they are.
 *
 * Default of `folder`: the current folder of this process.
 */
export const resolveProgram = (program: string, folder: string = process.cwd()): string =>
  separator.test(program) && !isAbsolute(program) && !program.startsWith('{workspace}')
    ? resolve(folder, program)
    : program
