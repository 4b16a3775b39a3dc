import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { write } from '../../../test/fixtures/repository.ts'
import { runAtTerminal } from './default-path/run-at-terminal.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

/** A plan with one phase whose steps are these blocks. */
const planOf = (...steps: string[]): string =>
  [
    '# Small things\n\n**Goal:** Make them.\n',
    '| Phase | Name | Depends On | Status |\n|---|---|---|---|\n| 1 | Make | - | ⬜ |\n',
    '## Phase 1: Make\n',
    '### Do it\n',
    ...steps,
    '',
  ].join('\n')

const code = (path: string, text = 'export const a = 1\n', more = ''): string =>
  `\`\`\`js file=${path}${more}\n${text}\`\`\`\n`
const sh = (command: string): string => `\`\`\`sh\n${command}\n\`\`\`\n`

interface Given {
  files?: Record<string, string>
  /** `info/exclude`. */
  exclude?: string
  /** `core.excludesFile`. */
  global?: string
  args?: string[]
}

/** Runs a plan whose steps the engine executes, in a repository with these files. */
const run = async (plan: string, { files = {}, exclude, global, args = [] }: Given = {}) => {
  const repo = makeRepository()
  write(repo, { ...files, 'plan.md': plan })
  git(repo, 'add', '-Af')
  git(repo, 'commit', '-qm', 'Plan')
  if (exclude !== undefined) writeFileSync(join(repo, '.git/info/exclude'), exclude)
  if (global !== undefined) {
    const file = join(makeFolder(), 'ignore')
    writeFileSync(file, global)
    git(repo, 'config', 'core.excludesFile', file)
  }
  const amelia = async (...given: string[]) => {
    const { code: exit, stdout, stderr } = await cli([...given, ...args], { cwd: repo })
    return { exit, text: `${stdout}\n${stderr}`.replace(/\s+/g, ' ') }
  }
  const target = args.includes('--in-place') ? [] : ['--target', 'out']
  const outcome = await amelia('run', 'plan.md', '--trust', 'autonomous', '--yes', ...target)
  const has = (path: string): boolean =>
    git(repo, 'ls-tree', '-r', '--name-only', 'out').split('\n').includes(path)
  return { repo, amelia, ...outcome, has }
}

describe.concurrent('a declared file that git ignores and does not track', () => {
  it.each<[string, string, Given, string]>([
    ['in a folder', 'lib/util.js', { files: { '.gitignore': 'lib/\n' } }, '.gitignore:1: lib/'],
    [
      'under a rule after a negated one',
      'lib/deep/util.gen.js',
      { files: { '.gitignore': '*.gen.js\n!util.gen.js\nlib/deep/*.gen.js\n' } },
      '.gitignore:3: lib/deep/*.gen.js',
    ],
    ['by info/exclude', 'a.local.js', { exclude: '# mine\n*.local.js\n' }, '.git/info/exclude:2: *.local.js'],
    ['by core.excludesFile', 'a.swp.js', { global: '*.swp.js\n' }, 'core.excludesFile:1: *.swp.js'],
    [
      'in place',
      'lib/util.js',
      { files: { '.gitignore': 'lib/\n' }, args: ['--in-place'] },
      '.gitignore:1: lib/',
    ],
  ])('fails its phase with the rule: %s', async (_, path, given, rule) => {
    const { exit, text } = await run(planOf(code(path), code('other.js')), given)
    expect(exit, text).not.toBe(0)
    expect(text).toContain(`${path} (${rule})`)
    expect(text).toContain('declares files that git ignores, so no commit can contain them')
  })

  it.each<[string, string, Given]>([
    ['it is tracked', 'lib/util.js', { files: { '.gitignore': 'lib/\n', 'lib/util.js': 'old\n' } }],
    ['a negated rule includes it', 'a.keep.js', { files: { '.gitignore': '*.js\n!*.keep.js\n' } }],
    [
      'a nearer file includes it',
      'src/a.js',
      { files: { '.gitignore': '*.js\n', 'src/.gitignore': '!a.js\n' } },
    ],
  ])('does not fail if %s', async (_, path, given) => {
    const { exit, text, has } = await run(planOf(code(path, 'new\n', ' replace')), given)
    expect(exit, text).toBe(0)
    expect(has(path)).toBe(true)
    expect(text).not.toContain('gnore')
  })
})

describe.concurrent('a command that changes only ignored files', () => {
  const files = { '.gitignore': 'node_modules/\n*.log\nbuild/\n' }

  it.each<[string, string, string]>([
    [
      'npm ci',
      'mkdir -p node_modules/a && echo 1 > node_modules/a/i.js',
      'node_modules/ (.gitignore:1: node_modules/)',
    ],
    [
      'make build',
      'mkdir -p src build && echo 1 > build/a && echo 1 > src/a.log',
      'src/a.log (.gitignore:2: *.log)',
    ],
  ])('completes, and its line names them: like %s', async (_, command, named) => {
    for (const args of [[], ['--in-place']]) {
      const { exit, text } = await run(planOf(sh(command)), { files, args })
      expect(exit, text).toBe(0)
      expect(text).toMatch(/completed: \w{7}, [^,]*, changed no file; ignored by git: /)
      expect(text).toContain(named)
    }
  })

  it('does not name ignored files that the user had before', async () => {
    const repo = makeRepository()
    write(repo, { ...files, 'plan.md': planOf(sh('true')) })
    git(repo, 'add', '-A')
    git(repo, 'commit', '-qm', 'Plan')
    mkdirSync(dirname(join(repo, 'build/x')), { recursive: true })
    writeFileSync(join(repo, 'build/x'), '1')
    const args = ['run', 'plan.md', '--trust', 'autonomous', '--yes', '--in-place']
    const { code: exit, stdout } = await cli(args, { cwd: repo })
    expect(exit, stdout).toBe(0)
    expect(stdout).not.toContain('ignored by git')
  })
})

describe.concurrent('a warning before a run', () => {
  const given = { files: { '.gitignore': 'node_modules/\nlib/\n', 'lib/kept.js': 'old\n' } }
  const plan = planOf(code('lib/util.js'), code('lib/kept.js', 'new\n', ' replace'))
  const warning = 'Git ignores "lib/util.js" (.gitignore:2: lib/), so no commit can contain it.'

  it('names the file, its line in the plan and the rule: check, dry run, start', async () => {
    const { amelia, text } = await run(plan, given)
    const check = await amelia('check', 'plan.md')
    expect(check.exit).toBe(0)
    const dry = await amelia('run', 'plan.md', '--dry-run')
    for (const shown of [text, check.text, dry.text]) {
      expect(shown).toContain(warning)
      expect(shown.split(warning)).toHaveLength(2)
      expect(shown).not.toContain('lib/kept.js"')
    }
    for (const shown of [text, check.text]) expect(shown).toMatch(/plan\.md:13:\d+: warning: /)
    const json = await amelia('check', 'plan.md', '--json')
    expect(JSON.parse(json.text)).toMatchObject({
      issues: [{ code: 'FILE_IGNORED', severity: 'warning', line: 13 }],
    })
  })

  it('is left out where no repository is', async () => {
    const folder = makeFolder()
    write(folder, { 'plan.md': plan, '.gitignore': 'lib/\n' })
    const { code: exit, stdout, stderr } = await cli(['check', 'plan.md'], { cwd: folder })
    expect(exit, stderr).toBe(0)
    expect(stdout + stderr).not.toContain('warning')
  })

  it('names a rule for docs/amelia in one line, and the run commits its report there', async () => {
    const { text, exit, repo } = await run(planOf(code('a.js')), { files: { '.gitignore': 'docs/\n' } })
    expect(exit, text).toBe(0)
    expect(text.split('Git ignores docs/amelia (.gitignore:1: docs/)')).toHaveLength(2)
    expect(git(repo, 'ls-tree', '-r', '--name-only', 'out', 'docs/amelia')).toContain('report.md')
    const none = await run(planOf(code('a.js')), {
      files: { '.gitignore': 'docs/\n' },
      args: ['--no-artifacts'],
    })
    expect(none.text).not.toContain('docs/amelia')
    const single = await run(planOf(code('a.js')), { files: { '.gitignore': 'report.md\n' } })
    expect(single.text).not.toContain('Git ignores docs/amelia')
  })
})

it('an ignored file is named, and asked about if it is declared, with nothing but a test command', async () => {
  const repo = makeRepository()
  write(repo, { '.gitignore': 'lib/\n' })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Rule')
  const work = {
    commands: ['mkdir lib; echo 1 > lib/util.js; echo 2 > a.js; ls lib/*'],
    test: 'test -f a.js',
  }
  const done = await runAtTerminal(repo, work)
  expect(done.code, done.text).toBe(0)
  expect(done.questions).toEqual(['Batch 1 (1) passed. Approve it?'])
  expect(done.text).toContain('Ignored by git, so not committed: lib/util.js (.gitignore:1: lib/)')
  expect(git(repo, 'diff', '--name-only', `main...${done.branch}`).split('\n')).toContain('a.js')
  const asked = await runAtTerminal(repo, { ...work, files: ['`lib/util.js`'] })
  expect(asked.code).toBe(3)
  expect(asked.questions).toHaveLength(1)
  expect(asked.text).toContain(
    'Phase 1 declares files that git ignores, so no commit can contain them: lib/util.js (.gitignore:1: lib/).',
  )
})
