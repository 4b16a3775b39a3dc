import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeOf, type Files, type PlanRun, testOf } from './run-plan.ts'

/** A plan of a source document, with an agent that does what the document describes. */
export interface SourcePlan extends PlanRun {
  document: string
  /** Beginnings of the subjects of the commits that the document describes. */
  commits: string[]
  /** The requirements of phases that the dry run prints. */
  required: string[]
  /** By phase with red tests: the phases that pay for them. */
  debts: Record<string, string>
  /** Sessions of the agent, by role. */
  sessions: { developer: number; phase: number; run: number }
  /** The preset that the format chooses. */
  preset: string
  /** The work that misbehaves, by how, and what the run ends with. */
  mistakes: Record<
    Mistake,
    { work?: Record<string, Files | Files[]>; text?: string; ends: 'completed' | RegExp }
  >
}

/** How an agent misbehaves. */
export const mistakes = [
  'writes no test',
  'writes a test that passes already',
  'writes a broken test',
  'edits the test when it implements',
  'writes a test of something else',
] as const
export type Mistake = (typeof mistakes)[number]

/** The source documents are not part of the repository: without them, plans of the same shape are run. */
const folder = resolve(import.meta.dirname, '../../../../../shared/seeds')

/** Returns the fenced block of a document that contains a text, or the plan to run without the document. */
const exampleOf = (document: string, mark: string, otherwise: string): string => {
  const path = join(folder, `${document}.md`)
  if (!existsSync(path)) return otherwise
  const fences = [...readFileSync(path, 'utf8').matchAll(/^```\w*\n([^]*?)^```$/gm)].map(([, text]) => text!)
  const found = fences.find((text) => text.includes(mark))
  if (found === undefined) throw new Error(`${path} has no fenced block with ${JSON.stringify(mark)}.`)
  return found
}

const passing = "import { test } from 'node:test'\ntest('nothing', () => {})\n"
const broken = "import { test } from 'node:test'\ntest('half', () => {\n"
const elsewhere = testOf('elsewhere', 'else')
const together = (one: string, other: string): string =>
  `import { test } from 'node:test'\nimport { ok } from 'node:assert'\nimport { value as one } from '../src/${one}.js'\nimport { value as other } from '../src/${other}.js'\ntest('together', () => ok(one() !== other()))\n`

const typedList = `# Accounts

Subtasks:
  1a. "Write member tests"       → type: test → depends: []      → phase 1
  1b. "Write note tests"         → type: test → depends: []      → phase 1
  2a. "Implement members"        → type: impl → depends: [1a]    → phase 2
  2b. "Implement notes"          → type: impl → depends: [1b]    → phase 2
  3a. "Write page tests"         → type: test → depends: [2a,2b] → phase 3
  3b. "Write command tests"      → type: test → depends: [2a,2b] → phase 3
  4a. "Implement pages"          → type: impl → depends: [3a]    → phase 4
  4b. "Implement commands"       → type: impl → depends: [3b]    → phase 4
  5.  "Test all of it together"  → type: test → depends: [4a,4b] → phase 5
`

const typed: SourcePlan = {
  document: 'phased-execution',
  name: 'plan.md',
  text: exampleOf('phased-execution', '→ type: test', typedList),
  preset: 'phased',
  work: {
    '1a': { 'test/user.test.js': testOf('user') },
    '1b': { 'test/post.test.js': testOf('post') },
    '2a': { 'src/user.js': codeOf('user') },
    '2b': { 'src/post.js': codeOf('post') },
    '3a': { 'test/api.test.js': testOf('api') },
    '3b': { 'test/cli.test.js': testOf('cli') },
    '4a': { 'src/api.js': codeOf('api') },
    '4b': { 'src/cli.js': codeOf('cli') },
    '5': { 'test/together.test.js': together('api', 'cli') },
  },
  commits: ['Phase 1: ', 'Phase 2: ', 'Phase 3: ', 'Phase 4: ', 'Phase 5: '],
  required: [
    '1: its new tests must fail, the others pass',
    '2: pays for 1',
    '3: its new tests must fail, the others pass',
    '4: pays for 3',
  ],
  debts: { 1: '2', 3: '4' },
  sessions: { developer: 5, phase: 5, run: 0 },
  mistakes: {
    'writes no test': { work: { '1a': {}, '1b': {} }, ends: /changed nothing/ },
    'writes a test that passes already': {
      work: { '1a': { 'test/user.test.js': passing } },
      ends: /user\.test\.js pass without the implementation/,
    },
    'writes a broken test': { work: { '1a': { 'test/user.test.js': broken } }, ends: /does not parse/ },
    'edits the test when it implements': {
      work: { '2a': { 'src/user.js': codeOf('nobody'), 'test/user.test.js': testOf('user', 'nobody') } },
      ends: /changed tests or files that its checks rest on/,
    },
    'writes a test of something else': {
      work: { '1a': { 'test/user.test.js': elsewhere } },
      ends: /phase 2|The check "test" failed|The tests of phase 1 are not green/,
    },
  },
}

const untypedList = `# Accounts

Subtasks:
  1.  "Create members and notes"   → depends: []      → phase 1
  2a. "Create the pages"           → depends: [1]     → phase 2
  2b. "Create the commands"        → depends: [1]     → phase 2
  2c. "Add unit tests of members"  → depends: [1]     → phase 2
  3.  "Add integration tests"      → depends: [2a,2b] → phase 3
`

const untyped: SourcePlan = {
  document: 'phased-execution-draft',
  name: 'plan.md',
  text: exampleOf('phased-execution-draft', '→ depends: [2a,2b]', untypedList),
  preset: 'subtasks',
  work: {
    '1': { 'src/user.js': codeOf('user'), 'src/post.js': codeOf('post') },
    '2a': { 'src/api.js': codeOf('api') },
    '2b': { 'src/cli.js': codeOf('cli') },
    '2c': { 'test/models.test.js': testOf('user') },
    '3': { 'test/together.test.js': together('api', 'cli') },
  },
  commits: ['Phase 1: ', 'Phase 2: ', 'Phase 3: '],
  required: [],
  debts: {},
  sessions: { developer: 5, phase: 3, run: 0 },
  mistakes: {
    'writes no test': { work: { '3': {} }, ends: /changed nothing/ },
    // These tests are for code that exists, so they pass at once.
    'writes a test that passes already': {
      work: { '2c': { 'test/models.test.js': passing } },
      ends: 'completed',
    },
    'writes a broken test': {
      work: { '2c': { 'test/models.test.js': broken } },
      ends: /check "test" failed/,
    },
    'edits the test when it implements': {
      work: { '3': { 'test/together.test.js': together('api', 'cli'), 'test/models.test.js': passing } },
      ends: /changed tests or files that its checks rest on/,
    },
    'writes a test of something else': {
      work: { '2c': { 'test/models.test.js': elsewhere } },
      ends: /check "test" failed/,
    },
  },
}

const tasks: SourcePlan = {
  document: 'task-based-execution',
  name: 'plan.md',
  // The document names the headings, and has no plan.
  text: `# Counter

### Task 1: Write failing tests for the counter

Cover the first value.

### Task 2: Implement the counter

### Task 3: Describe the counter in the README
`,
  preset: 'taskLoop',
  work: {
    '1': { 'test/counter.test.js': testOf('counter') },
    '2': { 'src/counter.js': codeOf('counter') },
    '3': { 'README.md': 'It counts.\n' },
  },
  commits: ['Phase 1: ', 'Phase 2: ', 'Phase 3: '],
  required: ['1: its new tests must fail, the others pass', '2: pays for 1'],
  debts: { 1: '2' },
  sessions: { developer: 3, phase: 3, run: 0 },
  mistakes: {
    'writes no test': { work: { '1': { 'notes.md': 'later\n' } }, ends: /changed no test file/ },
    'writes a test that passes already': {
      work: { '1': { 'test/counter.test.js': passing } },
      ends: /pass without the implementation/,
    },
    'writes a broken test': { work: { '1': { 'test/counter.test.js': broken } }, ends: /does not parse/ },
    'edits the test when it implements': {
      work: { '2': { 'src/counter.js': codeOf('none'), 'test/counter.test.js': testOf('counter', 'none') } },
      ends: /changed tests or files that its checks rest on/,
    },
    'writes a test of something else': {
      work: { '1': { 'test/counter.test.js': elsewhere } },
      ends: /The check "test" failed/,
    },
  },
}

const overview = `# Shop

| Phase | Name | Depends On | Parallel With | Estimate | Status |
|-------|------|------------|---------------|----------|--------|
| 0 | Skeleton | - | - | 5 | ⬜ |
| 1 | Base | 0 | - | 3 | ⬜ |
| 2A | Server | 1 | 2B, 2C | 8 | ⬜ |
| 2B | Client | 1 | 2A, 2C | 5 | ⬜ |
| 2C | Tests | 1 | 2A, 2B | 3 | ⬜ |
| 3 | Join | 2A, 2B, 2C | - | 5 | ⬜ |
`

const table: SourcePlan = {
  document: 'phase-execution-reference',
  name: 'plan.md',
  text: exampleOf('phase-execution-reference', '| 2C | Tests |', overview),
  preset: 'phased',
  work: {
    '0': { 'src/boot.js': codeOf('boot') },
    '1': { 'src/setup.js': codeOf('setup') },
    '2A': { 'src/back.js': codeOf('back') },
    '2B': { 'src/front.js': codeOf('front') },
    '2C': { 'test/setup.test.js': testOf('setup') },
    '3': { 'src/all.js': codeOf('all') },
  },
  commits: ['Phase 0: ', 'Phase 1: ', 'Phase 2', 'Phase 2', 'Phase 2', 'Phase 3: '],
  required: [],
  debts: {},
  sessions: { developer: 6, phase: 6, run: 0 },
  mistakes: {
    'writes no test': { work: { '2C': {} }, ends: /changed nothing/ },
    // These tests are for code that exists, so they pass at once.
    'writes a test that passes already': {
      work: { '2C': { 'test/setup.test.js': passing } },
      ends: 'completed',
    },
    'writes a broken test': { work: { '2C': { 'test/setup.test.js': broken } }, ends: /check "test" failed/ },
    'edits the test when it implements': {
      work: { '3': { 'src/setup.js': codeOf('none'), 'test/setup.test.js': testOf('setup', 'none') } },
      ends: /changed tests or files that its checks rest on/,
    },
    'writes a test of something else': {
      work: { '2C': { 'test/setup.test.js': elsewhere } },
      ends: /Approve them as red/,
    },
  },
}

const batches = `goal: "Members can leave, which ends their session"
tdd_approach: true
total_estimated_minutes: 6
batches:
  - batch_number: 1
    risk_summary: low
    steps:
      - id: "1.1"
        description: "Write logout endpoint test"
        action_type: code
        file_path: tests/test_auth.py
        code_change: |
          def test_logout_invalidates_session():
              ...
        is_test_step: true
        risk_level: low

  - batch_number: 2
    risk_summary: medium
    steps:
      - id: "2.1"
        description: "Implement logout endpoint"
        action_type: code
        file_path: src/auth/routes.py
        code_change: |
          async def logout(session):
              ...
        validates_step: null
        risk_level: medium
        depends_on: ["1.1"]

      - id: "2.2"
        description: "Run tests"
        action_type: command
        command: "pytest tests/test_auth.py -v"
        fallback_commands: ["python -m pytest tests/test_auth.py -v"]
        expected_output_pattern: "passed"
        risk_level: low
        depends_on: ["2.1"]
`
const yaml = exampleOf('intelligent-execution', 'tdd_approach: true', batches)

/**
 * A test tool of the project, without a report: a test of \`logout\` needs the function, one of something
 * else fails, and a test without a name cannot be read.
 */
const pytest = `#!/usr/bin/env node
const { existsSync, readFileSync } = require('node:fs')
if (!existsSync('tests/test_auth.py')) { console.log('no tests ran'); process.exit(5) }
const test = readFileSync('tests/test_auth.py', 'utf8')
const code = existsSync('src/auth/routes.py') ? readFileSync('src/auth/routes.py', 'utf8') : ''
const say = (text, exitCode) => { console.log(text); process.exit(exitCode) }
if (!/def test_\\w+\\(\\):/.test(test)) say('E   SyntaxError: invalid syntax', 2)
if (/def test_nothing/.test(test)) say('1 passed', 0)
if (/def test_logout/.test(test) && /def logout/.test(code)) say('1 passed', 0)
say('1 failed', 1)
`
const withTest = (line: string): string => yaml.replace('def test_logout_invalidates_session():', line)

const steps: SourcePlan = {
  document: 'intelligent-execution',
  name: 'plan.yaml',
  text: yaml,
  test: 'check-auth',
  programs: { pytest, 'check-auth': pytest },
  files: { 'README.md': 'Auth\n' },
  preset: 'intelligent',
  work: {},
  commits: ['Phase 1: ', 'Phase 2: '],
  required: ['1: its new tests must fail, the others pass', '2: pays for 1'],
  debts: { 1: '2' },
  // The steps are executed by the engine; the agent reviews the final result.
  sessions: { developer: 0, phase: 0, run: 1 },
  mistakes: {
    'writes no test': {
      text: yaml.replace('tests/test_auth.py', 'notes/auth.py'),
      ends: /no test ran/,
    },
    'writes a test that passes already': {
      text: withTest('def test_nothing():'),
      ends: /pass without the implementation/,
    },
    'writes a broken test': { text: withTest('def test_logout('), ends: /does not parse/ },
    'edits the test when it implements': {
      text: yaml
        .replace(/description: "Implement logout endpoint"\n(.*\n)(.*)src\/auth\/routes\.py/, (found) =>
          found.replace('src/auth/routes.py', 'tests/test_auth.py\n        replace: true'),
        )
        .replace(/async def logout\(.*\):/, 'def test_nothing():'),
      ends: /changed tests or files that its checks rest on/,
    },
    'writes a test of something else': {
      text: withTest('def test_login():'),
      ends: /phase 2|2\.2|"test" failed/,
    },
  },
}

export const sourcePlans: readonly SourcePlan[] = [typed, untyped, tasks, table, steps]
