import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const write = (folder: string, files: Record<string, string>): string => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

interface Json {
  ok: boolean
  format: string
  phases: {
    id: string
    title: string
    file?: string
    line: number
    dependsOn: string[]
    status: string
    subtasks: object[]
  }[]
  issues: { code: string; file?: string; line: number }[]
}

const check = async (folder: string, ...args: string[]): Promise<Json> => {
  const { stdout, stderr } = await cli(['check', ...args, '--json'], { cwd: folder })
  expect(stderr).toBe('')
  return JSON.parse(stdout) as Json
}
const phases = ({ phases: all }: Json) =>
  all.map(({ id, file, line, dependsOn }) => `${id} ${file}:${line} <${dependsOn.join(' ')}>`)

const task = (id: string, more = '', body = 'Write it.'): string =>
  `---\nid: ${id}\ntitle: Do ${id}\nstatus: To Do\n${more}---\n\n${body}\n`
const gsd = (number: string, head = ''): string =>
  `---\nphase: 03-api\nplan: ${number}\n${head}---\n\n<objective>\nPart ${number}.\n</objective>\n\n<tasks>\n<task type="auto">\n<name>Task 1: Write ${number}</name>\n<action>Do it.</action>\n</task>\n</tasks>\n`

describe.concurrent('amelia check FOLDER', () => {
  it('reads Backlog.md', async () => {
    const folder = write(makeFolder(), {
      'backlog/config.yml': 'project_name: x\n',
      'backlog/tasks/task-2 - B.md': task('task-2', 'dependencies: [task-1]\n'),
      'backlog/tasks/task-1 - A.md': task('task-1'),
    })
    const read = await check(folder, 'backlog')
    expect(read).toMatchObject({ ok: true, format: 'backlog-task', issues: [] })
    expect(phases(read)).toEqual([
      'task-1 backlog/tasks/task-1 - A.md:1 <>',
      'task-2 backlog/tasks/task-2 - B.md:1 <task-1>',
    ])
    const { stdout } = await cli(['graph', 'backlog', '--format', 'json'], { cwd: folder })
    expect(JSON.parse(stdout)).toMatchObject({
      nodes: [{ file: 'backlog/tasks/task-1 - A.md', line: 1 }, {}],
    })
  })

  it('reads a phase of GSD, and the roadmap', async () => {
    const folder = write(makeFolder(), {
      '.planning/ROADMAP.md':
        '# Roadmap\n\n## Phases\n\n- [x] **Phase 2: Base** - x\n- [ ] **Phase 3: API** - y\n\n## Phase Details\n\n### Phase 3: API\n**Goal**: An API\n**Depends on**: Phase 2\n',
      '.planning/PROJECT.md': '# Project\n\n- [ ] Not work\n',
      '.planning/phases/03-api/03-01-PLAN.md': gsd('01', 'wave: 1\n'),
      '.planning/phases/03-api/03-02-PLAN.md': gsd('02', 'wave: 2\n'),
      '.planning/phases/03-api/03-01-SUMMARY.md': '# Done\n',
    })
    const phase = await check(folder, '.planning/phases')
    expect(phases(phase)).toEqual([
      '03-01 .planning/phases/03-api/03-01-PLAN.md:1 <>',
      '03-02 .planning/phases/03-api/03-02-PLAN.md:1 <03-01>',
    ])
    expect(phase.phases.map(({ status }) => status)).toEqual(['done', 'pending'])
    expect(phase.phases[1]?.subtasks).toMatchObject([
      { id: '03-02.1', file: '.planning/phases/03-api/03-02-PLAN.md', line: 13 },
    ])
    const roadmap = await check(folder, '.')
    expect(phases(roadmap).map((each) => each.split(':')[0])).toEqual([
      '2 .planning/ROADMAP.md',
      '3 .planning/ROADMAP.md',
    ])
  })

  it.each([
    [
      'openspec/changes/add-x',
      ['proposal.md', 'design.md', 'specs/x/spec.md'],
      '## 1. Part\n\n- [ ] 1.1 Write it\n',
    ],
    ['specs/001-x', ['spec.md', 'plan.md', 'contracts/api.md'], '## Phase 1: Part\n\n- [ ] T001 Write it\n'],
    ['.kiro/specs/x', ['requirements.md', 'design.md'], '# Tasks\n\n- [ ] 1. Part\n  - [ ] 1.1 Write it\n'],
    [
      'agent-os/specs/2026-01-02-x',
      ['spec.md'],
      '#### T1: Part\n\n- [ ] Write it\n\n#### T2: Rest\n\n- [ ] Do it\n',
    ],
  ])('reads the tasks.md of %s, and its other files as context', async (name, others, tasks) => {
    const context = Object.fromEntries(
      others.map((path) => [join(name, path), '# Other\n\n- [ ] T009 not work\n']),
    )
    const folder = write(makeFolder(), { ...context, [join(name, 'tasks.md')]: tasks })
    const [whole, alone] = [await check(folder, name), await check(folder, join(name, 'tasks.md'))]
    expect(whole.phases[0]?.file).toBe(join(name, 'tasks.md'))
    const bare = ({ phases: all, format, ok }: Json): unknown =>
      JSON.parse(
        JSON.stringify({ all, format, ok }, (key, value: unknown) => (key === 'file' ? undefined : value)),
      )
    expect(bare(whole)).toEqual(bare(alone))
    const { stdout } = await cli(['check', name], { cwd: folder })
    expect(stdout).toContain('Files   tasks.md; context: ')
  })

  it('prints each issue with a file and a line that exist', async () => {
    const folder = write(makeFolder(), {
      'backlog/tasks/task-1 - A.md': task('task-1', 'dependencies: [task-5]\n'),
      'backlog/tasks/task-2 - B.md': task('task-2', '', 'token: AKIAQ3EGTXZ5RVKP7LDW'),
    })
    const { code, stderr } = await cli(['check', 'backlog/tasks'], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr.split('\n').filter((line) => line.includes('error:'))).toEqual([
      expect.stringMatching(/^backlog\/tasks\/task-1 - A\.md:5:16: error: Phase task-1 depends on "task-5"/),
      expect.stringMatching(/^backlog\/tasks\/task-2 - B\.md:7:8: error: .*\[SECRET_IN_PLAN\]/),
    ])
  })

  it('graph draws a folder with errors, marked', async () => {
    const folder = write(makeFolder(), {
      'backlog/tasks/task-1 - A.md': task('task-1', 'dependencies: [task-5]\n'),
      'backlog/tasks/task-2 - B.md': task('task 2'),
    })
    const { code, stdout } = await cli(['graph', 'backlog', '--format', 'json'], { cwd: folder })
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      nodes: [{ errors: ['task-5 is unknown'] }, { errors: ['ID_INVALID'] }],
      issues: [{ file: 'backlog/tasks/task-1 - A.md' }, { file: 'backlog/tasks/task-2 - B.md' }],
    })
  })

  it('refuses a folder with several plans once, with their paths', async () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c'].flatMap((name) =>
        ['tasks.md', 'proposal.md'].map((file) => [`openspec/changes/${name}/${file}`, 'x']),
      ),
    )
    const folder = write(makeFolder(), files)
    for (const command of ['check', 'graph', 'fix']) {
      expect(await cli([command, 'openspec'], { cwd: folder })).toMatchObject({
        ...{ code: 2, stdout: '' },
        stderr: `error: openspec contains 3 plans: openspec/changes/a, openspec/changes/b, openspec/changes/c. Pass one of them.\nUsage: amelia ${command} --help\n`,
      })
    }
  })

  it('refuses a folder in no known format, with the files to choose from', async () => {
    const folder = write(makeFolder(), { 'plans/a.md': '# A', 'plans/b.txt': 'B' })
    const { code, stderr } = await cli(['check', 'plans'], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /plans is not the folder of a plan \(.*It contains plans\/a\.md\. Pass one of these files\./,
    )
  })
})

describe.concurrent('several files', () => {
  it('are one plan if their format defines it, and refused otherwise', async () => {
    const folder = write(makeFolder(), {
      ...{ 't/one.md': task('task-1'), 't/two.md': task('task-2', 'dependencies: [task-1]\n') },
      'table.md': '| Phase | Name | Depends On |\n|---|---|---|\n| 1 | A | - |\n| 2 | B | 1 |\n',
    })
    expect(phases(await check(folder, 't/one.md', 't/two.md'))).toEqual([
      'task-1 t/one.md:1 <>',
      'task-2 t/two.md:1 <task-1>',
    ])
    const { code, stderr } = await cli(['check', 'table.md', 't/one.md', 't/two.md'], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toMatch(/^table\.md:1:1: error: The file has no front matter/)
    const other = write(makeFolder(), { 'a.md': '# A\n', 'b.md': '# B\n' })
    const refused = await cli(['check', 'a.md', 'b.md'], { cwd: other })
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('No format has these files as one plan: a.md, b.md. Choose one of them.')
    expect(await cli(['check', 'a.md', 'c.md'], { cwd: other })).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining('File not found: c.md.') as string },
    })
  })
})

describe.concurrent('other commands on a folder', () => {
  it('fix fixes the only file with work', async () => {
    const table = '| Phase | Name | Depends On |\n|---|---|---|\n| 1 | A | - |\n| Phase 2 | B | 1 |\n'
    const folder = write(makeFolder(), { 'f/tasks.md': table, 'f/plan.md': '# Plan\n' })
    const { code, stderr } = await cli(['fix', 'f', '--write'], { cwd: folder })
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Written: f/tasks.md\n' })
    expect(readFileSync(join(folder, 'f/tasks.md'), 'utf8')).not.toBe(table)
    const tasks = write(makeFolder(), {
      ...{ 'backlog/tasks/task-1 - A.md': task('task-1'), 'backlog/tasks/task-2 - B.md': task('task-2') },
    })
    const several = await cli(['fix', 'backlog'], { cwd: tasks })
    expect(several).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('contains several files') as string,
    })
  })

  it('convert writes one file', async () => {
    const folder = write(makeFolder(), {
      'backlog/tasks/task-1 - A.md': task('task-1'),
      'backlog/tasks/task-2 - B.md': task('task-2', 'dependencies: [task-1]\n'),
    })
    const { code } = await cli(['convert', 'backlog', '--to', 'phase-table', '--out', 'plan.md'], {
      cwd: folder,
    })
    expect(code).toBe(0)
    expect((await check(folder, 'plan.md')).phases).toMatchObject([
      { title: 'Do task-1' },
      { title: 'Do task-2' },
    ])
  })

  it('plan --from takes one file', async () => {
    const folder = write(makeFolder(), { 'f/tasks.md': '- [ ] T001 a\n', 'f/plan.md': '# Plan\n' })
    const { code, stderr } = await cli(['plan', 'x', '--from', 'f', '--change', 'y'], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toContain('f is not one file.')
  })
})

describe('amelia run FOLDER', () => {
  it('runs a roadmap with steps; an edit of a file is noted, and a resume applies it', async () => {
    const repository = makeRepository()
    const step = (name: string, command: string): string =>
      `### Phase ${name}\n\n\`\`\`sh\n${command}\n\`\`\`\n\n`
    const files = {
      '.planning/ROADMAP.md': `# Roadmap\n\n## Phase Details\n\n${step('1: One', 'echo one > one.txt')}${step('2: Two', 'test -f fixed && echo two > two.txt')}`,
      '.planning/PROJECT.md': '# Project\n',
    }
    const folder = write(makeFolder(), files)
    const flags = [
      '--repo',
      repository,
      '--trust',
      'autonomous',
      '--yes',
      '--no-artifacts',
      '--max-attempts',
      '1',
    ]
    const first = await cli(['run', '.planning', ...flags], { cwd: folder })
    expect([1, 3], first.stderr).toContain(first.code)
    const resume = (...more: string[]) => cli(['resume', '--repo', repository, ...more], { cwd: folder })
    expect((await resume()).stderr).toMatch(/^Resuming run [^\n]+\n/)
    write(folder, { '.planning/ROADMAP.md': files['.planning/ROADMAP.md'].replace('test -f fixed && ', '') })
    expect((await resume()).stderr).toContain(
      `note: ${join(folder, '.planning')} was edited after the run started.`,
    )
    const { code, stdout, stderr } = await resume('--replan', '--yes')
    expect({ code, stderr }, stdout).toMatchObject({ code: 0 })
    const branch = git(repository, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
    expect(git(repository, 'ls-tree', '--name-only', branch).split('\n')).toEqual([
      'README.md',
      'one.txt',
      'two.txt',
    ])
  })

  it('a dry run names the files of warnings, and a plan without an agent is refused at its file', async () => {
    const repository = makeRepository()
    const folder = write(makeFolder(), {
      'backlog/tasks/task-1 - A.md': task('task-1'),
      'backlog/tasks/task-2 - B.md': task('task-2').replace('To Do', 'Odd'),
    })
    const dry = await cli(['run', 'backlog', '--repo', repository, '--dry-run'], { cwd: folder })
    expect(dry.stdout).toContain('- backlog/tasks/task-2 - B.md:1: warning: The status "Odd"')
    const { code, stderr } = await cli(
      ['run', 'backlog', '--repo', repository, '--trust', 'autonomous', '--yes'],
      { cwd: folder },
    )
    expect(code).toBe(2)
    expect(stderr).toContain('backlog/tasks/task-1 - A.md:1:1: error: Without an agent')
  })
})
