/** A plan whose titles name neither tests nor failures. */
export interface UnnamedPlan {
  text: string
  /** The file's name. Default: `plan.md`. */
  name?: string
  /** The phases that pay, by the phase that writes tests; or what the warning names as the line to add. */
  expected: { linked: Record<string, string> } | { line: string; phase: string }
}

const table = (...rows: string[]): string =>
  `# Plan\n\n| Phase | Name | Depends On | Files |\n|---|---|---|---|\n${rows.map((row) => `| ${row} |\n`).join('')}`
const tasks = (...all: [title: string, files: string][]): string =>
  `# Plan\n\n${all.map(([title, files], at) => `### Task ${at + 1}: ${title}\n\n**Files:** ${files}\n`).join('\n')}`
const pays = (by: string, of = '1') => ({ linked: { [of]: by } })

/** Ten plans in three languages: their files link them, or the check names the line that would. */
export const unnamedPlans: readonly UnnamedPlan[] = [
  {
    text: table('1 | Edge cases of slugs | - | test/slug.test.js', '2 | Slugs | 1 | src/slug.js'),
    expected: pays('2'),
  },
  {
    text: table(
      '1 | Expectations | - | tests/test_route.py',
      '2 | Route | 1 | app/route.py',
      '3 | Docs | 2 | README.md',
    ),
    expected: pays('2'),
  },
  {
    text: tasks(
      ['Pin the behaviour', 'test/cart.test.js'],
      ['Let carts hold items', '`src/cart.js`, `test/cart.test.js`'],
    ),
    expected: pays('2'),
  },
  {
    text: tasks(
      ['Examples of dates', 'spec/date_spec.rb'],
      ['Read settings', 'lib/settings.rb'],
      ['Read dates', 'lib/date.rb'],
    ),
    expected: pays('3'),
  },
  {
    text: tasks(
      ['Verhalten der Sitzung festhalten', 'test/session.test.ts'],
      ['Sitzung beenden', 'src/session.ts'],
    ),
    expected: pays('2'),
  },
  {
    text: table('1 | Grenzfälle | - | test/preis.test.js', '2 | Rabatte | 1 | src/preis.js'),
    expected: pays('2'),
  },
  {
    text: tasks(['短縮URLの期待値', 'test/short.test.js'], ['短縮URL', 'src/short.js']),
    expected: pays('2'),
  },
  {
    text: `goal: "Members can leave"\nbatches:\n  - batch_number: 1\n    files: [test/leave.test.js]\n    description: Describe leaving\n    body: Describe it.\n  - batch_number: 2\n    files: [src/leave.js]\n    description: Leaving\n    body: Do it.\n`,
    name: 'plan.yaml',
    expected: pays('2'),
  },
  {
    text: table('1 | Grenzfälle | - | test/preis.test.js', '2 | Rabatte | 1 | src/rabatt.js'),
    expected: { line: '**Files:** test/preis.test.js', phase: '2' },
  },
  {
    text: tasks(['期待値', 'test/short.test.js'], ['短縮URL', 'src/url.js']),
    expected: { line: '**Files:** test/short.test.js', phase: '2' },
  },
]
