import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, startCli, makeFolder, makeRepository, removeFolders, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

describe.concurrent('amelia check', () => {
  it('says that parsers of a config file were not loaded, and how to load them', async () => {
    const repository = makeRepository()
    writePlan(repository, [{ id: '1' }])
    const config = (text: string): void => writeFileSync(join(repository, 'amelia.config.mjs'), text)
    config(`export default { concurrency: 2 }`)
    expect((await cli(['check', 'plan.md'], { cwd: repository })).stderr).toBe('')
    config(
      `const wiki = { contract: 'parser-v1', id: 'wiki', detect: () => 0, parse: () => ({ issues: [] }) }
      export default { parsers: [wiki] }`,
    )
    const note =
      'note: The parsers of amelia.config.mjs were not loaded. To load them: --config amelia.config.mjs\n'
    const readers = [['check'], ['graph'], ['fix'], ['convert', '--to', 'user-stories']]
    const readBy = ([command, ...rest]: string[]) => cli([command!, 'plan.md', ...rest], { cwd: repository })
    for (const read of await Promise.all(readers.map(readBy))) expect(read.stderr).toContain(note)
    const loaded = await cli(['check', 'plan.md', '--config', 'amelia.config.mjs'], { cwd: repository })
    expect(loaded).toMatchObject({ code: 0, stderr: '' })
  })

  it('reads the standard input, like the other commands that write nothing', async () => {
    const folder = makeFolder()
    const plan = writePlan(folder, [{ id: '1' }])
    const readers = [['check'], ['graph'], ['fix'], ['convert', '--to', 'user-stories']]
    for (const [command, ...rest] of readers) {
      const { outcome } = startCli([command!, '-', ...rest], { stdin: readFileSync(plan) })
      const [read, named] = await Promise.all([outcome, cli([command!, 'plan.md', ...rest], { cwd: folder })])
      expect(read.code, command).toBe(named.code)
      const printed = named.stdout.replace(/\nTo preview a run:\n.*\n$/, '')
      expect(read.stdout.replaceAll(/(?<= )-$/gm, 'plan.md'), command).toBe(printed)
    }
    expect(await cli(['fix', '-', '--write'])).toMatchObject({ code: 2 })
    expect((await cli(['run', '-'])).stderr).toContain(
      'error: A run needs a file with its plan, which - is not.',
    )
  })

  it('prints one object with --json, with every key for every plan', async () => {
    const folder = makeFolder()
    writePlan(folder, [
      { id: '1', status: '✅' },
      { id: '2A', after: '1' },
      { id: '2B', after: '1' },
    ])
    const { code, stdout, stderr } = await cli(['check', 'plan.md', '--json'], { cwd: folder })
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const phase = {
      parallelWith: [],
      conflictsWith: [],
      files: [],
      estimate: 2,
      priority: null,
      risk: 'medium',
      emptyOk: false,
      agent: null,
      model: null,
      queue: null,
      acceptance: [],
    }
    const subtask = (id: string, line: number) => ({
      id,
      title: 'Do it',
      line,
      type: 'other',
      status: 'pending',
      dependsOn: [],
      steps: 1,
    })
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      title: 'Small things',
      format: 'phase-table',
      goal: 'Make small things.',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      preset: { preset: 'phased', reason: 'the default' },
      phases: [
        {
          id: '1',
          title: 'Do 1',
          line: 7,
          dependsOn: [],
          status: 'done',
          subtasks: [subtask('1.1', 13)],
          ...phase,
        },
        {
          id: '2A',
          title: 'Do 2A',
          line: 8,
          dependsOn: ['1'],
          status: 'pending',
          subtasks: [subtask('2A.1', 21)],
          ...phase,
        },
        {
          id: '2B',
          title: 'Do 2B',
          line: 9,
          dependsOn: ['1'],
          status: 'pending',
          subtasks: [subtask('2B.1', 29)],
          ...phase,
        },
      ],
      requirements: [],
      batches: [
        { kind: 'sequential', phases: ['1'] },
        { kind: 'parallel', phases: ['2A', '2B'] },
      ],
      criticalPath: ['2A'],
      reading: {
        rule: 'the dependency column decides; without an entry a phase waits for none',
        ...{ phases: 3, subtasks: 3, boxes: 0, criteria: 0, context: [], skipped: [], notes: [] },
      },
      width: 2,
      sharedFiles: [],
      readings: [],
      issues: [],
    })
    expect(Object.keys(JSON.parse(stdout))).toEqual([
      'ok',
      'format',
      'title',
      'goal',
      'hash',
      'preset',
      'phases',
      'requirements',
      'batches',
      'criticalPath',
      'width',
      'sharedFiles',
      'reading',
      'readings',
      'issues',
    ])
  })

  it('lists the phases that could be read of a plan with errors', async () => {
    const folder = makeFolder()
    writePlan(folder, [
      { id: '1', after: '2' },
      { id: '2', after: '1' },
    ])
    const { code, stdout } = await cli(['check', 'plan.md', '--json'], { cwd: folder })
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      phases: [{ id: '1' }, { id: '2' }],
      requirements: [],
      batches: [],
      criticalPath: [],
      issues: [{ severity: 'error', code: 'PHASE_CYCLE', line: 7, column: 1 }],
    })
  })

  it('prints an object even for an empty plan', async () => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'plan.md'), '')
    const { code, stdout } = await cli(['check', 'plan.md', '--json'], { cwd: folder })
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      title: '',
      format: 'unknown',
      goal: '',
      hash: expect.any(String),
      preset: null,
      phases: [],
      requirements: [],
      batches: [],
      criticalPath: [],
      reading: {
        rule: '',
        phases: 0,
        subtasks: 0,
        boxes: 0,
        criteria: 0,
        context: [],
        skipped: [],
        notes: [],
      },
      width: 0,
      sharedFiles: [],
      readings: [],
      issues: [{ severity: 'error', code: 'PLAN_EMPTY', message: expect.any(String), line: 1, column: 1 }],
    })
  })

  // seed: task-based-execution 1, task-based-execution 14, phase-execution-reference 21
  it('prints a plan for people', async () => {
    const folder = makeFolder()
    writePlan(folder, [
      { id: '1', status: '✅' },
      { id: '2A', after: '1' },
      { id: '2B', after: '1' },
    ])
    const { code, stdout, stderr } = await cli(['check', 'plan.md'], {
      cwd: folder,
      env: { LC_ALL: 'C.UTF-8' },
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(`The plan can be run: plan.md

Title   Small things
Goal    Make small things.
Format  phase-table
Order   the dependency column decides; without an entry a phase waits for none
Read    3 phases, 3 subtasks; nothing skipped
Size    3 phases (1 done or skipped), 3 tasks, 6 points
Agent   not needed
Preset  phased (the default)

Batch 1
  ✓ 1   Do 1
Batch 2 (parallel)
  ○ 2A  Do 2A  after 1
  ○ 2B  Do 2B  after 1

Width   2 phases at the same time
Critical path  2A (2 points)

To preview a run:
  amelia run plan.md --dry-run
`)
  })

  it('shows both readings of an ambiguous plan, and the commands that choose one', async () => {
    const folder = makeFolder()
    const tasks = '### Task 1: Queue\n\n- [ ] 1.1 Build it\n- [ ] 1.2 Test it\n'
    const text = `| Phase | Depends On |\n|---|---|\n| 1 | - |\n\n## Subtasks\n\n1a. "Queue" -> type: test -> depends: []\n\n${tasks}`
    writeFileSync(join(folder, 'plan.md'), text)
    const { code, stderr } = await cli(['check', 'plan.md'], { cwd: folder })
    expect(code).toBe(2)
    expect(stderr).toMatch(/\(phases: \d, subtasks: \d, skipped: \d\) or /)
    expect(stderr).toContain(
      '\n  amelia check plan.md --plan-format phase-table\n  amelia check plan.md --plan-format subtask-list\n',
    )
    const { readings } = JSON.parse((await cli(['check', 'plan.md', '--json'], { cwd: folder })).stdout)
    expect(readings).toMatchObject([
      { format: 'phase-table', phases: 1 },
      { format: 'subtask-list', phases: 1, subtasks: 1 },
    ])
  })

  it('reads the format that is given', async () => {
    const folder = makeFolder()
    writePlan(folder, [{ id: '1' }])
    const single = await cli(['check', 'plan.md', '--json', '--plan-format', 'single'], { cwd: folder })
    expect(JSON.parse(single.stdout)).toMatchObject({ format: 'single', phases: [{ subtasks: [] }] })
    const unknown = await cli(['check', 'plan.md', '--plan-format', 'phase-tabel'], { cwd: folder })
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toContain('Did you mean "phase-table"?')
  })
})

describe.concurrent('invalid input', () => {
  const rejected = async (write: (folder: string) => string[]) => {
    const folder = makeFolder()
    const args = write(folder)
    const { code, stdout, stderr } = await cli(args, { cwd: folder })
    expect(stdout).toBe('')
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
    return stderr
  }

  // seed: phase-execution-reference 9
  it('a missing file, with a similar name', async () => {
    const stderr = await rejected((folder) => {
      writePlan(folder, [{ id: '1' }], 'roadmap.md')
      return ['check', 'raodmap.md']
    })
    expect(stderr).toBe('error: File not found: raodmap.md.\nDid you mean roadmap.md?\n')
  })

  it('a folder without a plan', async () => {
    const stderr = await rejected((folder) => {
      mkdirSync(join(folder, 'plans'))
      return ['graph', 'plans']
    })
    expect(stderr).toMatch(
      /^error: plans is not the folder of a plan \(.*\)\. It contains no Markdown files\.\nUsage: amelia graph --help\n$/,
    )
  })

  // seed: phase-execution-reference 9
  it('an empty file', async () => {
    const stderr = await rejected((folder) => {
      writeFileSync(join(folder, 'plan.md'), '\n')
      return ['check', 'plan.md']
    })
    expect(stderr).toMatch(
      /^plan\.md:1:1: error: The plan is empty\. \[PLAN_EMPTY\]\nThe plan cannot be run\. Fix the error and try again\.\n$/,
    )
  })

  it('bytes that are not text', async () => {
    const stderr = await rejected((folder) => {
      writeFileSync(join(folder, 'plan.md'), Buffer.from([0x23, 0x0a, 0xff, 0xfe]))
      return ['check', 'plan.md']
    })
    expect(stderr).toContain('plan.md:2:1: error:')
  })

  // seed: phase-execution-reference 14, phase-execution-reference 15
  it('a cycle, with the lines', async () => {
    const stderr = await rejected((folder) => {
      writePlan(folder, [{ id: '0' }, { id: '1', after: '0, 2' }, { id: '2', after: '1' }])
      return ['check', 'plan.md']
    })
    expect(stderr).toContain('plan.md:8:1: error: ')
    expect(stderr).toContain('1 (line 8) -> 2 (line 9) -> 1')
    expect(stderr).toContain('\n  8 | | 1 | Do 1 | 0, 2 |')
  })

  // seed: phase-execution-reference 4
  it('a duplicate id', async () => {
    const stderr = await rejected((folder) => {
      writePlan(folder, [{ id: '1' }, { id: '1' }])
      return ['check', 'plan.md']
    })
    expect(stderr).toMatch(/^plan\.md:8:\d+: error: .*\[ID_DUPLICATE\]/)
    expect(stderr).toContain('line 7')
  })

  it('an unknown dependency, with the nearest name', async () => {
    const stderr = await rejected((folder) => {
      writePlan(folder, [{ id: 'setup' }, { id: 'build', after: 'setpu' }])
      return ['check', 'plan.md']
    })
    expect(stderr).toMatch(/^plan\.md:8:\d+: error: .*setup.*\[DEPENDENCY_UNKNOWN\]/)
  })

  it.each([
    ['an unknown command', ['chek', 'x'], 'Unknown command "chek". Did you mean check?'],
    ['an unknown option', ['check', 'x', '--jsno'], 'Unknown flag --jsno. Did you mean --json?'],
    ['no plan', ['check'], 'amelia check needs <plan>.'],
    ['an unknown output format', ['graph', 'x', '--format', 'dot'], 'ascii, mermaid, json'],
  ])('%s', async (_, args, message) => {
    expect(await rejected(() => args)).toContain(message)
  })
})

describe.concurrent('amelia', () => {
  it('prints its version and its flags', async () => {
    const version = await cli(['--version'])
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
    const help = await cli(['run', '--help', 'all'])
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const flag of [
      '--driver',
      '--repo',
      '--target',
      '--concurrency',
      '--on-failure',
      '--trust',
      '--yes',
      '--tracker-id',
      '--test',
      '--dry-run',
      '--json',
      '--format',
      '--plan-format',
    ]) {
      expect(help.stdout).toContain(flag)
    }
  })

  it('uses colours only when requested', async () => {
    const folder = makeFolder()
    writePlan(folder, [{ id: '1', title: '\u001b]0;owned\u0007Evil \u001b[31mtitle' }])
    const escape = '\u001b'
    const plain = await cli(['check', 'plan.md'], { cwd: folder })
    expect(plain.stdout + plain.stderr).not.toContain(escape)
    const forced = await cli(['check', 'plan.md'], { cwd: folder, env: { FORCE_COLOR: '1' } })
    expect(forced.stdout).toContain(`${escape}[32m`)
    expect(forced.stdout).not.toContain(`${escape}]`)
    const refused = await cli(['check', 'plan.md'], { cwd: folder, env: { FORCE_COLOR: '1', NO_COLOR: '1' } })
    expect(refused.stdout + refused.stderr).not.toContain(escape)
  })
})

describe.concurrent('amelia graph', () => {
  // seed: phase-execution-reference 19, phase-execution-reference 20
  it('draws in each format', async () => {
    const folder = makeFolder()
    writePlan(folder, [{ id: '1' }, { id: '2A', after: '1' }, { id: '2B', after: '1' }])
    const draw = async (format: string) =>
      (await cli(['graph', 'plan.md', '--format', format], { cwd: folder })).stdout
    const [ascii, mermaid, json] = await Promise.all([draw('ascii'), draw('mermaid'), draw('json')])
    expect(ascii).toContain('[Phase 2A: Do 2A]   [Phase 2B: Do 2B]   <- PARALLEL')
    expect(mermaid).toMatch(/^graph TD\n/)
    expect(mermaid).toContain('P1 --> P2A')
    expect(JSON.parse(json)).toMatchObject({
      nodes: [{ id: '1' }, { id: '2A' }, { id: '2B' }],
      edges: [
        { from: '1', to: '2A' },
        { from: '1', to: '2B' },
      ],
      batches: [{ phases: ['1'] }, { phases: ['2A', '2B'] }],
      criticalPath: ['1', '2A'],
    })
  })
})

describe.concurrent('a secret in a plan', () => {
  const token = `ghp_${'q7Zx3Mb9Kd'.repeat(4).slice(0, 36)}`

  it('is reported with its line by check, and rejected by run before creating anything', async () => {
    const folder = makeRepository()
    writeFileSync(join(folder, 'plan.md'), `### Task 1: Call\n\nUse the token ${token} for it.\n`)
    for (const args of [
      ['check', 'plan.md'],
      ['run', 'plan.md', '--driver', 'steps', '--trust', 'autonomous', '--yes'],
    ]) {
      const { code, stdout, stderr } = await cli(args, { cwd: folder })
      expect(code).toBe(2)
      expect(stderr).toContain('plan.md:3:15: error: The plan contains a GitHub token')
      expect(stdout + stderr).not.toContain(token.slice(4))
    }
    expect(existsSync(join(folder, '.git', 'amelia'))).toBe(false)
  })

  it('is not reported where the plan allows it', async () => {
    const folder = makeFolder()
    const mark = '<!-- amelia:allow-secret -->'
    writeFileSync(join(folder, 'plan.md'), `### Task 1: Call\n\n${mark}\nUse the token ${token}.\n`)
    expect((await cli(['check', 'plan.md'], { cwd: folder })).code).toBe(0)
  })
})
