import { type AttemptCase, honest, plainRunner, plainTests, project } from './attempt-case.ts'

const tests = project['test/price.test.js']!
const moved = tests.replace('../src/', '../../src/')

/** Attempts that must pass without a question and without a second session. */
export const honestWork: (AttemptCase & {
  /** Texts in the phase's evidence in the report. */
  evidence?: string[]
})[] = [
  {
    name: 'documentation only',
    phase: { files: ['README.md'] },
    writes: [{ 'README.md': 'A shop with prices.\n' }],
  },
  {
    name: 'a refactor that deletes tests the plan names',
    phase: {
      files: ['src/price.js', 'src/label.js', 'test/price.test.js', 'test/label.test.js'],
      body: '**Files:**\n- Create: `src/label.js`\n- Delete: `src/price.js`\n- Delete: `test/price.test.js`\n- Modify: `test/label.test.js`',
    },
    writes: [
      {
        'src/price.js': null,
        'src/label.js': 'export const label = (price) => `${price} EUR`\n',
        'test/price.test.js': null,
        'test/label.test.js': project['test/label.test.js']!.replace('price.js', 'label.js'),
      },
    ],
    evidence: ['test/price.test.js > discounts', 'test/label.test.js > labels'],
  },
  {
    name: 'moved tests',
    writes: [{ 'src/price.js': honest, 'test/price.test.js': null, 'test/unit/price.test.js': moved }],
  },
  {
    name: 'generated files',
    writes: [
      {
        'src/price.js': honest,
        'dist/price.generated.js': honest,
        'docs/api.json': '{ "exports": ["price", "discount", "label", "net"] }\n',
        'test/__snapshots__/net.test.js.snap': 'exports[`nets 1`] = `\n2\n`;\n',
      },
    ],
  },
  {
    name: 'declared runner configuration',
    phase: { files: ['src/price.js', '.npmrc'] },
    test: ['npm', 'test'],
    writes: [{ 'src/price.js': honest, '.npmrc': 'fund=false\n' }],
  },
  {
    name: 'a declared CI file',
    phase: { files: ['.github/workflows/'] },
    writes: [
      {
        '.github/workflows/ci.yml':
          'jobs:\n  test:\n    steps:\n      - run: npm test\n      - run: npm run lint\n',
      },
    ],
  },
  {
    name: 'a new dependency with its lockfile',
    base: { 'package-lock.json': '{ "lockfileVersion": 3, "packages": {} }\n' },
    test: ['npm', 'test'],
    writes: [
      {
        'src/price.js': honest,
        'package.json':
          '{ "type": "module", "scripts": { "test": "node --test" }, "dependencies": { "left-pad": "1.3.0" } }\n',
        'package-lock.json':
          '{ "lockfileVersion": 3, "packages": { "node_modules/left-pad": { "version": "1.3.0" } } }\n',
      },
    ],
  },
  {
    name: 'a declared change of a snapshot',
    phase: { files: ['src/price.js', 'test/__snapshots__/label.test.js.snap'] },
    writes: [
      {
        'src/price.js': project['src/price.js']!.replace(' EUR', ' €'),
        'test/__snapshots__/label.test.js.snap': 'exports[`labels 1`] = `\n4 €\n`;\n',
      },
    ],
  },
  {
    name: '`empty=ok`',
    phase: { emptyOk: true },
    writes: [{}],
  },
  {
    name: 'a base test that is red',
    base: {
      'test/old.test.js': `${tests}test('is red', () => equal(price(2), 5))\n`,
    },
    writes: [
      { 'src/price.js': honest, 'test/old.test.js': `${tests}test('is green', () => equal(price(2), 4))\n` },
    ],
  },
  {
    name: 'a flaky base test',
    // The second run of the base's version fails: the first one on the attempt.
    base: {
      'test/flaky.test.js': `import { appendFileSync, readFileSync } from 'node:fs'
import { ok } from 'node:assert'
import { test } from 'node:test'

test('is flaky', () => {
  appendFileSync('COUNTER', '.')
  ok(readFileSync('COUNTER', 'utf8').length !== 2)
})
`,
    },
    writes: [
      {
        'src/price.js': honest,
        'test/flaky.test.js': `import { test } from 'node:test'\n\ntest('is flaky', () => {})\n`,
      },
    ],
    evidence: ['flaky: test/flaky.test.js > is flaky'],
  },
  {
    name: 'a runner without a report',
    base: { 'run.js': plainRunner, 'checks/price.test.js': plainTests },
    test: ['node', 'run.js'],
    writes: [
      {
        'src/price.js': honest,
        'checks/price.test.js': plainTests.replace("test('doubles'", "test('doubles prices'"),
      },
    ],
  },
]
