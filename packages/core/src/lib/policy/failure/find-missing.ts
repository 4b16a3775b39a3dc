import { splitCommand } from '../../plan/split-command.ts'
import { missingModules } from '../evidence/red/missing-modules.ts'

/** The names that the output of a failed command reports as missing. */
export interface Missing {
  programs: string[]
  packages: string[]
  /** As written in the output; relative to the folder of the command, or absolute. */
  files: string[]
}

/** Most names of a kind. */
const most = 3

const programs = [
  // sh, bash, dash
  /(?:^|[\s:])([\w.@+-]{1,100}): (?:command )?not found$/gm,
  // zsh
  /command not found: ([\w.@+-]{1,100})$/gm,
]

const packages = [
  // Rust
  /can't find crate for `(\w{1,100})`/g,
  /use of (?:undeclared crate or module|unresolved module or unlinked crate) `(\w{1,100})`/g,
  // Go
  /no required module provides package ([^\s;]{1,200})/g,
]

const files = [
  /ENOENT: no such file or directory, \w{1,20} '([^'\n]{1,300})'/g,
  /No such file or directory: '([^'\n]{1,300})'/g,
  /([^\s:'"‘’]{1,300})['"’]?: No such file or directory/g,
]

/**
 * Finds what a failed command lacks: the program that was not found, packages, and files. `exitCode` 127: the
 * command itself was not found.
 */
export const findMissing = (
  command: string,
  exitCode: number | null | undefined,
  output: string,
): Missing => {
  const named = find(programs, output)
  const [program = ''] = splitCommand(command).argv
  const modules = missingModules(output).map(({ specifier }) => specifier)
  const isFile = (specifier: string): boolean => /^[./]/.test(specifier)
  return {
    programs: distinct(named.length === 0 && exitCode === 127 && program !== '' ? [program] : named),
    packages: distinct([
      ...modules.filter((specifier) => !isFile(specifier) && !/^#|:/.test(specifier)).map(packageOf),
      ...find(packages, output),
    ]),
    files: distinct([...find(files, output), ...modules.filter(isFile)]),
  }
}

const find = (patterns: readonly RegExp[], text: string): string[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = '']) => name))

const distinct = (names: readonly string[]): string[] => [...new Set(names)].slice(0, most)

/** The package of an import: `@a/b` of `@a/b/c`, `left-pad` of `left-pad/lib`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
