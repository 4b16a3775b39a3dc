/** Names of lockfiles, in lower case. */
const lockfiles = new Set([
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'pipfile.lock',
  'pixi.lock',
  'cargo.lock',
  'go.sum',
  'go.work.sum',
  'gemfile.lock',
  'composer.lock',
  'mix.lock',
  'gradle.lockfile',
  'packages.lock.json',
  'pubspec.lock',
  'package.resolved',
])

/** Whether a path names a file that pins what is installed. */
export const isLockfile = (path: string): boolean => lockfiles.has(nameOf(path))

/** Names of files that decide what tests run and how, in lower case. */
const configNames = new Set([
  // Package managers: they choose the shell and the options of scripts.
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  'pnpm-workspace.yaml',
  'bunfig.toml',
  'deno.json',
  'deno.jsonc',
  'turbo.json',
  'nx.json',
  'angular.json',
  // JavaScript
  '.taprc',
  '.nycrc',
  '.c8rc',
  'cypress.json',
  'jasmine.json',
  'mocha.opts',
  'testem.js',
  // Python
  'pytest.ini',
  '.pytest.ini',
  'pytest.toml',
  '.pytest.toml',
  'tox.ini',
  'conftest.py',
  'setup.cfg',
  'pyproject.toml',
  'noxfile.py',
  // Others
  '.rspec',
  'rakefile',
  'makefile',
  'gnumakefile',
  'justfile',
  'taskfile.yml',
  'taskfile.yaml',
  'nextest.toml',
  'phpunit.xml',
  'phpunit.xml.dist',
  'phpunit.dist.xml',
  'codeception.yml',
  'behat.yml',
  'phpspec.yml',
  'xunit.runner.json',
])
const configPatterns = [
  /^(?:vitest|vite|jest|mocha|ava|nyc|playwright|playwright-ct|cypress|web-test-runner)\.(?:[a-z0-9_-]{1,40}\.)?config\.[cm]?[jt]s$/,
  /^jest\.(?:config|preset|setup)(?:\.[a-z0-9_-]{1,40})?\.(?:[cm]?[jt]sx?|json)$/,
  /^jest(?:[.-][a-z0-9_-]{1,40})?\.json$/,
  /^vitest\.(?:workspace|projects|setup)\.(?:[cm]?[jt]s|json)$/,
  /^(?:karma|wdio|protractor)(?:\.[a-z0-9_-]{1,40})?\.conf\.[cm]?[jt]s$/,
  /^\.(?:mocharc|nycrc|c8rc)\.(?:[cm]?js|jsonc?|ya?ml)$/,
  /\.runsettings$/,
]

/**
 * Whether a path names the configuration of a test runner, or of what starts it: what decides which tests run
 * and how.
 *
 * Not compilers (`tsconfig.json`, Babel), not manifests that every feature changes (`Cargo.toml`, `pom.xml`),
 * but `pyproject.toml`, in which pytest is set up. For `package.json` see {@link testScripts}.
 */
export const isRunnerConfig = (path: string): boolean => {
  const name = nameOf(path)
  return configNames.has(name) || configPatterns.some((pattern) => pattern.test(name))
}

/** Parts of a manifest that decide how tests run. `imports` and `type` decide what a test loads. */
const manifestParts = [
  'ava',
  'c8',
  'imports',
  'jasmine',
  'jest',
  'mocha',
  'nyc',
  'scripts',
  'tap',
  'type',
  'vitest',
  'wireit',
]

/**
 * Returns the parts of a `package.json` that determine how tests run, as a text to compare. The text does not
 * depend on other parts of the manifest, its formatting or the order of its scripts. A text that is not a
 * JSON object is returned unchanged.
 */
export const testScripts = (packageJsonText: string): string => {
  const manifest = parseObject(packageJsonText)
  if (manifest === undefined) return packageJsonText
  const parts = manifestParts.flatMap((name) => {
    const part = manifest.get(name)
    return part === undefined ? [] : [[name, name === 'scripts' ? sortKeys(part) : part]]
  })
  return JSON.stringify(parts)
}

const parseObject = (text: string): Map<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return new Map<string, unknown>(Object.entries(value))
  } catch {
    return undefined
  }
}

/** As pairs: a key that an object would treat in its own way is a key like any other. */
const sortKeys = (value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? value
    : Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0))

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()
