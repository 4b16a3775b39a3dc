import { checkPlan } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { planParsers } from '../../../document/plan-parsers.ts'
import { compareRewrite } from './compare-rewrite.ts'

const read = (text: string) => checkPlan(text, { parsers: planParsers() }).plan!

/** The differences of a plan from a document. */
const compare = (source: string, written: string): string[] =>
  compareRewrite({ text: source, phases: read(source).phases }, { text: written, plan: read(written) })

/** A document with a unit that no reader knows, and its plan. */
const source = `# Shop

## Brocken A: Cart

- [x] Add the table
- [ ] Add the form

## Brocken B: Mail

Needs Brocken A.

- [ ] Send the mail

## Brocken C: Docs

Write them after Brocken B.
`

const same = `# Shop

### Task 1: Cart

- [x] Add the table
- [ ] Add the form

### Task 2: Mail

**Depends on:** Task 1

- [ ] Send the mail

### Task 3: Docs

**Depends on:** Task 2

Write them.
`

const numbers = [
  'renumbered: Brocken A Cart (line 3) is 1',
  'renumbered: Brocken B Mail (line 8) is 2',
  'renumbered: Brocken C Docs (line 14) is 3',
]
/** The same document with a unit that is known, which declares its dependencies. */
const known = same.replace('# Shop', '# The shop').replaceAll('###', '##')

describe('a rewritten document', () => {
  it('has no differences if all work, order and ticks are kept', () => {
    expect(compare(known, same)).toEqual([])
    expect(compare(source, same)).toEqual(numbers)
  })

  it.each<[string, string, string[]]>([
    ['a forgotten task', same.replace(/### Task 3[\s\S]*/, ''), ['missing: Task 3 Docs (line 14)']],
    ['a forgotten box', same.replace('- [ ] Add the form\n', ''), ['missing: Add the form (line 6)']],
    ['an invented task', `${same}\n### Task 4: Deploy\n\nDeploy it.\n`, ['new: 4 Deploy']],
    [
      'an invented box',
      same.replace('- [ ] Send the mail', '- [ ] Send the mail\n- [ ] Log it'),
      ['new: 2.2 Log it (in 2)'],
    ],
    [
      'a dropped dependency',
      same.replace('**Depends on:** Task 1', '**Depends on:** None'),
      ['dependency lost: 2 does not wait for 1 (line 8)'],
    ],
    [
      'an added dependency',
      same.replace(/(Task 1: Cart\n)/, '$1\n**Depends on:** Task 3\n').replace('Task 2\n\nW', 'None\n\nW'),
      ['dependency lost: 3 does not wait for 2 (line 14)', 'dependency added: 1 waits for 3'],
    ],
    ['a lost tick', same.replace('[x]', '[ ]'), ['no longer done: Add the table (line 5)']],
    ['an added tick', same.replace('[ ] Send', '[x] Send'), ['done now: Send the mail (line 12)']],
    [
      'a box below another task',
      same.replace('- [ ] Add the form\n', '').replace('- [ ] Send', '- [ ] Add the form\n- [ ] Send'),
      ['moved: Add the form (line 6) from 1 to 2'],
    ],
    ['another number', same.replace('### Task 3', '### Task 4'), ['renumbered: Task 3 Docs (line 14) is 4']],
    [
      'another order',
      same.replace(/(### Task 2[\s\S]*)(### Task 3[\s\S]*)/, '$2\n$1'),
      ['moved: Task 3 Docs (line 14) is in place 2'],
    ],
  ])('states %s', (_, written, differences) => {
    expect(compare(known, written)).toEqual(differences)
  })

  it('states a dropped dependency that was only a sentence', () => {
    const withoutBoxes = (text: string) => text.replaceAll(/^- \[.\] .*\n/gm, '')
    const written = withoutBoxes(same).replace('**Depends on:** Task 1', '**Depends on:** None')
    expect(compare(withoutBoxes(source), written)).toEqual([
      ...['A Cart (line 3) is 1', 'B Mail (line 6) is 2', 'C Docs (line 11) is 3'].map(
        (rest) => `renumbered: Brocken ${rest}`,
      ),
      'dependency? line 8 mentions brocken a, and 2 does not wait for 1',
    ])
    expect(compare(source, same.replace('**Depends on:** Task 1', '**Depends on:** None'))).toEqual([
      ...numbers,
      'dependency lost: 2 does not wait for 1 (line 8)',
    ])
  })

  it('compares the rows of a table and the items of a list', () => {
    const table = `# Shop\n\n| Nr | Was |\n|---|---|\n| 1 | Cart |\n| 2 | Mail |\n\n1. Docs\n2. Logs\n`
    expect(compare(table, same)).toEqual([
      'missing: 2 Logs (line 9)',
      ...['1 Add the table', '2 Add the form'].map((part) => `new: 1.${part} (in 1)`),
      'new: 2.1 Send the mail (in 2)',
      'renumbered: 1 Docs (line 8) is 3',
    ])
  })

  it('states a dropped dependency between the items of a list', () => {
    const list = '# Shop\n\nProse.\n\n1. Cart\n2. Mail (after 1)\n'
    const written =
      '# Shop\n\n### Task 1: Cart\n\nx\n\n### Task 2: Mail (after 1)\n\n**Depends on:** None\n\nx\n'
    expect(compare(list, written)).toEqual(['dependency? line 6 mentions after 1, and 2 does not wait for 1'])
    expect(compare(list, written.replace('None', 'Task 1'))).toEqual([])
  })

  it('states a dropped dependency that was a remark in a title', () => {
    const items = '# P\n\nSome prose.\n\n1. Parse\n2. Print (after 1)\n3. Test, needs 1 and 2\n4. Publish\n'
    const plan = (depends: string) =>
      `# P\n\n### Task 1: Parse\n\nA.\n\n### Task 2: Print\n\n**Depends on:** None\n\n### Task 3: Test\n\n**Depends on:** ${depends}\n\n### Task 4: Publish\n\nP.\n`
    expect(compare(items, plan('Task 1'))).toEqual([
      'dependency? line 6 mentions after 1, and 2 does not wait for 1',
      'dependency? line 7 mentions needs 2, and 3 does not wait for 2',
    ])
    expect(compare(items, plan('Task 1, Task 2').replace('None', 'Task 1'))).toEqual([])
  })

  it('compares the tasks of JSON', () => {
    const tasks = ['Cart', 'Mail'].map((title, index) => ({
      ...{ id: index + 1, title, description: '', status: 'pending', subtasks: [] },
      dependencies: [],
    }))
    expect(compare(JSON.stringify({ master: { tasks } }), '# Shop\n\n### Task 1: Cart\n\nDo it.\n')).toEqual([
      'missing: 2 Mail (line 1)',
    ])
  })

  it('states that there is nothing to compare with', () => {
    expect(compare('Build a shop.\n', same)).toEqual([
      'not compared: the document has no heading, box, numbered item or table',
    ])
  })
})
