import { describe, expect, it } from 'vitest'
import { isLockfile, isRunnerConfig } from './is-runner-config.ts'

describe('isRunnerConfig', () => {
  it.each([
    'vitest.config.ts',
    'packages/a/vitest.config.mts',
    'vitest.unit.config.ts',
    'vitest.workspace.ts',
    'vitest.workspace.json',
    'vite.config.js',
    'jest.config.cjs',
    'jest.config.json',
    'jest.config.e2e.js',
    'jest.setup.ts',
    'test/jest-e2e.json',
    '.mocharc.yml',
    '.mocharc.cjs',
    'ava.config.js',
    'karma.conf.js',
    'playwright.config.ts',
    'cypress.config.ts',
    '.c8rc.json',
    '.nycrc',
    '.npmrc',
    'pytest.ini',
    'tox.ini',
    'setup.cfg',
    'conftest.py',
    'tests/conftest.py',
    'pyproject.toml',
    'phpunit.xml',
    'phpunit.xml.dist',
    '.rspec',
    'Rakefile',
    'Makefile',
    'Shop.Tests/ci.runsettings',
  ])('%s', (path) => {
    expect(isRunnerConfig(path)).toBe(true)
  })

  it.each([
    '',
    'package.json',
    'tsconfig.json',
    'babel.config.js',
    'eslint.config.js',
    'src/config.ts',
    'src/jest.ts',
    'src/vitest.config.md',
    'docs/pytest.ini/readme.md',
    'Cargo.toml',
    'vitest.config.ts.bak',
  ])('not %s', (path) => {
    expect(isRunnerConfig(path)).toBe(false)
  })
})

describe('isLockfile', () => {
  it.each([
    'package-lock.json',
    'npm-shrinkwrap.json',
    'packages/a/pnpm-lock.yaml',
    'yarn.lock',
    'bun.lockb',
    'poetry.lock',
    'uv.lock',
    'Pipfile.lock',
    'Cargo.lock',
    'go.sum',
    'Gemfile.lock',
    'composer.lock',
    'mix.lock',
    'gradle.lockfile',
    'packages.lock.json',
  ])('%s', (path) => {
    expect(isLockfile(path)).toBe(true)
  })

  it.each(['', 'package.json', 'src/lock.ts', 'yarn.lock/readme.md', 'go.mod', 'deadlock'])(
    'not %s',
    (path) => {
      expect(isLockfile(path)).toBe(false)
    },
  )
})
