import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { write } from '../../../test/fixtures/repository.ts'
import { runAtTerminal } from './default-path/run-at-terminal.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

/** A plan whose phases write these files, one after the other. */
const planOf = (...files: [path: string, text: string][]): string =>
  [
    '# Files\n',
    '| Phase | Name | Depends On |\n|---|---|---|',
    ...files.map((_, at) => `| ${at + 1} | Write ${at + 1} | ${at === 0 ? '-' : at} |`),
    ...files.map(
      ([path, text], at) =>
        `\n## Phase ${at + 1}: Write ${at + 1}\n\n\`\`\`sh file=${path} replace\n${text}\n\`\`\``,
    ),
    '',
  ].join('\n')

const hello = planOf(['hello.txt', 'Hello'])

/** Creates a repository whose files have filters. The settings come first. */
const prepare = (
  settings: Record<string, string>,
  files: Record<string, string>,
  { executable = [] }: { executable?: string[] } = {},
) => {
  const repo = makeRepository()
  const marker = join(makeFolder(), 'marker')
  for (const [name, value] of Object.entries(settings)) git(repo, 'config', name, value)
  write(repo, files)
  for (const path of executable) execFileSync('chmod', ['+x', join(repo, path)])
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Filters')
  const amelia = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli(args, { cwd: repo })
    return { code, text: `${stdout}\n${stderr}`.replace(/\s+/g, ' ') }
  }
  const run = (...more: string[]) =>
    amelia('run', 'plan.md', '--trust', 'autonomous', '--yes', '--target', 'out', ...more)
  return { repo, marker, amelia, run }
}

const upper = '#!/bin/sh\ntr a-z A-Z\n'
const lower = '#!/bin/sh\ntr A-Z a-z\n'
const up = (clean: string, smudge: string): Record<string, string> => ({
  'filter.up.clean': clean,
  'filter.up.smudge': smudge,
  'filter.up.required': 'true',
})
const filtered = {
  'tools/clean': upper,
  'tools/smudge': lower,
  '.gitattributes': '*.up filter=up\n',
  'z.up': 'hi\n',
}
const executable = ['tools/clean', 'tools/smudge']

it.each([
  ['./tools/clean', './tools/smudge'],
  ['tools/clean', 'tools/smudge'],
  ['sh tools/clean %f', 'sh tools/smudge %f'],
])('a run works with a filter of the repository: %s', async (clean, smudge) => {
  const { repo, run, amelia } = prepare(up(clean, smudge), { ...filtered, 'plan.md': hello }, { executable })
  expect((await amelia('doctor')).text).toContain('up: tried on one file each')
  const done = await run('--test', 'grep hi z.up')
  expect(done, done.text).toMatchObject({ code: 0 })
  expect(git(repo, 'show', 'out:z.up')).toBe('HI')
  expect(git(repo, 'show', 'out:hello.txt')).toBe('Hello')
  expect(existsSync(join(repo, '.git/amelia/programs'))).toBe(false)
})

it.each([['--target', 'out'], ['--in-place']])(
  'a changed filter does not run before a person approves it, and then does: %s',
  async (...options) => {
    const marker = join(makeFolder(), 'marker')
    const program = `touch ${marker}\ntr a-z A-Z`
    const plan = planOf(['tools/clean', program], ['a.up', 'first'], ['b.up', 'second'])
    const { repo, amelia } = prepare(up('sh tools/clean', 'sh tools/smudge'), {
      ...filtered,
      'plan.md': plan,
    })
    const asked = await amelia('run', 'plan.md', '--trust', 'autonomous', '--yes', ...options)
    expect(asked.code).not.toBe(0)
    const { runId, gates } = JSON.parse((await cli(['status', '--json'], { cwd: repo })).stdout) as {
      runId: string
      gates: { id: string; blocker: string; details: string[] }[]
    }
    expect(gates).toMatchObject([
      { blocker: 'path_refused', details: ['tools/clean, which git runs (filter.up.clean)'] },
    ])
    expect(existsSync(marker)).toBe(false)
    expect((await amelia('answer', runId, gates[0]!.id, 'approve')).code).toBe(0)
    const resumed = await amelia('resume', runId)
    expect(resumed, resumed.text).toMatchObject({ code: 0 })
    expect(existsSync(marker)).toBe(true)
    const branch = options[0] === '--in-place' ? 'main' : 'out'
    expect(git(repo, 'show', `${branch}:b.up`)).toBe('SECOND')
  },
)

it.each(['../.gitconfig', 'REPO/.gitconfig'])(
  'a file of the checkout that the configuration includes cannot add a filter in place: %s',
  async (included) => {
    const marker = join(makeFolder(), 'marker')
    const plan = planOf(
      ['.gitconfig', `[filter "evil"]\nclean = touch ${marker}; cat`],
      ['.gitattributes', '*.txt filter=evil'],
      ['a.txt', 'two'],
    )
    const { repo, amelia } = prepare(
      {},
      { '.gitconfig': '[alias]\nx = log\n', 'a.txt': 'one\n', 'plan.md': plan },
    )
    git(repo, 'config', 'include.path', included.replace('REPO', repo))
    const { code, text } = await amelia('run', 'plan.md', '--trust', 'autonomous', '--yes', '--in-place')
    expect(code, text).toBe(3)
    expect(text).toContain('.gitconfig')
    expect(existsSync(marker)).toBe(false)
  },
)

it('an agent uses and changes a filter, with nothing but a test command', async () => {
  const { repo, marker } = prepare(up('sh tools/clean', 'sh tools/smudge'), filtered)
  const ranBefore: boolean[] = []
  const { code, questions, text, branch } = await runAtTerminal(repo, {
    commands: [
      'echo first > a.up',
      `printf 'touch ${marker}\\ntr a-z A-Z' > tools/clean`,
      'echo second > b.up',
    ],
    test: 'grep first a.up',
    onQuestion: () => ranBefore.push(existsSync(marker)),
  })
  expect(code, text).toBe(0)
  expect(questions).toEqual([
    'Batch 1 (1) passed. Approve it?',
    expect.stringContaining('Phase 2 changed programs that git runs on files of this repository.'),
    'Batch 2 (2) passed. Approve it?',
    'Batch 3 (3) passed. Approve it?',
  ])
  expect(ranBefore).toEqual([false, false, true, true])
  expect(git(repo, 'show', `${branch}:a.up`)).toBe('FIRST')
  expect(git(repo, 'show', `${branch}:b.up`)).toBe('SECOND')
  expect(existsSync(join(repo, '.git/amelia/programs'))).toBe(false)
})

describe('a filter that needs what only the git dir has', () => {
  const crypt =
    'k="$(git rev-parse --git-dir)/sesame"; test -s "$k" || { echo "sesame: no key" >&2; exit 1; }; tr a-z n-za-m'
  const encrypted = { '.gitattributes': '*.key filter=sesame\n', 'a.key': 'hidden\n', 'plan.md': hello }
  const prepareKey = () => {
    const repo = makeRepository()
    writeFileSync(join(repo, '.git/sesame'), 'key')
    for (const [key, value] of [
      ['clean', crypt],
      ['smudge', crypt],
      ['required', 'true'],
    ] as const)
      git(repo, 'config', `filter.sesame.${key}`, value)
    write(repo, encrypted)
    git(repo, 'add', '-A')
    git(repo, 'commit', '-qm', 'Encrypted')
    const amelia = async (...args: string[]) => {
      const { code, stdout, stderr } = await cli(args, { cwd: repo })
      return { code, text: `${stdout}\n${stderr}`.replace(/\s+/g, ' ') }
    }
    return {
      repo,
      amelia,
      run: () =>
        amelia(
          'run',
          'plan.md',
          '--trust',
          'autonomous',
          '--yes',
          '--target',
          'out',
          '--test',
          'grep hidden a.key',
        ),
    }
  }

  it('works', async () => {
    const { repo, run } = prepareKey()
    const done = await run()
    expect(done, done.text).toMatchObject({ code: 0 })
    expect(git(repo, 'rev-parse', 'out:a.key')).toBe(git(repo, 'rev-parse', 'HEAD:a.key'))
  })

  it('is refused with its message while it is locked, before a run exists', async () => {
    const { repo, amelia, run } = prepareKey()
    rmSync(join(repo, '.git/sesame'))
    const doctor = await amelia('doctor')
    expect(doctor.code).toBe(1)
    expect(doctor.text).toContain('fail filters The git filter "sesame" failed on a.key: sesame: no key.')
    const refused = await run()
    expect(refused.code).toBe(2)
    expect(refused.text).toContain(
      'The git filter "sesame" failed on a.key: sesame: no key. Unlock the repository',
    )
    expect(existsSync(join(repo, '.git/amelia/runs'))).toBe(false)
  })
})

it.runIf(spawnSync('git-crypt', ['--version']).status === 0)('a run works with git-crypt', async () => {
  const repo = makeRepository()
  execFileSync('git-crypt', ['init'], { cwd: repo, stdio: 'ignore' })
  write(repo, {
    '.gitattributes': 'secret.txt filter=git-crypt diff=git-crypt\n',
    'secret.txt': 'hidden\n',
    'plan.md': hello,
  })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Secret')
  const args = [
    'run',
    'plan.md',
    '--trust',
    'autonomous',
    '--yes',
    '--target',
    'out',
    '--test',
    'grep hidden secret.txt',
  ]
  const { code, stdout, stderr } = await cli(args, { cwd: repo })
  expect(code, stdout + stderr).toBe(0)
  expect(git(repo, 'rev-parse', 'out:secret.txt')).toBe(git(repo, 'rev-parse', 'HEAD:secret.txt'))
  rmSync(join(repo, '.git/git-crypt'), { recursive: true })
  const locked = await cli(args, { cwd: repo })
  expect(locked.code).toBe(2)
  expect(locked.stderr).toContain('Unable to open key file')
})

const hasLfs = spawnSync('git', ['lfs', 'version']).status === 0
if (!hasLfs) console.warn('not covered: Git LFS, which is not installed')

it.runIf(hasLfs)('an agent changes and adds files of Git LFS, with nothing but a test command', async () => {
  const repo = makeRepository()
  execFileSync('git', ['lfs', 'install', '--local'], { cwd: repo, stdio: 'ignore' })
  write(repo, {
    '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
    'old.bin': 'first content\n',
  })
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Large files')
  const { code, text, branch } = await runAtTerminal(repo, {
    commands: ['grep first old.bin && echo second content > old.bin', 'echo new content > new.bin'],
    test: 'grep content old.bin',
  })
  expect(code, text).toBe(0)
  for (const path of ['old.bin', 'new.bin'])
    expect(git(repo, 'show', `${branch}:${path}`)).toMatch(/^version https:\/\/git-lfs/)
  // The contents are in the user's own repository, so that a checkout and a push find them.
  git(repo, 'checkout', '-q', branch)
  expect(readFileSync(join(repo, 'old.bin'), 'utf8')).toBe('second content\n')
  expect(readFileSync(join(repo, 'new.bin'), 'utf8')).toBe('new content\n')
  expect(execFileSync('git', ['lfs', 'fsck'], { cwd: repo, encoding: 'utf8' })).toContain('OK')
  expect(git(repo, 'status', '--porcelain')).toBe('')
})

describe('programs of the configuration do not run', () => {
  const planted = (marker: string): string => `#!/bin/sh\ntouch ${marker}\ncat "$1"\n`

  it.each([
    ['dry-run', ['run', 'plan.md', '--dry-run', '--yes']],
    ['dry-run in place', ['run', 'plan.md', '--dry-run', '--yes', '--in-place']],
    ['check', ['check', 'plan.md']],
  ])('a filter and core.fsmonitor: %s', async (_what, args) => {
    const { repo, marker, amelia } = prepare(
      {},
      { '.gitattributes': '*.up filter=up\n', 'z.up': 'hi\n', 'plan.md': hello },
    )
    const tool = join(makeFolder(), 'tool')
    writeFileSync(tool, planted(marker), { mode: 0o755 })
    for (const key of ['filter.up.clean', 'filter.up.smudge', 'core.fsmonitor'])
      git(repo, 'config', key, tool)
    const { code, text } = await amelia(...args)
    expect(code, text).toBe(0)
    expect(existsSync(marker)).toBe(false)
  })

  it('core.fsmonitor: doctor', async () => {
    const { repo, marker, amelia } = prepare({}, { 'a.txt': 'a\n' })
    const tool = join(makeFolder(), 'tool')
    writeFileSync(tool, planted(marker), { mode: 0o755 })
    git(repo, 'config', 'core.fsmonitor', tool)
    await amelia('doctor')
    expect(existsSync(marker)).toBe(false)
  })

  it('diff.external, textconv and core.fsmonitor: diff', async () => {
    const { repo, marker, amelia, run } = prepare(
      {},
      { '.gitattributes': '*.txt diff=own\n', 'plan.md': hello },
    )
    const done = await run()
    expect(done, done.text).toMatchObject({ code: 0 })
    writeFileSync(join(repo, 'tool'), planted(marker), { mode: 0o755 })
    for (const key of ['diff.external', 'diff.own.textconv', 'diff.own.command', 'core.fsmonitor'])
      git(repo, 'config', key, './tool')
    const runId = JSON.parse((await cli(['status', '--json'], { cwd: repo })).stdout).runId as string
    const { code, text } = await amelia('diff', runId)
    expect(code, text).toBe(0)
    expect(text).toContain('+Hello')
    expect(existsSync(marker)).toBe(false)
  })
})

it('no filter is named in the source, but in messages', () => {
  const root = join(import.meta.dirname, '../../..')
  const found = spawnSync(
    'git',
    ['grep', '-niE', 'git-crypt|transcrypt|git-lfs', '--', ':(glob)packages/*/src/**'],
    {
      cwd: root,
    },
  )
  const lines = found.stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.includes('is not installed'))
  expect(lines).toEqual([])
  expect(found.stdout.toString()).toContain('is not installed')
  expect(
    readFileSync(join(root, 'packages/node/src/lib/git/repository/program/programs-for.ts'), 'utf8'),
  ).not.toMatch(/required.*false/)
})
