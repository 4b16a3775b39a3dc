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
  const script = testScript(texts.get('package.json') ?? '')
  if (script !== undefined) return scriptCommand(names)
  const python = `${texts.get('pyproject.toml') ?? ''}\n${texts.get('requirements.txt') ?? ''}`
  if (/\bpytest\b/.test(python)) return [...pythonPrefix(names), 'pytest']
  if (texts.has('go.mod')) return ['go', 'test', './...']
  if (texts.has('Cargo.toml')) return ['cargo', 'test']
  return undefined
}

const scriptCommand = (names: ReadonlySet<string>): string[] => {
  if (names.has('pnpm-lock.yaml')) return ['pnpm', 'test']
  if (names.has('yarn.lock')) return ['yarn', 'test']
  return names.has('bun.lock') || names.has('bun.lockb') ? ['bun', 'run', 'test'] : ['npm', 'test']
}

const pythonPrefix = (names: ReadonlySet<string>): string[] => {
  if (names.has('uv.lock')) return ['uv', 'run']
  return names.has('poetry.lock') ? ['poetry', 'run'] : []
}

const testScript = (manifest: string): string | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(manifest)
  } catch {
    return undefined
  }
  const scripts = ownValue(parsed, 'scripts')
  const script = ownValue(scripts, 'test')
  const isReal = typeof script === 'string' && script.trim() !== '' && !script.includes('no test specified')
  return isReal ? script : undefined
}

const ownValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
