/**
 * Guesses the command that runs a project's tests, from the names of its root files and the contents of those
 * in `stackFiles`. Returns undefined if nothing indicates one.
 *
 * A package's script `test` is run by the package manager whose lockfile exists; npm's placeholder that fails
 * does not count.
 */
export const detectTestCommand = (
  files: Iterable<string>,
  texts: ReadonlyMap<string, string>,
): string[] | undefined => {
  const names = new Set(files)
  if (hasScript(texts.get('package.json') ?? '', 'test')) return runScript(names, 'test')
  const python = `${texts.get('pyproject.toml') ?? ''}\n${texts.get('requirements.txt') ?? ''}`
  if (/\bpytest\b/.test(python)) return [...pythonPrefix(names), 'pytest']
  if (texts.has('go.mod')) return ['go', 'test', './...']
  if (texts.has('Cargo.toml')) return ['cargo', 'test']
  return undefined
}

/** Returns the command that runs a package's script, with the package manager whose lockfile exists. */
export const runScript = (names: ReadonlySet<string>, script: string): string[] => {
  if (names.has('pnpm-lock.yaml')) return ['pnpm', script]
  if (names.has('yarn.lock')) return ['yarn', script]
  if (names.has('bun.lock') || names.has('bun.lockb')) return ['bun', 'run', script]
  return script === 'test' ? ['npm', 'test'] : ['npm', 'run', script]
}

/** Returns the words in front of a Python program, by the project's package manager. */
export const pythonPrefix = (names: ReadonlySet<string>): string[] => {
  if (names.has('uv.lock')) return ['uv', 'run']
  return names.has('poetry.lock') ? ['poetry', 'run'] : []
}

/** Whether a package has a script that does something. */
export const hasScript = (manifest: string, name: string): boolean => {
  let parsed: unknown
  try {
    parsed = JSON.parse(manifest)
  } catch {
    return false
  }
  const scripts = ownValue(parsed, 'scripts')
  const script = ownValue(scripts, name)
  return typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified')
}

const ownValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
