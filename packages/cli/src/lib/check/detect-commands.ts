import { detectTestCommand, hasScript, pythonPrefix, runScript } from './detect-test-command.ts'
import { installCommands } from '../setting/install-commands.ts'

/** The commands that a project uses, as they are typed. */
export interface DetectedCommands {
  test?: string
  lint?: string
  typecheck?: string
  build?: string
  setup?: string
}

const scripts = {
  lint: ['lint'],
  typecheck: ['typecheck', 'type-check', 'check-types', 'tsc'],
  build: ['build'],
} as const

/**
 * Guesses the commands that verify a project and prepare its workspaces, from the names of its root files and
 * the contents of those in `stackFiles`.
 */
export const detectCommands = (
  files: Iterable<string>,
  texts: ReadonlyMap<string, string>,
): DetectedCommands => {
  const names = new Set(files)
  const test = detectTestCommand(names, texts)
  return {
    ...(test && { test: test.join(' ') }),
    ...(texts.has('package.json')
      ? ofScripts(names, texts.get('package.json') ?? '')
      : ofOthers(names, texts)),
  }
}

const ofScripts = (names: ReadonlySet<string>, manifest: string): DetectedCommands => {
  const found = Object.entries(scripts).flatMap(([check, candidates]) => {
    const script = candidates.find((name) => hasScript(manifest, name))
    return script === undefined ? [] : [[check, runScript(names, script).join(' ')]]
  })
  const setup = installCommands.find(([lockfile]) => names.has(lockfile))?.[1]
  return { ...(Object.fromEntries(found) as DetectedCommands), ...(setup !== undefined && { setup }) }
}

const ofOthers = (names: ReadonlySet<string>, texts: ReadonlyMap<string, string>): DetectedCommands => {
  const python = `${texts.get('pyproject.toml') ?? ''}\n${texts.get('requirements.txt') ?? ''}`
  const prefix = pythonPrefix(names)
  if (python.trim() !== '')
    return {
      ...(/\bruff\b/.test(python) && { lint: [...prefix, 'ruff', 'check'].join(' ') }),
      ...(/\bmypy\b/.test(python) && { typecheck: [...prefix, 'mypy', '.'].join(' ') }),
      ...(names.has('uv.lock') && { setup: 'uv sync --frozen' }),
      ...(names.has('poetry.lock') && { setup: 'poetry install' }),
    }
  if (texts.has('go.mod')) return { lint: 'go vet ./...', build: 'go build ./...' }
  return texts.has('Cargo.toml') ? { build: 'cargo build' } : {}
}
