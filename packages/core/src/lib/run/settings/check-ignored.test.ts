import { beforeEach, expect, it } from 'vitest'
import { phase } from '../../../../test/sample-plan.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { checkIgnored } from './check-ignored.ts'

let asked: (readonly string[])[] = []
const git = {
  findIgnored: async (workspace: unknown, paths: readonly string[]) => {
    expect(workspace).toBeNull()
    asked.push(paths)
    return paths
      .filter((path) => path.startsWith('lib/'))
      .map((path) => ({ path, source: 'src/.gitignore', line: 2, pattern: 'lib/' }))
  },
}

beforeEach(() => {
  asked = []
})

const planOf = (source: string, ...phases: Parameters<typeof phase>[]) =>
  planSchema.parse({ goal: 'x', source, phases: phases.map((each) => phase(...each)) })

it('warns about the files of open phases, of subtasks and of steps, each once, at the line that names it', async () => {
  const source = '# Plan\n## a\nCreate: `lib/a.js`\n## b\n- lib/b.js\n'
  const steps = [{ id: 'b.1.1', action: 'code' as const, filePath: 'lib/step.js', codeChange: '1' }]
  const plan = planOf(
    source,
    ['a', [], { line: 2, files: ['lib/a.js', 'src/a.js'] }],
    [
      'b',
      [],
      { line: 4, files: ['lib/a.js'], subtasks: [{ id: 'b.1', title: 'b', files: ['lib/b.js'], steps }] },
    ],
    ['c', [], { files: ['lib/done.js'], status: 'done' }],
    ['d', [], { files: ['lib/gone.js'], body: 'Delete: `lib/gone.js`' }],
  )
  const rule =
    '(src/.gitignore:2: lib/), so no commit can contain it. Exclude it from the rule, add it with "git add -f", or leave it out of the plan.'
  const common = { severity: 'warning', code: 'FILE_IGNORED' }
  expect(await checkIgnored(plan, git)).toEqual([
    { ...common, message: `Git ignores "lib/a.js" ${rule}`, line: 3, column: 10 },
    { ...common, message: `Git ignores "lib/b.js" ${rule}`, line: 5, column: 3 },
    { ...common, message: `Git ignores "lib/step.js" ${rule}`, line: 4, column: 1 },
  ])
  expect(asked).toHaveLength(1)
})

it('asks once about 5,000 files, and about the folder of a pattern', async () => {
  const files = [...Array.from({ length: 4_999 }, (_, at) => `src/${at}.js`), 'lib/**/*.js', '**/*.js']
  const issues = await checkIgnored(planOf('', ['a', [], { files, subtasks: [] }]), git)
  expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining('"lib/**/*.js"')])
  expect(asked).toEqual([expect.objectContaining({ length: 5_000 })])
})

it('asks nothing without files or rules', async () => {
  const plan = planOf('', ['a', [], { subtasks: [] }])
  expect(await checkIgnored(plan, git)).toEqual([])
  expect(await checkIgnored(planOf('', ['a', [], { files: ['lib/a'] }]), {})).toEqual([])
  expect(asked).toEqual([])
})
