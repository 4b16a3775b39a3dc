import { basename } from 'node:path'
import { splitCommand, type TestReport } from '@amelia/core/plugin'

/** A command that starts a test runner that can write a report. */
export interface TestCommand {
  runner: TestReport['runner']
  /** The runner's arguments, with scripts resolved. */
  args: string[]
  /** Names of environment variables that the command sets. */
  sets: string[]
  /** Returns the words to append to the command, so that the runner gets `extra` as its last arguments. */
  tail(extra: string[]): string[]
}

/** The most scripts that may call one another. */
const maxDepth = 3

/**
 * Finds the test runner that a command starts, directly or through scripts of a package. Undefined for shell
 * syntax, other runners, and unknown options.
 *
 * @param scripts the scripts of the package in whose folder the command runs
 */
export const findTestCommand = (
  words: readonly string[],
  scripts: ReadonlyMap<string, string>,
  depth = maxDepth,
): TestCommand | undefined => {
  const [program = '', ...rest] = words
  const name = nameOf(program)
  const again = (next: readonly string[] | undefined, sets: string[] = []): TestCommand | undefined => {
    const found = next === undefined ? undefined : findTestCommand(next, scripts, depth)
    return found && { ...found, sets: [...sets, ...found.sets] }
  }
  if (/^python\d{0,2}(?:\.\d{1,3})?$/.test(name)) return pythonCommand(rest)
  switch (name) {
    case 'node':
    case 'tsx':
      return nodeCommand(rest) ?? again(scriptOfNode(rest))
    case 'vitest':
      return notATestRun.has(rest[0] ?? '') ? undefined : plain('vitest', rest)
    case 'jest':
      return plain('jest', rest)
    case 'pytest':
    case 'py.test':
      return plain('pytest', rest)
    case 'npx':
    case 'bunx':
      return again(afterFlags(rest, quietFlags))
    case 'env':
    case 'cross-env': {
      const first = rest.findIndex((word) => !assignment.test(word))
      const sets = rest.slice(0, Math.max(0, first)).map((word) => word.slice(0, word.indexOf('=')))
      return first < 0 ? undefined : again(rest.slice(first), sets)
    }
    case 'c8':
    case 'nyc':
      // Skips options with their value in the same word. After other options, the start of the command is
      // unknown.
      return again(rest.slice(rest.findIndex((word) => !/^--[\w-]{1,50}=/.test(word))))
    case 'poetry':
    case 'uv':
    case 'pipenv':
    case 'pdm':
      return rest[0] === 'run' ? again(rest.slice(1)) : undefined
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return depth === 0 ? undefined : packageCommand(name, rest, scripts, depth)
    default:
      return undefined
  }
}

const plain = (runner: TestReport['runner'], args: string[]): TestCommand => ({
  runner,
  args,
  sets: [],
  tail: (extra) => extra,
})

/** Returns the program's name, also for `node_modules/.bin/vitest`, `vitest@4` and `jest.js`. */
const nameOf = (program: string): string => {
  const name = basename(program)
  const at = name.indexOf('@', 1)
  return (at < 0 ? name : name.slice(0, at)).replace(/\.[cm]?js$/, '')
}

const notATestRun = new Set(['bench', 'list', 'init', 'complete', 'typecheck'])
const quietFlags = new Set(['-y', '--yes', '--no', '--no-install', '-q', '--quiet', '-s', '--silent'])
const assignment = /^[A-Za-z_]\w{0,100}=/

/** Options of node that take the next word as their value. */
const valued = new Set([
  '-r',
  '--require',
  '--import',
  '--loader',
  '--experimental-loader',
  '-C',
  '--conditions',
  '--env-file',
  '--test-reporter',
  '--test-reporter-destination',
  '--test-name-pattern',
  '--test-concurrency',
  '--test-timeout',
])

const firstArgument = (words: readonly string[]): number => {
  let index = 0
  while (index < words.length && words[index]?.startsWith('-') === true)
    index += valued.has(words[index] ?? '') ? 2 : 1
  return index
}

const nodeCommand = (rest: string[]): TestCommand | undefined =>
  rest.slice(0, firstArgument(rest)).includes('--test') ? plain('node', rest) : undefined

/** Returns the words of a runner that is started by its file, as Jest is to run ES modules. */
const scriptOfNode = (rest: string[]): string[] | undefined => {
  const script = rest.slice(firstArgument(rest))
  const path = script[0] ?? ''
  return /(?:^|\/)node_modules\/(?:\.bin\/|jest\/bin\/|vitest\/)(?:jest|vitest)(?:\.m?js)?$/.test(path)
    ? script
    : undefined
}

const pythonCommand = (rest: string[]): TestCommand | undefined => {
  const at = rest.indexOf('-m')
  if (at < 0 || rest.slice(0, at).some((word) => !word.startsWith('-'))) return undefined
  return rest[at + 1] === 'pytest' ? plain('pytest', rest.slice(at + 2)) : undefined
}

const afterFlags = (words: readonly string[], flags: ReadonlySet<string>): string[] | undefined => {
  const first = words.findIndex((word) => !flags.has(word))
  if (first < 0) return undefined
  if (words[first] === '--') return words.slice(first + 1)
  return words[first]?.startsWith('-') === true ? undefined : words.slice(first)
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

const packageCommand = (
  manager: Manager,
  words: readonly string[],
  scripts: ReadonlyMap<string, string>,
  depth: number,
): TestCommand | undefined => {
  const [command = '', ...rest] = afterFlags(words, quietFlags) ?? []
  const isRun = command === 'run' || (manager === 'npm' && command === 'run-script')
  const isExec = command === 'exec' || command === 'dlx' || (manager === 'bun' && command === 'x')
  if (isExec) {
    // npm parses options itself unless two dashes precede the program.
    const program = manager === 'npm' && rest[0] !== '--' ? undefined : afterFlags(rest, quietFlags)
    return program && findTestCommand(program, scripts, depth)
  }
  // `bun test` is another runner.
  if (manager === 'bun' && !isRun) return undefined
  const called = isRun ? (afterFlags(rest, quietFlags) ?? []) : words.slice(words.indexOf(command))
  const name = isRun ? called[0] : testAlias(manager, command)
  const given = called.slice(1)
  if (name === undefined) return undefined
  const script = scripts.get(name)
  if (script === undefined) {
    const bin = manager === 'yarn' || manager === 'pnpm'
    return bin && !isRun ? findTestCommand([name, ...given], scripts, depth) : undefined
  }
  return scriptCommand(manager, script, given, scripts, depth)
}

/**
 * Returns the script that a command runs: npm has aliases for few scripts; pnpm and yarn accept any script as
 * a command.
 */
const testAlias = (manager: Manager, command: string): string | undefined => {
  if (command === 't' && manager !== 'yarn') return 'test'
  if (manager === 'npm') return command === 'test' || command === 'tst' ? 'test' : undefined
  return command === '' ? undefined : command
}

const scriptCommand = (
  manager: Manager,
  script: string,
  given: readonly string[],
  scripts: ReadonlyMap<string, string>,
  depth: number,
): TestCommand | undefined => {
  const dashes = given.indexOf('--')
  // An option of npm itself may select another folder.
  if (manager === 'npm') {
    const own = dashes < 0 ? given : given.slice(0, dashes)
    if (own.some((word) => word.startsWith('-') && !quietFlags.has(word))) return undefined
  }
  const passed =
    manager === 'npm'
      ? given.filter((word, at) => at !== dashes && !(at < dashes && quietFlags.has(word)))
      : given
  const { sets, text } = cutAssignments(script)
  const split = splitCommand(text)
  if (split.shellSyntax !== undefined || split.unclosed !== undefined) return undefined
  const found = findTestCommand([...split.argv, ...passed], scripts, depth - 1)
  return (
    found && {
      ...found,
      sets: [...sets, ...found.sets],
      tail: (extra) => (manager === 'npm' && dashes < 0 ? ['--', ...found.tail(extra)] : found.tail(extra)),
    }
  )
}

/**
 * Removes leading assignments, as in `A=1 B="two words" vitest run`: the only shell syntax that is common in
 * scripts.
 */
const cutAssignments = (script: string): { sets: string[]; text: string } => {
  const sets: string[] = []
  let text = script.trim()
  for (;;) {
    const found = /^([A-Za-z_]\w{0,100})=(?:[\w./:,@%+=-]{0,500}|"[^"$`\\]{0,500}"|'[^']{0,500}')[ \t]+/.exec(
      text,
    )
    if (found === null) return { sets, text }
    sets.push(found[1] ?? '')
    text = text.slice(found[0].length)
  }
}
