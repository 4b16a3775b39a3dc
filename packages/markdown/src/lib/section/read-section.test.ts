import { expect, test } from 'vitest'
import { readOutline } from '../outline/read-outline.ts'
import { readSection } from './read-section.ts'
import { veryMany } from '../../../../../test/fixtures/very-many.ts'

const read = (text: string) => {
  const outline = readOutline(`## One\n${text}`)
  return readSection({ outline, heading: 0, end: outline.blocks.length, id: '1', title: 'One' })
}
const fence = (info: string, content = 'x') => `\`\`\`${info}\n${content}\n\`\`\`\n`

test('fences with a file are code steps, sh fences are command steps through a shell', () => {
  const { subtasks, files, issues, body } = read(
    `\n${fence('ts file=src/a.ts', 'a\n\nb')}${fence('js file=b.js replace risk=low')}${fence('sh', '# go\nnpm test')}`,
  )
  expect(issues).toEqual([])
  expect(files).toEqual(['src/a.ts', 'b.js'])
  expect(body.startsWith('```ts file')).toBe(true)
  expect(subtasks).toMatchObject([
    {
      id: '1.1',
      title: 'One',
      line: 1,
      files: ['src/a.ts', 'b.js'],
      steps: [
        {
          id: '1.1.1',
          action: 'code',
          filePath: 'src/a.ts',
          codeChange: 'a\n\nb\n',
          replace: false,
          line: 3,
        },
        { id: '1.1.2', action: 'code', filePath: 'b.js', replace: true, risk: 'low', line: 8 },
        {
          id: '1.1.3',
          action: 'command',
          command: '# go\nnpm test',
          shell: true,
          description: 'npm test',
          line: 11,
        },
      ],
    },
  ])
})

test.each([
  ['sh expect=fail', { expectExitCode: 'fail' }],
  ['sh expect=pass', { expectExitCode: 0 }],
  ['sh expect-exit=2', { expectExitCode: 2 }],
  ['sh keep=server', { keep: 'server' }],
  ['sh cwd=pkg/a risk=high', { cwd: 'pkg/a', risk: 'high' }],
])('%s', (info, step) => {
  expect(read(fence(info)).subtasks[0]?.steps).toMatchObject([step])
})

test.each([
  ['sh keep=forever', 'STEP_INVALID', 'error'],
  ['sh kep=server', 'KEY_UNKNOWN', 'warning'],
  ['js file=a.js keep=server', 'KEY_UNKNOWN', 'warning'],
  ['sh expect=maybe', 'STEP_INVALID', 'error'],
  ['sh expect-exit=256', 'STEP_INVALID', 'error'],
  ['sh risk=huge', 'STEP_INVALID', 'error'],
  ['sh expct=fail', 'KEY_UNKNOWN', 'warning'],
  ['js file=a.js rsik=low', 'KEY_UNKNOWN', 'warning'],
  ['sh timeout=5', 'KEY_UNKNOWN', 'warning'],
  ['sh expectfail', 'KEY_UNKNOWN', 'warning'],
  ['js file=a.js replce', 'KEY_UNKNOWN', 'warning'],
  ['js fil=a.js', 'KEY_UNKNOWN', 'warning'],
  ['sh file=y.sh expect=fail', 'KEY_UNKNOWN', 'warning'],
  ['bash expect=fail', 'KEY_UNKNOWN', 'warning'],
  ['js file=a.js file=b.js', 'STEP_INVALID', 'error'],
  ['sh expect=fail expect-exit=2', 'STEP_INVALID', 'error'],
])('%s is an issue at its line', (info, code, severity) => {
  expect(read(`\n${fence(info)}`).issues).toMatchObject([{ code, severity, line: 3, column: 1 }])
})

test('attributes of other tools are nobody’s business', () => {
  expect(read(fence('js file=a.js title="x" {1,3}')).issues).toEqual([])
  expect(read(fence('js title="x" {1,3} showLineNumbers')).issues).toEqual([])
  expect(read(fence('{r, echo=FALSE, fig.width=3}') + fence('bash copy title=x')).issues).toEqual([])
})

test('an issue names the attribute as written', () => {
  const messages = (info: string) => read(fence(info)).issues.map(({ message }) => message)
  expect(messages('sh expect-exit=abc')).toEqual([expect.stringContaining('expect-exit=abc is neither')])
  expect(messages('sh expectfail')).toEqual([expect.stringContaining('Did you mean "expect=fail"?')])
  expect(messages('js file=a.js replce')).toEqual([expect.stringContaining('Did you mean "replace"?')])
})

test('bash, console and plain fences are text', () => {
  expect(read(fence('bash') + fence('console') + fence('') + fence('ts')).subtasks).toEqual([])
})

test('sub-headings with steps are subtasks, with a type at the end or on a line', () => {
  const { subtasks } = read(
    `${fence('sh')}### Queue (test)\n${fence('js file=q.test.js')}### Prose\nx\n#### Push\n**Type:** impl\n${fence('js file=q.js')}`,
  )
  expect(subtasks.map(({ id, title, type, files, line }) => [id, title, type, files, line])).toEqual([
    ['1.1', 'One', undefined, [], 1],
    ['1.2', 'Queue', 'test', ['q.test.js'], 5],
    ['1.3', 'Push', 'impl', ['q.js'], 11],
  ])
})

test('steps inside items are subtasks, and what follows them comes after them', () => {
  const { subtasks } = read(
    `- [ ] first (test)\n\n  ${fence('sh').replaceAll('\n', '\n  ')}\n${fence('sh', 'later')}`,
  )
  expect(subtasks.map(({ id, title, type, steps }) => [id, title, type, steps?.[0]?.command])).toEqual([
    ['1.1', 'first', 'test', 'x'],
    ['1.2', 'One', undefined, 'later'],
  ])
  expect(subtasks.flatMap(({ steps }) => steps?.map(({ id }) => id))).toEqual(['1.1.1', '1.2.1'])
})

test('declared files win over those of the steps', () => {
  expect(read(`**Files:** \`a.js\`, \`b.js\`\n\n${fence('js file=a.js')}`).files).toEqual(['a.js', 'b.js'])
  expect(read(`### Files\n- \`c.js\`\n\n### Do\n${fence('js file=a.js')}`).files).toEqual(['c.js'])
  expect(read(`### A\n**Files:** \`d.js\`\n\n${fence('js file=a.js')}`)).toMatchObject({
    files: ['d.js'],
    subtasks: [{ files: ['d.js'] }],
  })
})

test('without steps, checkboxes and listed tasks are subtasks; conditions are not', () => {
  const { subtasks } = read(
    '- [x] a (test)\n  - [ ] inner\n- b\n\n### Tasks\n1. c\n\n### Definition of Done\n- [ ] d\n\n**Tasks:**\n',
  )
  expect(subtasks.map(({ id, title, type, status }) => [id, title, type, status])).toEqual([
    ['1.1', 'a', 'test', 'done'],
    ['1.2', 'c', undefined, undefined],
  ])
  expect(read('**Tasks:**\n- e\n- f').subtasks.map(({ title }) => title)).toEqual(['e', 'f'])
  expect(read('### Task 1: g\n### Notes\n### Task 2: h').subtasks.map(({ title }) => title)).toEqual([
    'Task 1: g',
    'Task 2: h',
  ])
  expect(read('### Step 1: i\n### Step 2: j').subtasks.map(({ title }) => title)).toEqual([
    'Step 1: i',
    'Step 2: j',
  ])
  expect(read('- a\n- b').subtasks).toEqual([])
})

test('boxes anywhere below a heading about criteria are not subtasks', () => {
  const phase =
    '- [ ] a\n\n### Success Criteria:\n\n#### Automated Verification:\n\n- [x] b\n\n##### More\n\n- [ ] c\n'
  expect(read(`${phase}\n### Work\n\n- [ ] d\n`).subtasks.map(({ title }) => title)).toEqual(['a', 'd'])
  expect(read('### Phase 1 Success Criteria\n\n- [x] a').subtasks).toEqual([])
  expect(read('**Exit criteria:**\n\n- [x] a').subtasks).toEqual([])
})

test.each([
  'Notes API (impl)',
  'Notes service',
  'Verify button',
  'Success page',
  'Success message (impl)',
  'Risk scoring',
  'Risks dashboard',
  'Acceptance tests (test)',
  'Acceptance criteria editor (impl)',
  'Verified accounts',
])('boxes below the sub-heading %j are subtasks', (title) => {
  expect(read(`### ${title}\n\n- [ ] a`).subtasks.map((subtask) => subtask.title)).toEqual(['a'])
})

test.each([
  'Notes',
  'Notes:',
  'Notes for reviewers',
  'Verify',
  'Verification steps',
  'Verification & Testing',
  'Success',
  'Success metrics',
  'Risks and mitigations',
  'Risks / open items',
  'Acceptance tests',
  'Acceptance checks',
  'Acceptance gate',
  'Verification criteria',
  'Success indicators',
  'Verify that it works',
  'Out of scope (future)',
  'DoD',
])('boxes below the sub-heading %j are conditions', (title) => {
  expect(read(`### ${title}\n\n- [ ] a`).subtasks).toEqual([])
})

test('rows of a table of tasks are subtasks if nothing else is', () => {
  const table = '| # | Task | Status |\n|---|---|---|\n| 3 | Button | Done |\n| 4 | Card (test) | |\n'
  expect(read(table).subtasks).toMatchObject([
    { id: '1.1', title: 'Button', status: 'done', line: 4 },
    { id: '1.2', title: 'Card', type: 'test', line: 5 },
  ])
  expect(read(`- [ ] a\n\n${table}`).subtasks.map(({ title }) => title)).toEqual(['a'])
  const named =
    '| Task | Description | Completed |\n|---|---|---|\n| TASK-1 | Add | ✅ |\n| TASK-2 | Remove | |\n'
  expect(read(named).subtasks).toMatchObject([{ title: 'Add', status: 'done' }, { title: 'Remove' }])
  const chinese =
    '| 编号 | 任务 | 状态 |\n|---|---|---|\n| １ | 添加 | 已完成 |\n| 2 | 删除（全部） | 待办 |\n'
  expect(read(chinese).subtasks).toMatchObject([
    { title: '添加', status: 'done' },
    { title: '删除（全部）', status: 'pending' },
  ])
  expect(read(table.replace('Task', 'Metric')).subtasks).toEqual([])
  expect(read(`### Success criteria\n\n${table}`).subtasks).toEqual([])
})

test('fields of sub-headings are not the section’s', () => {
  const { fields } = read('**Risk:** high\n**Risk:** low\n\n### A\n**Status:** done')
  expect(fields.get('risk')?.value).toBe('high')
  expect(fields.has('status')).toBe(false)
})

test('fault 10: very many tasks', () => {
  expect(read('- [ ] a\n'.repeat(veryMany)).subtasks).toHaveLength(veryMany)
})

test('a field that cannot be read is a warning, and a sentence is a remark', () => {
  const found = read('**Risk:** hgh\n**Priority:** soon\n**Estimate:** M\n').issues
  expect(found.map(({ code, line }) => [code, line])).toEqual([
    ['RISK_INVALID', 2],
    ['PRIORITY_INVALID', 3],
  ])
  expect(read('**Risk:** The old client may lose data.\n').issues).toEqual([])
})

test('a box below a sub-heading with a type has this type, and removes no other sub-heading', () => {
  const types = (text: string) => read(text).subtasks.map(({ title, type }) => [title, type])
  const source = '### Write the tests (test)\n### Implement (impl)\n- [ ] keep it small\n- [ ] docs (other)\n'
  const expected = [
    ['keep it small', 'impl'],
    ['docs', 'other'],
  ]
  expect(types(source)).toEqual([['Write the tests', 'test'], ...expected])
  expect(types(`${source}### More\n${fence('sh', 'ls')}`)).toEqual([
    ['Write the tests', 'test'],
    ...expected,
    ['More', undefined],
  ])
  expect(types('- [ ] a\n### Implement (impl)\n')).toEqual([
    ['a', undefined],
    ['Implement', 'impl'],
  ])
})

test('boxes and steps of a part are subtasks in the order in which they are written', () => {
  const sh = (command: string): string => `${fence('sh', command)}\n`
  const { subtasks, body } = read(
    `\nIntro\n\n${sh('one')}- [ ] Write\n- [x] Read\n\nText\n\n${sh('two')}${sh('three')}- [ ] Last\n`,
  )
  expect(subtasks.map(({ id, title, line, steps = [] }) => [id, title, line, steps.length])).toEqual([
    ['1.1', 'One', 1, 1],
    ['1.2', 'Write', 9, 0],
    ['1.3', 'Read', 10, 0],
    ['1.4', 'One', 14, 2],
    ['1.5', 'Last', 22, 0],
  ])
  expect(subtasks[0]?.body).toBe('Intro\n\n```sh\none\n```')
  expect(subtasks[3]?.body).toBe('```sh\ntwo\n```\n\n```sh\nthree\n```')
  expect(body).toContain('- [x] Read')
  const only = read(`\n- [ ] Write\n\n${sh('one')}\n**Done when:**\n\n- [ ] green\n`)
  expect(only.subtasks.map(({ title, line }) => [title, line])).toEqual([
    ['Write', 3],
    ['One', 5],
  ])
})
