import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

const table = `# Shop\r
\r
|Phase|Name|Depends On|Parallel With|\r
|---|---|---|---|\r
|Phase 1|Set up|-|-|\r
|2-A|Back \u001b[31mend|1|2B|\r
|2B|Front|Phase 1|-|\r
\r
Prose | as it is.\r
`
const fixed = `# Shop\r
\r
| Phase | Name          | Depends On | Parallel With |\r
|-------|---------------|------------|---------------|\r
| 1     | Set up        | -          | -             |\r
| 2A    | Back \u001b[31mend | 1          | 2B            |\r
| 2B    | Front         | 1          | 2A            |\r
\r
Prose | as it is.\r
`

const withPlan = (text: string, name = 'plan.md'): string => {
  const folder = makeFolder()
  writeFileSync(join(folder, name), text)
  return folder
}
const plan = (folder: string, name = 'plan.md'): string => readFileSync(join(folder, name), 'utf8')

describe.concurrent('amelia fix', () => {
  it('shows a diff and writes nothing', async () => {
    const folder = withPlan(table)
    const { code, stdout, stderr } = await cli(['fix', 'plan.md'], { cwd: folder })
    expect(code).toBe(0)
    expect(stdout).toBe(`--- plan.md
+++ plan.md
@@ -1,9 +1,9 @@
 # Shop
${' '}
-|Phase|Name|Depends On|Parallel With|
-|---|---|---|---|
-|Phase 1|Set up|-|-|
-|2-A|Back ?[31mend|1|2B|
-|2B|Front|Phase 1|-|
+| Phase | Name          | Depends On | Parallel With |
+|-------|---------------|------------|---------------|
+| 1     | Set up        | -          | -             |
+| 2A    | Back ?[31mend | 1          | 2B            |
+| 2B    | Front         | 1          | 2A            |
${' '}
 Prose | as it is.
`)
    expect(stderr).toBe('Nothing was written. To apply the fixes: amelia fix plan.md --write\n')
    expect(plan(folder)).toBe(table)
  })

  it('replaces the file with --write, keeping its permissions and following a link', async () => {
    const folder = withPlan(table, 'real.md')
    chmodSync(join(folder, 'real.md'), 0o640)
    symlinkSync('real.md', join(folder, 'plan.md'))
    const first = await cli(['fix', 'plan.md', '--write'], { cwd: folder })
    expect(first).toMatchObject({ code: 0, stderr: 'Written: plan.md\n' })
    expect(plan(folder, 'real.md')).toBe(fixed)
    expect(statSync(join(folder, 'real.md')).mode & 0o777).toBe(0o640)
    expect(readdirSync(folder).sort()).toEqual(['plan.md', 'real.md'])
    const second = await cli(['fix', 'plan.md', '--write'], { cwd: folder })
    expect(second).toMatchObject({ code: 0, stdout: '', stderr: 'Nothing to fix: plan.md\n' })
  })

  it('is named by amelia check, with the flags that read the plan', async () => {
    const folder = withPlan('a;b\n1;2\n', 'my plan.txt')
    writeFileSync(
      join(folder, 'amelia.config.mjs'),
      `const issue = { severity: 'error', code: 'rows:SIGN', message: 'Use commas.', line: 1, column: 1 }
      export default { parsers: [{
        contract: 'parser-v1', id: 'rows', detect: () => 1,
        parse: (text) => ({ plan: { phases: [] }, issues: text.includes(';') ? [issue] : [] }),
        fix: (text) => text.replaceAll(';', ','),
      }] }`,
    )
    const flags = ['--plan-format', 'rows', '--config', 'amelia.config.mjs']
    const { code, stderr } = await cli(['check', 'my plan.txt', ...flags], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).not.toContain('NO_PHASES')
    expect(stderr).toContain(
      `To fix what can be fixed mechanically: amelia fix 'my plan.txt' ${flags.join(' ')}\n`,
    )
    const fix = await cli(['fix', 'my plan.txt', ...flags], { cwd: folder })
    expect(fix.stderr).toContain(`To apply the fixes: amelia fix 'my plan.txt' ${flags.join(' ')} --write\n`)
  })

  it('fixes a plan that has other errors, and reports formats without fixes', async () => {
    const folder = withPlan('# Task 1: a\n\n# Task 2: b\n')
    expect(await cli(['fix', 'plan.md', '--write'], { cwd: folder })).toMatchObject({ code: 0 })
    expect(plan(folder)).toBe('## Task 1: a\n\n## Task 2: b\n')
    const yaml = withPlan('goal: g\nbatches:\n  - steps:\n      - {id: a, action_type: manual}\n')
    expect((await cli(['fix', 'plan.md'], { cwd: yaml })).stderr).toContain('execution-plan')
    const binary = withPlan('a\u0000b')
    expect(await cli(['fix', 'plan.md'], { cwd: binary })).toMatchObject({ code: 2, stdout: '' })
    expect((await cli(['fix', 'none.md'], { cwd: binary })).code).toBe(2)
  })
})

describe.concurrent('amelia convert', () => {
  it('writes a plan in the other format to stdout', async () => {
    const folder = makeFolder()
    writePlan(folder, [{ id: '1' }, { id: '2A', after: '1' }, { id: '2B', after: '1' }])
    const { code, stdout, stderr } = await cli(['convert', 'plan.md', '--to', 'task-heading'], {
      cwd: folder,
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    writeFileSync(join(folder, 'tasks.md'), stdout)
    const [before, after] = await Promise.all(
      ['plan.md', 'tasks.md'].map(async (name) => {
        const { stdout: json } = await cli(['check', name, '--json'], { cwd: folder })
        return JSON.parse(json) as {
          format: string
          phases: { id: string; line: number; subtasks: { line: number }[] }[]
        }
      }),
    )
    expect([before?.format, after?.format]).toEqual(['phase-table', 'task-heading'])
    const shape = (read: typeof before) =>
      read?.phases.map(({ line: _line, subtasks, ...phase }) => ({
        ...phase,
        subtasks: subtasks.map(({ line: _at, ...subtask }) => subtask),
      }))
    expect(shape(after)).toEqual(shape(before))
  })

  it('writes to a new file, lists the losses, and never overwrites a file', async () => {
    const steps = [1, 2, 3, 4, 5, 6].map(
      (id) => `      - { id: s${id}, description: Look, action_type: manual }`,
    )
    const folder = withPlan(`goal: g\nbatches:\n  - steps:\n${steps.join('\n')}\n`, 'plan.yaml')
    const args = ['convert', 'plan.yaml', '--to', 'task-heading', '--out', 'plan.md']
    const { code, stdout, stderr } = await cli(args, { cwd: folder })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain(
      'The number of steps: subtask s1 (0 instead of 1: without s1), subtask s2 (0 instead of 1: without s2), subtask s3 (0 instead of 1: without s3), subtask s4 (0 instead of 1: without s4), subtask s5 (0 instead of 1: without s5) and 1 more.',
    )
    expect(stderr).toContain('Every place: amelia convert plan.yaml --to task-heading --json\n')
    expect(stderr).toContain('Written: plan.md')
    expect((await cli(['check', 'plan.md'], { cwd: folder })).code).toBe(0)
    const before = plan(folder)
    const again = await cli(args, { cwd: folder })
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('plan.md already exists') })
    expect(plan(folder)).toBe(before)
    const json = await cli(['convert', 'plan.yaml', '--to', 'task-heading', '--json'], { cwd: folder })
    const { losses, ...rest } = JSON.parse(json.stdout) as { losses: { what: string; places: string[] }[] }
    expect(rest).toEqual({ format: 'execution-plan', to: 'task-heading', text: before })
    expect(losses.find(({ what }) => what === 'the number of steps')?.places).toEqual(
      [1, 2, 3, 4, 5, 6].map((id) => `subtask s${id} (0 instead of 1: without s${id})`),
    )
  })

  it('keeps everything in an execution plan', async () => {
    const folder = makeFolder()
    writePlan(folder, [
      { id: '1', status: '✅' },
      { id: '2A', after: '1' },
    ])
    const args = ['convert', 'plan.md', '--to', 'execution-plan', '--out', 'plan.yaml', '--json']
    const { stdout, stderr } = await cli(args, { cwd: folder })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual({
      format: 'phase-table',
      to: 'execution-plan',
      file: 'plan.yaml',
      losses: [],
    })
    const checked = await cli(['check', 'plan.yaml', '--json'], { cwd: folder })
    expect(JSON.parse(checked.stdout)).toMatchObject({
      phases: [
        { id: '1', status: 'done' },
        { id: '2A', status: 'pending', dependsOn: ['1'] },
      ],
    })
  })

  it('rejects a format that cannot be written, and a plan that cannot be run', async () => {
    const folder = withPlan('| Phase | Depends On |\n|---|---|\n| 1 | 9 |\n')
    const wrong = await cli(['convert', 'plan.md', '--to', 'phase-tabel'], { cwd: folder })
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "phase-table"?') })
    const broken = await cli(['convert', 'plan.md', '--to', 'phase-table', '--out', 'x.md'], { cwd: folder })
    expect(broken).toMatchObject({ code: 2, stdout: '' })
    expect(existsSync(join(folder, 'x.md'))).toBe(false)
    expect((await cli(['convert', 'plan.md'], { cwd: folder })).code).toBe(2)
  })
})

it('check lists the phases that need an agent, and reads a tag', async () => {
  const folder = withPlan(
    '## Task 1: a\n\n- [ ] Run\n\nRun: `ls`\nExpected: PASS\n\n## Task 2: b\n\n- [ ] Think\n\n## Task 3: c\n\n- [x] Done\n',
  )
  expect((await cli(['check', 'plan.md'], { cwd: folder })).stdout).toContain('Agent   needed for 2\n')
  const tags = { one: { tasks: [{ id: 1, title: 'a' }] }, two: { tasks: [{ id: 7, title: 'b' }] } }
  writeFileSync(join(folder, 'tasks.json'), JSON.stringify(tags))
  const { stdout } = await cli(['check', 'tasks.json', '--tag', 'two', '--json'], { cwd: folder })
  expect(JSON.parse(stdout)).toMatchObject({ format: 'task-master', phases: [{ id: '7', title: 'b' }] })
})

describe.concurrent('a parser of a config file', () => {
  const withParser = (members: string): string => {
    const folder = withPlan('org 1 First\n', 'plan.org')
    writeFileSync(
      join(folder, 'org.mjs'),
      `const parse = (text) => text.startsWith('org') ? { plan: { phases: [{ id: '1', title: 'First' }] }, issues: [] } : { issues: [] }
      const fail = () => { throw new Error('its table is missing') }
      const org = { contract: 'parser-v1', id: 'org', detect: (text) => text.startsWith('org') ? 1 : 0, parse, ${members} }
      export default { parsers: [org] }`,
    )
    return folder
  }
  const run = (folder: string, ...args: string[]) => cli([...args, '--config', 'org.mjs'], { cwd: folder })
  const write =
    "write: (plan) => ({ text: plan.phases.map(({ title }) => 'org 1 ' + title).join() + '\\n', losses: [] })"

  it('writes plans of all formats for convert', async () => {
    const folder = withParser(write)
    writePlan(folder, [{ id: '1' }])
    for (const file of ['plan.org', 'plan.md'])
      expect(await run(folder, 'convert', file, '--to', 'org')).toMatchObject({
        ...{ code: 0, stderr: '', stdout: expect.stringMatching(/^org 1 /) },
      })
    const wrong = await run(folder, 'convert', 'plan.org', '--to', 'orgg')
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean "org"?') })
    expect((await run(folder, 'convert', 'plan.md', '--to', 'phase-table')).code).toBe(0)
  })

  it.each([
    ['fix', 'fix: fail', 'The parser org failed in `fix`: its table is missing'],
    ['fix', 'fix: () => 3', 'The parser org must return a text from `fix`.'],
    ['convert', 'write: fail', 'The parser org failed in `write`: its table is missing'],
    ['convert', 'write: () => 3', 'The parser org must return an object with `text` and `losses`'],
    ['check', 'detect: fail', 'The parser org failed: its table is missing.'],
  ])('is named if it fails in %s: %s', async (command, members, message) => {
    const args = command === 'convert' ? ['--to', 'org'] : []
    const { code, stdout, stderr } = await run(withParser(members), command, 'plan.org', ...args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain('bug in Amelia')
  })
})
