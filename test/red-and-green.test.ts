import { createRun, type DriverV1, readPlan, type RunOptions } from '@amelia/core'
import { createScriptedDriver, recordEvents } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { subtaskList } from '@amelia/parser-subtask-list'
import { describe, expect, it } from 'vitest'
import { isLong } from './fixtures/is-long.ts'
import { git, repository } from './fixtures/repository.ts'

/**
 * The nine subtasks of the source document `phased-execution`, Architect Plan Format, by their ids, types and
 * dependencies.
 */
const nine = `# Accounts

Subtasks:
  1a. "Test users"        → type: test → depends: []      → phase 1
  1b. "Test posts"        → type: test → depends: []      → phase 1
  2a. "Users"             → type: impl → depends: [1a]    → phase 2
  2b. "Posts"             → type: impl → depends: [1b]    → phase 2
  3a. "Test the API"      → type: test → depends: [2a,2b] → phase 3
  3b. "Test the commands" → type: test → depends: [2a,2b] → phase 3
  4a. "The API"           → type: impl → depends: [3a]    → phase 4
  4b. "The commands"      → type: impl → depends: [3b]    → phase 4
  5.  "Test it together"  → type: test → depends: [4a,4b] → phase 5
`

const test = (module: string, value: string): string =>
  `import { test } from 'node:test'\nimport { equal } from 'node:assert'\nimport { value } from '../src/${module}.js'\ntest('${module}', () => equal(value(), '${value}'))\n`
const code = (value: string): string => `export const value = () => '${value}'\n`

/** Two of them: enough to detect mistakes. */
const two = `# Users

Subtasks:
  1a. "Test users"        → type: test → depends: []      → phase 1
  2a. "Users"             → type: impl → depends: [1a]    → phase 2
`

/** The files that a good developer writes for each subtask. */
const work: Record<string, Record<string, string>> = {
  '1a': { 'test/user.test.js': test('user', 'user') },
  '1b': { 'test/post.test.js': test('post', 'post') },
  '2a': { 'src/user.js': code('user') },
  '2b': { 'src/post.js': code('post') },
  '3a': { 'test/api.test.js': test('api', 'user and post') },
  '3b': { 'test/cli.test.js': test('cli', 'user or post') },
  '4a': {
    'src/api.js':
      "import { value as user } from './user.js'\nimport { value as post } from './post.js'\nexport const value = () => `${user()} and ${post()}`\n",
  },
  '4b': { 'src/cli.js': code('user or post') },
  '5': {
    'test/together.test.js':
      "import { test } from 'node:test'\nimport { ok } from 'node:assert'\nimport { value as api } from '../src/api.js'\nimport { value as cli } from '../src/cli.js'\ntest('together', () => ok(api() !== cli()))\n",
  },
}

/** Does every subtask in its assignment. `change` may break an attempt. */
const developer = (change: (id: string, session: number) => Record<string, string> | undefined): DriverV1 =>
  createScriptedDriver(async ({ prompt, workspace: { fs } }, _context, session) => {
    for (const [, id] of prompt.matchAll(/^### (\w+) \[/gm))
      for (const [path, text] of Object.entries({ ...work[id!], ...change(id!, session) }))
        await fs.writeFile(`/${path}`, text)
  })

const run = async (
  text: string,
  grouping: 'layers' | 'chains',
  change: Parameters<typeof developer>[0] = () => undefined,
  more: Partial<RunOptions> = {},
) => {
  const repo = repository({ 'package.json': '{"type":"module","scripts":{"test":"node --test"}}\n' })
  const created = await createRun({
    plan: readPlan(text, { parsers: [subtaskList({ grouping })] }),
    driver: developer(change),
    host: nodeHost({ repo }),
    trust: 'autonomous',
    tdd: 'full',
    // Without npm, which takes longer than the tests.
    verify: { test: ['node', '--test'] },
    ...more,
  })
  const events = recordEvents(created)
  const report = await created.start()
  return { repo, report, events }
}

const mistakes: [string, string, Record<string, string>, string][] = [
  ['an implementation is wrong', '2a', { 'src/user.js': code('nobody') }, 'The check "test" failed.'],
  [
    'a test passes by itself',
    '1a',
    { 'test/user.test.js': "import 'node:test'\n" },
    'must fail without their implementation',
  ],
  [
    'a test asks for a package that nobody brings',
    '1a',
    { 'test/user.test.js': "import 'no-such-package'\n" },
    'no-such-package is not installed',
  ],
  [
    'the program ends before its tests',
    '2a',
    { 'src/user.js': 'process.exit(0)\n' },
    'The check "test" failed.',
  ],
]

describe("the seed's nine subtasks, on a real repository with real tests (seed phased-execution, Architect Plan Format)", () => {
  // seed: phased-execution 40, phased-execution 41
  it('pass end to end, phase by phase', { timeout: 120_000 }, async () => {
    const { report, repo } = await run(nine, 'layers', () => undefined, { verify: { test: ['npm', 'test'] } })
    expect(report).toMatchObject({ status: 'completed', debts: [], targetPublished: true })
    expect(report.phases.map(({ id, evidence }) => [id, evidence])).toEqual([
      ['1', 'red by absence (2 files that do not load), implementation to come'],
      ['2', 'makes the tests of 1 green'],
      ['3', 'red by absence (2 files that do not load), implementation to come'],
      ['4', 'makes the tests of 3 green'],
      ['5', ''],
    ])
    expect(report.checks).toMatchObject([{ name: 'test', passed: true }])
    const subjects = git(repo, 'log', '--format=%s', `main..${report.target}`)
    expect(subjects.match(/^Phase/gm)).toHaveLength(5)
  })

  if (isLong)
    it('and chain by chain, with tests and their implementation in one phase', {
      timeout: 120_000,
    }, async () => {
      const { report } = await run(nine, 'chains')
      expect(report).toMatchObject({ status: 'completed', debts: [] })
      expect(report.phases.map(({ evidence }) => evidence)).toEqual([
        ...Array.from({ length: 4 }, () => 'red by absence (1 file that does not load), then green'),
        '',
      ])
    })

  it.each(isLong ? mistakes : mistakes.slice(0, 1))(
    'find out when %s, and try again',
    { timeout: 120_000 },
    async (_what, id, bad, message) => {
      let spoilt = false
      const { report, events } = await run(two, 'layers', (subtask) => {
        if (subtask !== id || spoilt) return undefined
        spoilt = true
        return bad
      })
      expect(report).toMatchObject({ status: 'completed', debts: [] })
      const retry = events.find((event) => event.type === 'phase_retry')
      expect(retry?.failure.message).toContain(message)
    },
  )

  // seed: phased-execution 43
  it('wait for a person if an implementation changes its tests', { timeout: 120_000 }, async () => {
    const { report } = await run(two, 'layers', (subtask) =>
      subtask === '2a'
        ? { 'src/user.js': code('nobody'), 'test/user.test.js': test('user', 'nobody') }
        : undefined,
    )
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          blocker: 'evidence_changed',
          details: expect.arrayContaining([expect.stringContaining('test/user.test.js: ')]) as string[],
        },
      ],
    })
  })
})
