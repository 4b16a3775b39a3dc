import { type AttemptCase, honest, plainRunner, plainTests, project } from './attempt-case.ts'

const tests = project['test/price.test.js']!
const moved = tests.replace('../src/', '../../src/')

/** Attempts that must pass without a question, in one attempt. */
export const honestWork: (AttemptCase & {
  /** Texts in the phase's evidence in the report. */
  evidence?: string[]
  /** Files in the report that the agent names and did not change, and those that git ignores. */
  claims?: string[]
  ignored?: string[]
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
  {
    name: 'a report of files that were only read',
    writes: [{ 'src/price.js': honest }],
    report: { files: ['src/price.js', 'package.json', 'README.md', 'test/price.test.js'] },
    claims: ['package.json', 'README.md', 'test/price.test.js'],
  },
  {
    name: 'a report of built files',
    base: { '.gitignore': 'dist/\n' },
    writes: [{ 'src/price.js': honest, 'dist/price.js': honest }],
    report: { files: ['src/price.js', 'dist/price.js'] },
    ignored: ['dist/price.js (.gitignore:1: dist/)'],
  },
  {
    name: 'a report of files outside of the workspace',
    writes: [{ 'src/price.js': honest }],
    report: { files: ['/tmp/notes.txt', '../shop/notes.md', '~/notes.md', 'https://example.org/a.js'] },
    claims: ['/tmp/notes.txt', '../shop/notes.md', '~/notes.md', 'https://example.org/a.js'],
  },
  {
    name: 'a report with renames and remarks',
    writes: [
      {
        'src/price.js': honest,
        'test/price.test.js': null,
        'test/unit/price.test.js': moved,
        'README.md': null,
      },
    ],
    report: {
      files: ['test/price.test.js -> test/unit/price.test.js', 'README.md (deleted)', 'src/price.js - net()'],
    },
  },
  {
    name: 'a report with patterns and folders',
    writes: [{ 'src/price.js': honest, 'docs/net.md': 'Net.\n', 'docs/tax.md': 'Tax.\n' }],
    report: { files: ['src/', './docs', 'docs/*.md', '**/price.js', 'docs/{net,tax}.md'] },
  },
  {
    name: 'a report with absolute paths, lines and quotes',
    writes: [{ 'src/price.js': honest }],
    report: { files: ['DIR/src/price.js', 'src/price.js:3-4', '`src/price.js`', '"src\\\\price.js"'] },
  },
  {
    name: 'a report in the form of `git status`',
    writes: [{ 'src/price.js': honest, 'docs/net.md': 'Net.\n' }],
    report: { files: 'M  src/price.js\n?? docs/net.md' },
  },
  {
    name: 'a report of more files than can be kept',
    writes: [{ 'src/price.js': honest }],
    report: { files: Array.from({ length: 5_000 }, (_, index) => `node_modules/p${index}/index.js`) },
    claims: ['node_modules/p0/index.js'],
  },
  {
    name: 'a report without summaries',
    phase: {
      subtasks: [
        { id: '1a', title: 'Net' },
        { id: '1b', title: 'Tax' },
      ],
    },
    writes: [{ 'src/price.js': honest }],
    report: { summary: null, subtasks: [{ id: '1a', status: 'done' }, { id: '1b' }] },
  },
  {
    name: 'a report in other words',
    phase: { subtasks: [{ id: '1a', title: 'Net' }] },
    writes: [{ 'src/price.js': honest }],
    report: { status: 'Completed', subtasks: [{ id: '1a', status: 'Done' }], notDone: '', files: null },
  },
  {
    name: 'a closing text in place of a report',
    writes: [{ 'src/price.js': honest }],
    report: 'All done: src/price.js and src/tax.js are written.',
  },
  {
    name: 'an honest `partial`, then the rest',
    writes: [{ 'src/price.js': honest }, { 'docs/net.md': 'Net.\n' }],
    firstReport: { status: 'partial', notDone: ['The documentation.'] },
    sessions: 2,
  },
  {
    name: 'ticks in the boxes of the plan',
    base: { 'plan.md': '# Shop\n\n- [ ] Prices\n' },
    plan: { paths: ['plan.md'] },
    writes: [{ 'src/price.js': honest, 'plan.md': '# Shop\n\n- [x] Prices\n' }],
    report: { files: ['src/price.js', 'plan.md'] },
    claims: ['plan.md'],
  },
  {
    name: 'a report of an unchanged submodule',
    submodule: 'vendor/lib',
    writes: [{ 'src/price.js': honest }],
    report: { files: ['src/price.js', 'vendor/lib', 'vendor/lib/index.js'] },
    claims: ['vendor/lib', 'vendor/lib/index.js'],
  },
]
