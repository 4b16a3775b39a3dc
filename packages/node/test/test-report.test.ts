/** Tests reports of the real `node --test` and the real vitest, directly and through scripts. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { processRunner, workspaceFiles } from '../src/index.ts'

/** Contains a space, because paths of reports and reporters pass through options and scripts. */
let temporary: string
let dir: string
const signal = new AbortController().signal
const node = [process.execPath, '--test']

beforeEach(() => {
  temporary = realpathSync(mkdtempSync(join(tmpdir(), 'amelia reports ')))
  dir = join(temporary, 'project')
  mkdirSync(dir)
  mkdirSync(join(temporary, 'tmp'))
  vi.stubEnv('TMPDIR', join(temporary, 'tmp'))
})
afterEach(() => {
  // In every case, no report remains.
  expect(readdirSync(join(temporary, 'tmp')).filter((name) => name.startsWith('amelia-report-'))).toEqual([])
  vi.unstubAllEnvs()
  rmSync(temporary, { recursive: true, force: true })
})

const write = (files: Record<string, string>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
}

/** Runs a command in a project of these files, and returns the id and the result of each test. */
const run = async (
  argv: string[],
  files: Record<string, string>,
  request: { env?: Record<string, string>; cwd?: string } = {},
) => {
  write(files)
  const workspace = { id: 'w', base: '', dir, fs: workspaceFiles(dir) }
  const runTests = processRunner().runTests
  if (runTests === undefined) throw new Error('no reports here')
  const { exitCode, output, report } = await runTests({ argv, workspace, signal, ...request })
  return {
    exitCode,
    output,
    runner: report?.runner,
    passed: report?.tests.filter(({ passed }) => passed).map(({ id }) => id),
    failed: report?.tests.filter(({ passed }) => !passed).map(({ id }) => id),
    messages: report?.tests.filter(({ passed }) => !passed).map(({ message }) => message),
    broken: report?.broken,
  }
}

const esm = '{"type":"module"}'
const head = `import { test, describe, it } from 'node:test'\nimport assert from 'node:assert'\n`

describe('node --test', () => {
  it('passing tests: nested, repeated and awkward names, without suites and skipped tests', async () => {
    const result = await run(node, {
      'package.json': esm,
      'test/a.test.mjs': `${head}
        describe('outer', () => {
          describe('inner > more', () => { it('same', () => {}); it('same', () => {}) })
          it('last', () => { console.log('{"type":"end"}'); console.error('to the other side') })
        })
        test('parent', async (t) => { await t.test('child', async (u) => { await u.test('grandchild', () => {}) }) })
        test.skip('skipped', () => {})
        test.todo('to do', () => { assert.fail() })`,
      'test/b.test.cjs': `const test = require('node:test'); test('in CommonJS', () => {})`,
    })
    expect(result).toMatchObject({ exitCode: 0, runner: 'node', failed: [], broken: [] })
    expect(result.passed).toEqual([
      'test/a.test.mjs > outer > inner > more > same',
      'test/a.test.mjs > outer > inner > more > same (2)',
      'test/a.test.mjs > outer > last',
      'test/a.test.mjs > parent > child > grandchild',
      'test/a.test.mjs > parent > child',
      'test/a.test.mjs > parent',
      'test/b.test.cjs > in CommonJS',
    ])
    expect(result.output).toContain('inner > more')
  })

  it('a failed assertion', async () => {
    const { exitCode, failed, messages, broken } = await run(node, {
      'a.test.mjs': `${head} test('adds', () => { assert.equal(1 + 2, 4) }); test('other', () => {})`,
    })
    expect({ exitCode, failed, broken }).toEqual({ exitCode: 1, failed: ['a.test.mjs > adds'], broken: [] })
    expect(messages?.[0]).toMatch(/3 == 4[^]*<workspace>\/a\.test\.mjs/)
  })

  it('files that do not load, each with the reason', async () => {
    const { exitCode, passed, failed, broken } = await run(node, {
      'package.json': esm,
      'src/one.js': 'export const add = 1',
      'test/absent.test.js': `import '../src/add.js'`,
      'test/common.test.cjs': `require('../src/add')`,
      'test/export.test.js': `import { mul } from '../src/one.js'`,
      'test/package.test.js': `import 'left-pad'`,
      'test/syntax.test.js': 'const x = (',
      'test/exit.test.js': 'process.exit(3)',
    })
    expect({ exitCode, passed, failed }).toEqual({ exitCode: 1, passed: [], failed: [] })
    const says = (text: string): unknown => expect.stringContaining(text)
    expect(Object.fromEntries(broken?.map(({ file, message }) => [file, message]) ?? [])).toEqual({
      'test/absent.test.js': says(
        `Cannot find module '<workspace>/src/add.js' imported from <workspace>/test/absent.test.js`,
      ),
      'test/common.test.cjs': says(
        `Cannot find module '../src/add'\nRequire stack:\n- <workspace>/test/common.test.cjs`,
      ),
      'test/export.test.js': says(`'../src/one.js' does not provide an export named 'mul'`),
      'test/package.test.js': says(`Cannot find package 'left-pad' imported from <workspace>`),
      'test/syntax.test.js': says('SyntaxError: Unexpected end of input'),
      'test/exit.test.js': says('test failed'),
    })
  })

  it('no tests: an empty file, no file, process.exit(0) before any', async () => {
    const nothing = { exitCode: 0, passed: [], failed: [], broken: [] }
    expect(await run(node, { 'test/empty.test.mjs': '' })).toMatchObject(nothing)
    rmSync(join(dir, 'test'), { recursive: true })
    expect(await run(node, { 'src/a.js': '' })).toMatchObject({ ...nothing, exitCode: 0 })
    const exits = `import { test } from 'node:test'\nprocess.exit(0)\ntest('a', () => {})`
    expect(await run(node, { 'test/exit.test.mjs': exits })).toMatchObject(nothing)
  })

  it('process.exit(0) in the middle: later tests are missing', async () => {
    const { exitCode, passed, failed } = await run(node, {
      'a.test.mjs': `${head} test('one', () => {}); test('two', () => process.exit(0)); test('three', () => {})`,
    })
    expect(exitCode).toBe(0)
    expect(failed).toEqual([])
    expect(passed).not.toContain('a.test.mjs > two')
    expect(passed).not.toContain('a.test.mjs > three')
  })

  it("through scripts, with the request's options and the command's own reporter kept", async () => {
    const files = {
      'package.json': JSON.stringify({
        scripts: {
          test: 'npm run unit',
          unit: 'A="b c" node --test',
          own: 'node --test --test-reporter=tap',
        },
      }),
      'a.test.js': `const test = require('node:test'); const assert = require('node:assert')
        test('kept', () => assert.equal(process.env.NODE_OPTIONS, '--no-deprecation'))`,
    }
    const env = { NODE_OPTIONS: '--no-deprecation' }
    expect(await run(['npm', 'test'], files, { env })).toMatchObject({
      exitCode: 0,
      passed: ['a.test.js > kept'],
    })
    const own = await run(['npm', 'run', 'own'], files, { env })
    expect(own).toMatchObject({ exitCode: 0, passed: ['a.test.js > kept'] })
    expect(own.output).toContain('TAP version')
  })

  it('a test that runs tests counts as one test', async () => {
    const { passed, failed } = await run(node, {
      'outer.test.mjs': `${head}
        import { spawnSync } from 'node:child_process'
        test('outer', () => {
          const { NODE_TEST_CONTEXT, ...env } = process.env
          const { status } = spawnSync(process.execPath, ['--test', 'inner.mjs'], { env, encoding: 'utf8' })
          assert.equal(status, 1)
        })`,
      'inner.mjs': `${head} test('inner', () => assert.fail())`,
    })
    expect({ passed, failed }).toEqual({ passed: ['outer.test.mjs > outer'], failed: [] })
  })

  it('thousands of tests with much output', async () => {
    const { exitCode, passed, failed } = await run(node, {
      'a.test.mjs': `${head}
        for (let n = 0; n < 3000; n++) test('n ' + n % 1500, () => { console.error('x'.repeat(1000)); assert.ok(n < 2999) })`,
    })
    expect(exitCode).toBe(1)
    expect(passed).toHaveLength(2999)
    expect(new Set(passed).size).toBe(2999)
    expect(failed).toEqual(['a.test.mjs > n 1499 (2)'])
  })

  it('in a subfolder: paths are relative to the workspace', async () => {
    const files = { 'packages/a/test/a.test.mjs': `${head} test('a', () => {})` }
    const { passed } = await run(node, files, { cwd: 'packages/a' })
    expect(passed).toEqual(['packages/a/test/a.test.mjs > a'])
  })
})

describe('vitest', () => {
  const vi4 = `import { describe, expect, it } from 'vitest'\n`
  const manifest = '{"type":"module","scripts":{"test":"vitest run","more":"npm run test"}}'
  beforeEach(() => {
    symlinkSync(resolve(import.meta.dirname, '../../../node_modules'), join(dir, 'node_modules'))
  })
  const direct = ['npx', '--no-install', 'vitest', 'run']

  it('passing tests through two scripts, with the usual output kept', async () => {
    const result = await run(['npm', 'run', 'more'], {
      'package.json': manifest,
      'test/a.test.ts': `${vi4}
        describe('outer', () => { describe('inner > more', () => { it('same', () => {}); it('same', () => {}) }) })
        it.skip('skipped', () => {}); it.todo('to do'); it('last', () => {})`,
      'test/b.test.mts': `${vi4} it('in a module', () => { console.log('said') })`,
    })
    expect(result).toMatchObject({ exitCode: 0, runner: 'vitest', failed: [], broken: [] })
    expect(result.passed?.toSorted()).toEqual([
      'test/a.test.ts > last',
      'test/a.test.ts > outer > inner > more > same',
      'test/a.test.ts > outer > inner > more > same (2)',
      'test/b.test.mts > in a module',
    ])
    expect(result.output).toContain('said')
    expect(result.output).toContain('4 passed')
  })

  it('failed assertions, and files that do not load, each with the reason', async () => {
    const { exitCode, passed, failed, messages, broken } = await run(direct, {
      'package.json': manifest,
      'src/one.ts': 'export const add = 1',
      'test/adds.test.ts': `${vi4} it('adds', () => { expect(1 + 2).toBe(4) }); it('other', () => {})`,
      'test/export.test.ts': `${vi4} import { mul } from '../src/one.js'\nit('mul', () => { mul() })`,
      'test/absent.test.ts': `import '../src/add.js'`,
      'test/package.test.ts': `import 'left-pad'`,
      'test/alias.test.ts': `import '#lib/add'`,
      'test/syntax.test.ts': 'const x = (',
      'test/empty.test.ts': '',
      'test/exit.test.ts': `${vi4} process.exit(0)\nit('a', () => {})`,
      'test/middle.test.ts': `${vi4} it('one', () => {}); it('two', () => process.exit(0))`,
    })
    expect(exitCode).toBe(1)
    expect(passed?.toSorted()).toEqual(['test/adds.test.ts > other', 'test/middle.test.ts > one'])
    expect(failed?.toSorted()).toEqual([
      'test/adds.test.ts > adds',
      'test/export.test.ts > mul',
      'test/middle.test.ts > two',
    ])
    expect(messages?.join('\n')).toMatch(/expected 3 to be 4/)
    expect(messages?.join('\n')).toMatch(/process\.exit unexpectedly called/)
    const says = (text: string): unknown => expect.stringContaining(text)
    expect(Object.fromEntries(broken?.map(({ file, message }) => [file, message]) ?? [])).toEqual({
      'test/absent.test.ts': says(`Cannot find module '../src/add.js' imported from`),
      'test/package.test.ts': says(`Cannot find package 'left-pad' imported from`),
      'test/alias.test.ts': says(`'#lib/add' imported from`),
      'test/syntax.test.ts': says('PARSE_ERROR'),
      'test/empty.test.ts': says('No test suite found'),
      'test/exit.test.ts': says('process.exit unexpectedly called'),
    })
  })

  it('no tests', async () => {
    expect(await run(direct, { 'package.json': manifest })).toMatchObject({
      exitCode: 1,
      passed: [],
      failed: [],
      broken: [],
    })
  })
})

describe('commands without a report', () => {
  it('runs an unknown runner unchanged', async () => {
    const script = [process.execPath, '-e', 'console.log(process.env.NODE_OPTIONS, process.argv.length)']
    const { exitCode, output, runner } = await run(script, {})
    expect({ exitCode, output, runner }).toEqual({ exitCode: 0, output: 'undefined 1\n', runner: undefined })
  })

  it('does not change a command that writes a report itself', async () => {
    const argv = [...node, '--test-reporter=tap', '--test-reporter-destination=own.tap']
    const both = await run(argv, { 'a.test.mjs': `${head} test('a', () => {})` })
    expect(both.passed).toEqual(['a.test.mjs > a'])
    expect(existsSync(join(dir, 'own.tap'))).toBe(true)
    const inScript = {
      'package.json': JSON.stringify({ scripts: { test: 'NODE_OPTIONS=--no-warnings node --test' } }),
    }
    expect(await run(['npm', 'test'], inScript)).toMatchObject({ exitCode: 0, runner: undefined })
  })

  it('a program that is not there', async () => {
    expect(await run(['vitest'], {}, { env: { PATH: dir } })).toMatchObject({
      exitCode: 127,
      runner: undefined,
    })
  })

  it('a runner without output has run no tests', async () => {
    const files = { 'node_modules/.bin/jest': '#!/usr/bin/env node\nprocess.exit(0)' }
    write(files)
    const argv = [process.execPath, 'node_modules/.bin/jest']
    expect(await run(argv, files)).toMatchObject({ exitCode: 0, runner: 'jest', passed: [], broken: [] })
  })

  it('a file that is not a report', async () => {
    const files = {
      'node_modules/.bin/jest': `const file = process.argv.at(-1).slice('--outputFile='.length)
        require('node:fs').writeFileSync(file, 'not JSON')`,
    }
    const argv = [process.execPath, 'node_modules/.bin/jest']
    expect(await run(argv, files)).toMatchObject({ exitCode: 0, runner: undefined })
  })
})

it('asks pytest through its variable, whose content is kept', async () => {
  write({
    'bin/pytest': `#!${process.execPath}
      const words = process.env.PYTEST_ADDOPTS.match(/'[^']*'|\\S+/g).map((word) => word.replaceAll("'", ''))
      const file = words.find((word) => word.startsWith('--junitxml=')).slice('--junitxml='.length)
      console.log(words.filter((word) => !word.includes(file)).join(' '))
      require('node:fs').writeFileSync(file, '<testsuites><testcase classname="a" name="b" file="a.py"/></testsuites>')`,
    'a.py': '',
  })
  chmodSync(join(dir, 'bin/pytest'), 0o755)
  const env = { PYTEST_ADDOPTS: '-p no:cacheprovider', PATH: `${join(dir, 'bin')}:${process.env.PATH}` }
  expect(await run(['pytest'], {}, { env })).toMatchObject({
    output: '-p no:cacheprovider -o junit_family=xunit1\n',
    runner: 'pytest',
    passed: ['a.py > b'],
  })
})
