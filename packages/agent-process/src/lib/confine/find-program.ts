import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** Finds the file that a program's name starts; undefined if there is none. Empty entries mean `cwd`. */
export const findProgram = (program: string, cwd: string, path = ''): string | undefined => {
  const places = program.includes('/')
    ? [resolve(cwd, program)]
    : path
        .split(delimiter)
        .map((entry) => (isAbsolute(entry) ? join(entry, program) : join(cwd, entry, program)))
  return places.find(isProgram)
}

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
