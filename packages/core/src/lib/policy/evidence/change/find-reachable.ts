/** Programs that run scripts of a package. */
const managers = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'npm-run-all',
  'npm-run-all2',
  'run-s',
  'run-p',
  'turbo',
  'nx',
  'lerna',
  'wireit',
  'concurrently',
])
const interpreters = new Set([
  'sh',
  'bash',
  'zsh',
  'dash',
  'node',
  'tsx',
  'ts-node',
  'deno',
  'bun',
  'python',
  'python3',
  'ruby',
  'perl',
  'php',
])

/** Scripts and files that a check runs. */
export interface Reachable {
  /** Names of scripts, those before and after them included. */
  scripts: Set<string>
  /** Files that are executed, relative to the root. */
  files: Set<string>
}

/**
 * Finds the scripts and files that a check runs, directly or through other scripts.
 *
 * A script counts as reached if its name is a word of a command that contains the name of a program that runs
 * scripts: this finds too many rather than too few.
 */
export const findReachable = (argv: readonly string[], scripts: ReadonlyMap<string, string>): Reachable => {
  const found: Reachable = { scripts: new Set(), files: new Set() }
  const queue: (readonly string[])[] = [argv]
  for (let words = queue.pop(); words !== undefined; words = queue.pop()) {
    for (const file of executedFiles(words)) found.files.add(file)
    if (!words.some((word) => managers.has(word))) continue
    for (const name of namedScripts(words, scripts)) {
      if (found.scripts.has(name)) continue
      found.scripts.add(name)
      const text = scripts.get(name)
      if (text !== undefined) queue.push(split(text))
    }
  }
  return found
}

/** Splits a script into words, roughly as a shell does. Each operator is the word `&&`. */
const split = (text: string): string[] =>
  text
    .replace(/[&|;()]+/g, ' && ')
    .split(/[\s"'`]+/)
    .filter((word) => word !== '')

const namedScripts = (words: readonly string[], scripts: ReadonlyMap<string, string>): string[] => {
  const named = words.flatMap((word) => {
    const name = word.startsWith('npm:') ? word.slice(4) : word
    if (name === 't' || name === 'tst') return ['test']
    if (!name.includes('*')) return [name]
    const start = name.slice(0, name.indexOf('*'))
    return [...scripts.keys()].filter((script) => script.startsWith(start))
  })
  return named.flatMap((name) => [`pre${name}`, name, `post${name}`]).filter((name) => scripts.has(name))
}

/** The files that a command executes: its program, or the first file behind an interpreter. */
const executedFiles = (words: readonly string[]): string[] => {
  const files: string[] = []
  let executes = true
  for (const word of words) {
    const name = word.slice(word.lastIndexOf('/') + 1)
    if (word.startsWith('-')) continue
    if (executes && /[./]/.test(word) && !interpreters.has(name)) files.push(word.replace(/^\.\//, ''))
    executes = word === '&&' || interpreters.has(name) || (executes && word.includes('='))
  }
  return files
}
