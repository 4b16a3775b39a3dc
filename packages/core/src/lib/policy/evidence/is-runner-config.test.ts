import { describe, expect, it } from 'vitest'
import { isLockfile, isRunnerConfig, testScripts } from './is-runner-config.ts'

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

describe('testScripts', () => {
  const manifest = { name: 'shop', version: '1.0.0', scripts: { test: 'vitest run', build: 'tsc' } }
  const text = (value: unknown): string => testScripts(JSON.stringify(value))

  it('is the same whatever else the manifest holds and however it is written', () => {
    const scripts = { build: 'tsc', test: 'vitest run' }
    const other = { dependencies: { left: '1.0.0' }, scripts, version: '2.0.0', files: ['dist'] }
    expect(testScripts(`\ufeff${JSON.stringify(other, null, 4)}\n`)).toBe(text(manifest))
  })

  it.each([
    ['a script', { ...manifest, scripts: { ...manifest.scripts, test: 'true' } }],
    ['a script that was added', { ...manifest, scripts: { ...manifest.scripts, pretest: 'true' } }],
    ['jest', { ...manifest, jest: { testMatch: [] } }],
    ['vitest', { ...manifest, vitest: {} }],
    ['mocha', { ...manifest, mocha: { spec: [] } }],
    ['ava', { ...manifest, ava: {} }],
    ['c8', { ...manifest, c8: {} }],
    ['type', { ...manifest, type: 'module' }],
    ['imports', { ...manifest, imports: { '#a': './b.js' } }],
    ['no scripts', { name: 'shop' }],
  ])('differs by %s', (_, changed) => {
    expect(text(changed)).not.toBe(text(manifest))
  })

  it('keeps an order that means something', () => {
    expect(text({ imports: { '#a/*': './a.js', '#a/b': './b.js' } })).not.toBe(
      text({ imports: { '#a/b': './b.js', '#a/*': './a.js' } }),
    )
  })

  it.each(['', '{', 'null', '[]', '"scripts"', '{"scripts": {"test": }}'])(
    'a text that is not an object is returned unchanged: %s',
    (malformed) => {
      expect(testScripts(malformed)).toBe(malformed)
    },
  )

  it('takes scripts of any shape', () => {
    expect(text({ scripts: null })).not.toBe(text({ scripts: [] }))
    const planted = '{"scripts":{"__proto__":"a","test":"b"}}'
    expect(testScripts(planted)).not.toBe(testScripts('{"scripts":{"test":"b"}}'))
  })
})
