import { describe, expect, it } from 'vitest'
import { growsLinearly } from '../../../../../../../test/fixtures/grows-linearly.ts'
import type { TestReport } from '../../../contract/test-report.ts'
import { whyBroken } from './why-broken.ts'

const testFiles = ['test/a.test.js', 'test/helper.js', 'src/near.test.ts', 'tests/test_a.py']
interface Row {
  says: string
  runner?: TestReport['runner']
  file?: string
  promised?: string[]
  reason: string
}
const judge = ({ says, runner = 'node', file = 'test/a.test.js', promised = [] }: Row) =>
  whyBroken({ file, message: says }, { runner, testFiles, promised })

const node = (module: string, importer = '<workspace>/test/a.test.js') =>
  `node:internal/modules/esm/resolve:275\n    throw new ERR_MODULE_NOT_FOUND(\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find module '${module}' imported from ${importer}\n    at finalizeResolution`
const required = (module: string, importer = '<workspace>/test/a.test.js') =>
  `Error: Cannot find module '${module}'\nRequire stack:\n- ${importer}\n    at Module._resolveFilename`
const vite = (module: string, importer = '<workspace>/test/a.test.js') =>
  `Cannot find module '${module}' imported from '${importer}'`
const python = (text: string) =>
  `ImportError while importing test module '<workspace>/tests/test_a.py'.\nTraceback:\ntests/test_a.py:1: in <module>\n    from calc.add import add\nE   ${text}`

describe('a file that does not load is red by', () => {
  it.each<Row>([
    { says: node('<workspace>/src/add.js'), reason: 'module src/add.js is absent' },
    { says: node('<workspace>/src/add.js'), promised: ['src/add.js'], reason: 'module src/add.js is absent' },
    { says: node('<workspace>/src/add.js'), promised: ['src/add.ts'], reason: 'module src/add.js is absent' },
    { says: node('<workspace>/src/add.js'), promised: ['src/'], reason: 'module src/add.js is absent' },
    { says: node('<workspace>/src/add.js'), promised: ['src'], reason: 'module src/add.js is absent' },
    {
      says: node('<workspace>/src/add.js'),
      promised: ['src/**/*.ts'],
      reason: 'module src/add.js is absent',
    },
    { says: node('<workspace>/src/add.js'), promised: ['**/*.js'], reason: 'module src/add.js is absent' },
    // An adapter that leaves absolute paths as they are.
    {
      says: node('/home/me/shop/src/add.js', '/home/me/shop/test/a.test.js'),
      promised: ['src/add.js'],
      reason: 'module src/add.js is absent',
    },
    {
      says: node('file:///home/me/shop/src/add.js', 'file:///home/me/shop/test/a.test.js'),
      reason: 'module src/add.js is absent',
    },
    {
      says: node('/home/me/shop/src/add.js', '/home/me/shop/test/helper.js'),
      promised: ['src/add.js'],
      reason: 'module home/me/shop/src/add.js is absent',
    },
    // CommonJS
    { says: required('../src/add'), promised: ['src/add/index.js'], reason: 'module src/add is absent' },
    {
      says: required('../../src/add', '<workspace>/test/deep/helper.js'),
      promised: ['src/add.js'],
      reason: 'module src/add is absent',
    },
    // A helper that the plan declares was not forgotten.
    { says: required('./tool'), promised: ['test/tool.js'], reason: 'module test/tool is absent' },
    // Beside a test that stands beside the code.
    {
      says: vite('./near.js', '<workspace>/src/near.test.ts'),
      file: 'src/near.test.ts',
      runner: 'vitest',
      promised: ['src/near.ts'],
      reason: 'module src/near.js is absent',
    },
    {
      says: vite('./near', '<workspace>/src/near.test.ts'),
      file: 'src/near.test.ts',
      runner: 'vitest',
      reason: 'module src/near is absent',
    },
    // Aliases
    {
      says: `Error [ERR_PACKAGE_IMPORT_NOT_DEFINED]: Package import specifier "#lib/add" is not defined in package <workspace>/package.json`,
      promised: ['src/add.js'],
      reason: 'module #lib/add is absent',
    },
    { says: vite('@/lib/add'), runner: 'vitest', reason: 'module @/lib/add is absent' },
    { says: vite('~/lib/add'), runner: 'vitest', reason: 'module ~/lib/add is absent' },
    { says: vite('$lib/add'), runner: 'vitest', reason: 'module $lib/add is absent' },
    {
      says: 'Could not locate module @/lib/add mapped as:\n<workspace>/src/$1.',
      runner: 'jest',
      reason: 'module @/lib/add is absent',
    },
    // Vite
    {
      says: `Failed to load url ../src/add.js (resolved id: ../src/add.js) in <workspace>/test/a.test.js. Does the file exist?`,
      runner: 'vitest',
      promised: ['src/add.js'],
      reason: 'module src/add.js is absent',
    },
    {
      says: `Failed to load url /src/add.js (resolved id: /src/add.js). Does the file exist?`,
      runner: 'vitest',
      reason: 'module src/add.js is absent',
    },
    {
      says: `Failed to resolve import "../src/add.js" from "test/a.test.js". Does the file exist?`,
      runner: 'vitest',
      promised: ['packages/a/src/add.ts'],
      file: 'packages/a/test/a.test.js',
      reason: 'module packages/a/src/add.js is absent',
    },
    // Jest, ts-jest
    {
      says: `Cannot find module '../src/add' from 'test/a.test.js'`,
      runner: 'jest',
      promised: ['src/add.ts'],
      reason: 'module src/add is absent',
    },
    {
      says: `Cannot find module 'src/shop/add' from 'test/a.test.js'`,
      runner: 'jest',
      promised: ['src/shop/add.service.ts', 'src/shop/add.ts'],
      reason: 'module src/shop/add is absent',
    },
    {
      says: `test/a.test.ts:1:21 - error TS2307: Cannot find module '../src/add' or its corresponding type declarations.`,
      runner: 'jest',
      file: 'test/a.test.ts',
      reason: 'module src/add is absent',
    },
    // Exports
    {
      says: `import { mul } from '../src/add.js'\n         ^^^\nSyntaxError: The requested module '../src/add.js' does not provide an export named 'mul'`,
      reason: 'an export of ../src/add.js is absent',
    },
    {
      says: `SyntaxError: Named export 'mul' not found. The requested module '../src/add.cjs' is a CommonJS module`,
      reason: 'an export of ../src/add.cjs is absent',
    },
    {
      says: `SyntaxError: The requested module '#add' does not provide an export named 'mul'`,
      reason: 'an export of #add is absent',
    },
    {
      says: `error TS2305: Module '"../src/add"' has no exported member 'mul'.`,
      runner: 'jest',
      reason: 'an export of ../src/add is absent',
    },
    {
      says: `error TS2724: '"../src/add"' has no exported member named 'mul'. Did you mean 'add'?`,
      runner: 'jest',
      reason: 'an export of ../src/add is absent',
    },
    // Python
    {
      says: python("ModuleNotFoundError: No module named 'calc.add'"),
      runner: 'pytest',
      promised: ['src/calc/add.py'],
      reason: 'module calc.add is absent',
    },
    {
      says: python("ModuleNotFoundError: No module named 'calc.add'"),
      runner: 'pytest',
      promised: ['src/calc/add/__init__.py'],
      reason: 'module calc.add is absent',
    },
    {
      says: python("ModuleNotFoundError: No module named 'calc'"),
      runner: 'pytest',
      promised: ['src/calc/add.py'],
      reason: 'module calc is absent',
    },
    {
      says: python("ModuleNotFoundError: No module named 'calc'"),
      runner: 'pytest',
      promised: ['src/calc.py'],
      reason: 'module calc is absent',
    },
    {
      says: python("ModuleNotFoundError: No module named 'calc'"),
      runner: 'pytest',
      promised: ['calc/'],
      reason: 'module calc is absent',
    },
    {
      says: python("ImportError: cannot import name 'mul' from 'calc' (<workspace>/calc/__init__.py)"),
      runner: 'pytest',
      reason: 'a name of calc is absent',
    },
    {
      says: python("ImportError: cannot import name 'mul' from 'calc' (unknown location)"),
      runner: 'pytest',
      reason: 'a name of calc is absent',
    },
  ])('$reason, promised $promised', (row) => {
    expect(judge(row)).toEqual({ red: true, reason: row.reason })
  })
})

describe('a file that does not load is not red because', () => {
  it.each<Row>([
    // Packages
    {
      says: node('x').replace("module 'x'", "package 'left-pad'"),
      reason: 'package left-pad is not installed',
    },
    {
      says: required('left-pad'),
      promised: ['src/left-pad.js'],
      reason: 'package left-pad is not installed',
    },
    { says: required('left-pad/index.js'), reason: 'package left-pad/index.js is not installed' },
    { says: required('@scope/add'), promised: ['**'], reason: 'package @scope/add is not installed' },
    {
      says: required('@scope/add'),
      promised: ['src/@scope/add.js'],
      reason: 'package @scope/add is not installed',
    },
    {
      says: node('<workspace>/node_modules/left-pad/index.js'),
      reason: 'package file node_modules/left-pad/index.js is missing',
    },
    {
      says: 'Failed to load url left-pad (resolved id: left-pad) in <workspace>/test/a.test.js. Does the file exist?',
      runner: 'vitest',
      reason: 'package left-pad is not installed',
    },
    {
      says: 'Failed to resolve import "@scope/add" from "test/a.test.js". Does the file exist?',
      runner: 'vitest',
      reason: 'package @scope/add is not installed',
    },
    {
      says: `Cannot find module 'left-pad' from 'test/a.test.js'`,
      runner: 'jest',
      reason: 'package left-pad is not installed',
    },
    {
      says: `SyntaxError: The requested module 'left-pad' does not provide an export named 'mul'`,
      reason: 'package left-pad lacks an export',
    },
    // One module of the project, one package: it would not load with the implementation either.
    {
      says: `error TS2307: Cannot find module '../src/add' or its types.\nerror TS2307: Cannot find module 'left-pad' or its types.`,
      runner: 'jest',
      reason: 'package left-pad is not installed',
    },
    // Helpers
    { says: node('<workspace>/test/tool.js'), reason: 'test helper test/tool.js is missing' },
    {
      says: node('<workspace>/test/tool.js'),
      promised: ['src/add.js'],
      reason: 'test helper test/tool.js is missing',
    },
    { says: required('./deep/tool'), reason: 'test helper test/deep/tool is missing' },
    { says: required('../src/near.test'), reason: 'test helper src/near.test is missing' },
    {
      says: `SyntaxError: The requested module './helper.js' does not provide an export named 'mul'`,
      reason: 'test helper ./helper.js lacks an export',
    },
    // Not what the implementation brings
    {
      says: node('<workspace>/src/sub.js'),
      promised: ['src/add.js'],
      reason: 'module src/sub.js is absent and not among the files of the implementation',
    },
    {
      says: vite('./add.js', '<workspace>/add.test.js'),
      file: 'add.test.js',
      promised: ['src/add.js'],
      runner: 'vitest',
      reason: 'module add.js is absent and not among the files of the implementation',
    },
    // Not tests
    { says: 'SyntaxError: Unexpected end of input', reason: 'it does not parse' },
    {
      says: 'Error: Parse failure: Expected `,`\nPARSE_ERROR',
      runner: 'vitest',
      reason: 'it does not parse',
    },
    { says: python("SyntaxError: '(' was never closed"), runner: 'pytest', reason: 'it does not parse' },
    { says: python('IndentationError: unexpected indent'), runner: 'pytest', reason: 'it does not parse' },
    { says: `test/a.test.ts:1:1 - error TS1005: ';' expected.`, runner: 'jest', reason: 'it does not parse' },
    {
      says: 'No test suite found in file <workspace>/test/a.test.js',
      runner: 'vitest',
      reason: 'it holds no test',
    },
    { says: 'Your test suite must contain at least one test.', runner: 'jest', reason: 'it holds no test' },
    {
      says: 'Error: process.exit unexpectedly called with "0"',
      runner: 'vitest',
      reason: 'it calls process.exit',
    },
    {
      says: '\u001b[31mTypeError: add is not a function\u001b[39m\n  at x',
      reason: 'it did not load: TypeError: add is not a function',
    },
    { says: '', reason: 'it did not load: the runner gives no reason' },
    // Python
    {
      says: python("ModuleNotFoundError: No module named 'numpy'"),
      runner: 'pytest',
      promised: ['src/calc/add.py'],
      reason: 'numpy is not installed, and not among the files that the implementation declares',
    },
    {
      says: python("ModuleNotFoundError: No module named 'calc'"),
      runner: 'pytest',
      reason: 'calc is not installed, and not among the files that the implementation declares',
    },
    {
      says: python("ModuleNotFoundError: No module named 'tests.tool'"),
      runner: 'pytest',
      reason: 'test helper tests.tool is missing',
    },
    {
      says: python(
        "ImportError: cannot import name 'tool' from 'tests.helper' (<workspace>/tests/helper.py)",
      ),
      runner: 'pytest',
      reason: 'test helper tests.helper lacks a name',
    },
    {
      says: python(
        "ImportError: cannot import name 'x' from 'yaml' (<workspace>/.venv/lib/python3.12/site-packages/yaml.py)",
      ),
      runner: 'pytest',
      reason: 'package yaml lacks a name',
    },
    {
      says: python("ImportError: cannot import name 'x' from 'json' (/usr/lib/python3.12/json/__init__.py)"),
      runner: 'pytest',
      reason: 'package json lacks a name',
    },
  ])('$reason, promised $promised', (row) => {
    expect(judge(row)).toEqual({ red: false, reason: row.reason })
  })
})

it('reads a message that repeats itself in linear time', () => {
  const starts = [
    "Cannot find module '",
    'Failed to load url x (',
    'Failed to load url ',
    "Cannot find module 'x' from ",
    "cannot import name '",
    'Named export ',
  ]
  for (const start of starts) growsLinearly(16_000, (size) => judge({ says: start.repeat(size), reason: '' }))
})

it('an implementation that declares no files may bring other modules than its phase declares', () => {
  const message = node('<workspace>/src/add.js')
  const context = { runner: 'node', testFiles, promised: ['src/sum.js'] } as const
  expect(whyBroken({ file: 'test/a.test.js', message }, context).red).toBe(false)
  expect(whyBroken({ file: 'test/a.test.js', message }, { ...context, open: { words: [] } }).red).toBe(true)
})
