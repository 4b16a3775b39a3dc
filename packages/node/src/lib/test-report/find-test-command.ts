import { basename } from 'node:path'
import { splitCommand, type TestReport } from '@amelia/core/plugin'

/** A command that ends in a test runner that can be asked for a report. */
export interface TestCommand {
  runner: TestReport['runner']
  /** What the runner itself is given, scripts resolved. */
  args: string[]
  /** Names of variables that the command sets on its own way. */
  sets: string[]
  /** What is put behind the whole command, so that the runner gets these as its last arguments. */
  tail(extra: string[]): string[]
}

/** How many scripts may lead to one another. */
const maxDepth = 3

/**
 * The test runner that a command starts, directly or through the scripts of a package, or undefined for a command that is not
 * understood: a shell's syntax, a runner of another kind, options whose meaning is not known.
 *
 * @param scripts of the package in whose folder the command runs
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
      // Options that hold their value in one word; of another it is not known where the command begins.
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

/** `node_modules/.bin/vitest`, `vitest@4`, `jest.js` */
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

/** A runner that is started by its file, as Jest is where it runs ES modules. */
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
    // npm takes options for its own unless two dashes stand before the program.
    const program = manager === 'npm' && rest[0] !== '--' ? undefined : afterFlags(rest, quietFlags)
    return program && findTestCommand(program, scripts, depth)
  }
  // `bun test` is a runner of its own.
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

/** npm knows the scripts of its own commands only; pnpm and yarn take any name for a script. */
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
  // What npm takes for its own may choose another folder.
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

/** `A=1 B="two words" vitest run`: what a script sets for one command, the one piece of a shell that is common in scripts. */
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
