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
 * but `pyproject.toml`, in which pytest is set up. See `runnerSettings` for the parts that count.
 */
export const isRunnerConfig = (path: string): boolean => {
  const name = nameOf(path)
  return configNames.has(name) || configPatterns.some((pattern) => pattern.test(name))
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).toLowerCase()
