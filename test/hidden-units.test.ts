import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import { outlinePlan } from '@amelia/parsers'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** `npm run test:plans` sets a higher number. */
const documents = Number(process.env.PLAN_DOCUMENTS ?? 0)
const numRuns = documents > 0 ? Math.max(documents, 200_000) : 100

const parsers = [phaseTable(), taskHeading(), subtaskList(), checklist(), outlinePlan()]

/** A unit: its name, its line in the style of the plan, and the text below it. */
interface Unit {
  name: string
  line: string
  body: string
}

/** Hides, damages or moves a unit. */
const edits: Record<string, (unit: Unit) => string> = {
  comment: ({ line, body }) => `<!--\n${line}\n\n${body}\n-->`,
  'comment around the line': ({ line, body }) => `<!-- ${line} -->\n\n${body}`,
  details: ({ name, body }) => `<details>\n<summary>${name}</summary>\n${body}\n</details>`,
  HTML: ({ name, body }) => `<h3>${name}</h3>\n\n${body}`,
  indent: ({ line, body }) => `text\n\n    ${line}\n\n${body}`,
  quote: ({ line, body }) => `> ${line}\n>\n> ${body}`,
  bold: ({ name, body }) => `**${name}**\n\n${body}`,
  item: ({ name, body }) => `- ${name}\n  ${body}`,
  'numbered item': ({ name, body }) => `3. ${name}\n\n${body}`,
  cell: ({ name }) => `| a | b |\n|---|---|\n| x | ${name} |`,
  fence: ({ line, body }) => `\`\`\`\n${line}\n${body}\n\`\`\``,
  'Markdown fence': ({ line, body }) => `~~~md\n${line}\n~~~sh\nx\n~~~\n${body}\n~~~`,
  'no-break space': ({ line, body }) => `${line.replace(' ', '\u00a0')}\n\n${body}`,
  'zero-width space': ({ line, body }) => `\u200b${line}\n\n${body}`,
  'zero-width space in the name': ({ name, line, body }) =>
    `${line.replace(name, `\u200b${name}`)}\n\n${body}`,
  'escaped mark': ({ line, body }) => `\\${line}\n\n${body}`,
  'no space': ({ line, body }) => `${line.replace(' ', '')}\n\n${body}`,
  'no separator': ({ line, body }) => `${line.replace(':', '')}\n\n${body}`,
  'no marks': ({ name, body }) => `${name}\n\n${body}`,
  'other level': ({ line, body }) => `${line.startsWith('#') ? '##' : '      '}${line}\n\n${body}`,
  link: ({ name, body }) => `[${name}](#there)\n\n${body}`,
  'struck through': ({ name, line, body }) => `${line.replace(name, `~~${name}~~`)}\n\n${body}`,
  code: ({ line, body }) => `\`${line}\`\n\n${body}`,
  underlined: ({ name, body }) => `${name}\n-----\n\n${body}`,
  'upper case': ({ name, line, body }) => `${line.replace(name, name.toUpperCase())}\n\n${body}`,
  'wide digits': ({ line, body }) =>
    `${line.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))}\n\n${body}`,
}

/** Writes the number in words or Roman numerals behind words in Latin or Cyrillic letters. */
const spell = (unit: Unit, numbers: string): string => {
  const spelled = (_: string, word: string, digit: string) =>
    `${word}${numbers.split(' ')[Number(digit) - 1]}:`
  return `${unit.line.replace(/([\p{Script=Latin}\p{Script=Cyrillic}] )(\d):/u, spelled)}\n\n${unit.body}`
}
Object.assign(edits, {
  'in words': (unit: Unit) => spell(unit, 'one two three four five six seven'),
  'Roman numeral': (unit: Unit) => spell(unit, 'I II III IV V VI VII'),
  numbered: ({ line, body }: Unit) =>
    `${line.replace(/([\p{Script=Latin}\p{Script=Cyrillic}]) (?=\d:)/u, '$1 No. ')}\n\n${body}`,
  'below criteria': ({ line, body }: Unit) => `## Acceptance criteria\n\n#${line}\n\n${body}\n\n## Others`,
})

const styles: Record<string, (name: string, body: string) => string> = {
  'heading of level 2': (name, body) => `## ${name}\n\n${body}\n`,
  'heading of level 3': (name, body) => `### ${name}\n\n${body}\n`,
  box: (name) => `- [ ] ${name}\n  text`,
  'bold box': (name) => `- [ ] **${name}**\n  text`,
}

const plan = fc.record({
  word: fc.constantFrom(
    ...['Task ', 'Phase ', 'Step ', 'Milestone ', 'Stage ', 'Story ', 'Sprint ', 'T', 'Aufgabe ', 'Fase '],
    ...['Étape ', 'Этап ', 'タスク ', '任务 ', 'Adım ', 'Krok '],
  ),
  style: fc.constantFrom(...Object.keys(styles)),
  count: fc.integer({ min: 3, max: 7 }),
  at: fc.nat(),
  edit: fc.constantFrom(...Object.keys(edits)),
  body: fc.constantFrom('Do it.', '- [ ] do it', '- [x] did it\n- [ ] do more'),
})

test(
  'a unit that is hidden, damaged or moved is read, or its line is in an issue',
  () => {
    fc.assert(
      fc.property(plan, ({ word, style, count, at, edit, body }) => {
        const write = styles[style]!
        const tokens = Array.from({ length: count }, (_, index) => `Token${'abcdefg'[index]}q`)
        const units = tokens.map((token, index) => {
          const name = `${word}${index + 1}: ${token}`
          const [line = '', ...rest] = write(name, body).split('\n')
          return index === at % count
            ? edits[edit]!({ name, line, body: rest.join('\n').trim() })
            : write(name, body)
        })
        const source = `# Plan\n\n${units.join('\n')}\n`
        const lines = source.toLowerCase().split('\n')
        const { plan: read, issues, reading, format } = checkPlan(source, { parsers })
        const parts = read?.phases.flatMap((phase) => [phase, ...phase.subtasks]) ?? []
        for (const token of tokens.map((each) => each.toLowerCase())) {
          const has = (text: string) => text.toLowerCase().includes(token)
          const line = lines.findIndex(has) + 1
          // A text in no format is one phase, and no part of it is hidden from its session.
          const isRead = format === 'single' || parts.some(({ title }) => has(title))
          const isNamed = issues.some((issue) => issue.line === line || names(issue.message, line))
          expect(isRead || isNamed, `${token} of ${source}`).toBe(true)
          expect(reading?.context.some(({ text }) => has(text)) ?? false).toBe(false)
        }
      }),
      { numRuns },
    )
  },
  60_000 + numRuns * 20,
)

const hiddenRows: Record<string, (row: string) => string> = {
  quote: (row) => `> ${row}`,
  item: (row) => `- ${row}`,
  fence: (row) => `\`\`\`\n${row}\n\`\`\``,
  comment: (row) => `<!-- ${row} -->`,
  details: (row) => `<details>\n${row}\n</details>`,
  indent: (row) => `text\n\n    ${row}`,
  'below a heading': (row) => `## Notes\n\n${row}`,
  'behind a text': (row) => `\nAnd one more:\n\n${row}`,
}

test.each(Object.keys(hiddenRows))('a row of a table of phases is named: %s', (edit) => {
  for (const at of [1, 2, 3]) {
    const rows = ['a', 'b', 'c', 'd'].map((token, index) => `| ✅ | ${index + 1} | Token${token}q | - |`)
    const written = rows.map((row, index) => (index === at ? hiddenRows[edit]!(row) : row))
    const source = `# Plan\n\n| Status | Phase | Name | Depends On |\n|---|---|---|---|\n${written.join('\n')}\n`
    const { plan: read, issues, reading } = checkPlan(source, { parsers })
    source.split('\n').forEach((text, index) => {
      const [token] = /Token.q/.exec(text) ?? []
      if (token === undefined || read?.phases.some(({ title }) => title === token)) return
      expect(reading?.skipped).toContainEqual(expect.objectContaining({ line: index + 1, work: true }))
      expect(issues.some(({ message }) => names(message, index + 1))).toBe(true)
    })
  }
})

test('rows of other tables, of examples and of known phases are no work', () => {
  const source =
    '# Plan\n\n| Phase | Name | Depends On |\n|---|---|---|\n| 1 | Build | - |\n| 2 | Test | 1 |\n\n' +
    '| Risk | Name | Owner |\n|---|---|---|\n| 7 | Delay | Ada |\n\n' +
    '```\n| Port | Service | Use |\n|---|---|---|\n| 80 | Web | all |\n```\n\n> | 2 | Test | 1 |\n'
  const { issues, reading } = checkPlan(source, { parsers })
  expect([issues, reading?.skipped]).toEqual([[], []])
})

test.each([
  ['1. Tokenaq', '- [ ] 1. Tokenaq\n  - [ ] 1.1 a\n', '- [ ] 2. Tokenbq\n  - [ ] 2.1 a\n'],
  ['1.1 Tokenaq', '## 1. Work\n\n- [ ] 1.1 Tokenaq\n', '- [ ] 1.2 Tokenbq\n'],
  ['T001 Tokenaq', '- [ ] T001 Tokenaq in `a.ts`\n', '- [ ] T002 Tokenbq in `b.ts`\n'],
])('an item without a box is named: %s', (item, first, second) => {
  for (const bullet of ['-', '*', '7.', '']) {
    const source = `# Plan\n\n${first.replace(/- \[ \] (?=.*Tokena)/, `${bullet} `.trimStart())}${second}`
    const { plan: read, issues } = checkPlan(source, { parsers })
    expect(JSON.stringify(read?.phases)).toContain('Tokenbq')
    expect(issues.map(({ message }) => message).join(), source).toContain(
      `"${bullet} ${item}`.replace('" ', '"'),
    )
  }
})

const damaged = [
  ...['### Tsak 1: a', '### Task\u200b 1: a', '### Task 1 a', '[^1]: ### Task 1: a', '### Task No. 1: a'],
  ...[
    '### Task I: a',
    '### Task one: a',
    '### Task One - a',
    '**Task one: a**',
    '- [ ] Task I: a',
    '> Task I: a',
  ],
  ...['### Task A: a', '### [ ] Task one: a', 'Task one: a\n---'],
]
test.each(damaged)('the first unit is named like the others: %j', (line) => {
  const { reading } = checkPlan(`# Plan\n\n${line}\n\nx\n\n### Task 2: b\n\n### Task 3: c\n`, { parsers })
  expect(reading?.skipped).toEqual([expect.objectContaining({ line: 3, work: true })])
})

test.each([
  ['Story', '- [ ] do it'],
  ['Phase', 'Do it.'],
  ['Step', 'Do it.'],
])('a unit below a heading about criteria is named: %s', (word, body) => {
  const [one, two, three] = [1, 2, 3].map((number) => `### ${word} ${number}: x${number}\n\n${body}\n`)
  for (const heading of ['Acceptance criteria', 'Definition of Done', 'Kriterien: Erfolgskriterien']) {
    const source = `# Plan\n\n## Work\n\n${one}\n${two}\n## ${heading}\n\n${three}`
    const { reading } = checkPlan(source, { parsers })
    expect(reading?.skipped[0]).toEqual(expect.objectContaining({ line: 15, work: true }))
  }
})

test.each([
  ['rows', '| Phase | Name | Depends On |\n|---|---|---|\n', (n: number) => `| ${n} | x${n} | - |\n`],
  ['boxes', '', (n: number) => `- [ ] ${n}. x${n}\n  - [ ] ${n}.1 y\n`],
  ['headings', '', (n: number) => `## ${n}. x${n}\n\n- [ ] ${n}.1 y\n\n`],
] as const)(
  'a gap in the numbers of %s is stated, and asked about if the text has the number',
  (_, start, unit) => {
    const plan = (numbers: number[], end = '') => {
      const source = `# Plan\n\n${start}${numbers.map(unit).join('')}\n${end}`
      const { reading, issues } = checkPlan(source, { parsers })
      const gap = issues.find(({ message }) => message.includes('has a gap'))?.message
      return [gap, reading?.skipped.map(({ text }) => text)]
    }
    expect(plan([1, 2, 4])).toEqual(['The series "phase" has a gap: 3 is missing.', []])
    expect(plan([2, 3, 4])).toEqual(['The series "phase" has a gap: 1 is missing.', []])
    expect(plan([1, 2, 4], 'Step 3 is new.\n')[1]).toEqual(['Step 3'])
    for (const sound of [[0, 1, 2], [1, 2, 3], [7, 8], [2]]) expect(plan(sound)).toEqual([undefined, []])
  },
)

test('the placeholder of a template is not a unit', () => {
  const source =
    '# Plan\n\n## Task 1: a\n\n```md\n### Task N: name\n### Task A: name\n```\n\n## Task X: later\n'
  const { reading } = checkPlan(source, { parsers })
  expect(reading?.skipped.map(({ line }) => line)).toEqual([10])
})

test('conditions with the number or the word of a unit are conditions', () => {
  const source = `# Plan\n\n### Task 1: a\n\nx\n\n### Task 2: b\n\nx\n\n## Success criteria\n\n### Task 1\n\n- [ ] Task 2: it works\n- [ ] 3. It is fast\n`
  const numbered = `# Plan\n\n## 1. a\n\n- [ ] 1.1 x\n\n## 2. b\n\n- [ ] 2.1 y\n\n## 3. Success criteria\n\n### 4. Fast\n\n- [ ] it works\n`
  for (const each of [source, numbered]) expect(checkPlan(each, { parsers }).reading?.skipped).toEqual([])
})

const value = fc.constantFrom<(token: string) => unknown>(
  (token) => token,
  (token) => [token],
  (token) => ({ id: 7, title: token }),
  (token) => [{ id: 7, title: 'a', more: { text: token } }],
)
const tasks = fc.record({
  count: fc.integer({ min: 1, max: 4 }),
  at: fc.nat(),
  key: fc.constantFrom('owner', 'features', 'titel', 'goals', 'description ', 'Subtasks'),
  inside: fc.constantFrom<'file' | 'task' | 'subtask' | 'list'>('file', 'task', 'subtask', 'list'),
  value,
})

test(
  'a value of a data file that no field reads has its line in an issue',
  () => {
    fc.assert(
      fc.property(tasks, ({ count, at, key, inside, value: make }) => {
        const list = Array.from({ length: count }, (_, index) => ({
          ...{ id: index + 1, title: `Title ${index}`, status: 'pending' },
          subtasks: [{ id: 1, title: 'Part' }],
        }))
        const task = list[at % count]!
        const file = { tasks: list }
        if (inside === 'list') Object.assign(task, { subtasks: [make('Tokenq')] })
        else Object.assign({ file, task, subtask: task.subtasks[0]! }[inside], { [key]: make('Tokenq') })
        const source = JSON.stringify(file, null, 2)
        const line = source.split('\n').findIndex((text) => text.includes('Tokenq')) + 1
        const { plan: read, issues } = checkPlan(source, { parsers: [taskMaster()] })
        const isRead = JSON.stringify(read?.phases ?? []).includes('Tokenq')
        const isNamed = issues.some((issue) => {
          const last = Number(/lines \d+ to (\d+)/.exec(issue.message)?.[1] ?? 0)
          // A value is named with all that is inside it, so its line may be a few above.
          return issue.line <= line && line <= Math.max(issue.line + 6, last)
        })
        expect(isRead || isNamed, source).toBe(true)
      }),
      { numRuns },
    )
  },
  60_000 + numRuns * 20,
)

const names = (message: string, line: number): boolean =>
  [...message.matchAll(/(\d+)(?: to (\d+))?/g)].some(
    ([, from, to]) => Number(from) <= line && line <= Number(to ?? from),
  )
