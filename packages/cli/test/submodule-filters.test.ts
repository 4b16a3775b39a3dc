import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import { afterAll, describe, expect, it } from 'vitest'
import { write } from '../../../test/fixtures/repository.ts'
import { cli, git, makeFolder, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const { works } = probeConfinement()
if (!works) console.warn('not covered: keys of submodules that confined commands cannot read')

interface Filter {
  clean: string
  smudge: string
}

/** Creates a repository whose submodule `vendor/lib` has files with a filter, and a plan. */
const prepare = (
  filter: Filter,
  {
    files,
    commands,
    key = false,
    isGlobal = false,
  }: { files: Record<string, string>; commands: string[]; key?: boolean; isGlobal?: boolean },
) => {
  const dir = makeFolder()
  const init = (name: string): string => {
    mkdirSync(join(dir, name))
    git(dir, 'init', '-q', '-b', 'main', name)
    return join(dir, name)
  }
  const lib = init('lib')
  const repo = init('repo')
  const set = (at: string): void => {
    for (const [name, command] of Object.entries({ ...filter, required: 'true' }))
      git(at, 'config', `filter.up.${name}`, command)
  }
  set(lib)
  if (key) writeFileSync(join(lib, '.git/sesame'), 'key')
  write(lib, files)
  git(lib, 'add', '-A')
  git(lib, 'commit', '-qm', 'lib')
  git(repo, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', '../lib', 'vendor/lib')
  const own = join(repo, 'vendor/lib')
  const module = join(repo, '.git/modules/vendor/lib')
  if (key) writeFileSync(join(module, 'sesame'), 'key')
  // A filter of the user's configuration applies to submodules, too.
  const config = join(dir, 'gitconfig')
  if (isGlobal)
    for (const [name, command] of Object.entries(filter))
      git(repo, 'config', '--file', config, `filter.up.${name}`, command)
  else set(own)
  for (const [name, value] of Object.entries({ name: 'A Person', email: 'person@example.org' }))
    git(repo, 'config', `user.${name}`, value)
  const env: Record<string, string> = isGlobal ? { GIT_CONFIG_GLOBAL: config } : {}
  const rows = commands.map((_, at) => `| ${at + 1} | Work ${at + 1} | ${at === 0 ? '-' : at} |`)
  const bodies = commands.map(
    (command, at) => `\n## Phase ${at + 1}: Work ${at + 1}\n\n\`\`\`sh\n${command}\n\`\`\`\n`,
  )
  writeFileSync(
    join(repo, 'plan.md'),
    ['# Work\n', '| Phase | Name | Depends On |', '|---|---|---|', ...rows, ...bodies].join('\n'),
  )
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  const amelia = async (...args: string[]) => {
    const { code, stdout, stderr } = await cli(args, { cwd: repo, env })
    return { code, text: `${stdout}\n${stderr}`.replace(/\s+/g, ' ') }
  }
  const run = () => amelia('run', 'plan.md', '--trust', 'autonomous', '--yes', '--target', 'out')
  return { dir, repo, module, amelia, run }
}

const tools = { clean: 'sh tools/clean', smudge: 'sh tools/smudge' }
const files = {
  'tools/clean': 'tr a-z A-Z\n',
  'tools/smudge': 'tr A-Z a-z\n',
  '.gitattributes': '*.up filter=up\n',
  'z.up': 'hi\n',
}

describe.concurrent('a filter whose program is in a submodule', { timeout: 120_000 }, () => {
  it.each([false, true])('does not run as a phase left it; for all repositories: %s', async (isGlobal) => {
    const marker = join(makeFolder(), 'marker')
    const evil = `for name in clean smudge; do echo 'touch ${marker}; cat' > vendor/lib/tools/$name; done`
    const { run } = prepare(tools, {
      files,
      isGlobal,
      commands: [`cp vendor/lib/z.up seen.txt; ${evil}; echo new > vendor/lib/y.up; touch vendor/lib/z.up`],
    })
    const { code, text } = await run()
    expect(code, text).toBe(3)
    expect(text).toContain('changed files inside submodules without committing them there')
    expect(existsSync(marker)).toBe(false)
  })

  it('is asked about when a phase commits another one there, and runs once it is approved', async () => {
    const marker = join(makeFolder(), 'marker')
    const evil = `echo 'touch ${marker}; tr A-Z a-z' > tools/smudge`
    const commit = 'git add tools; git -c user.name=A -c user.email=a@example.org commit -qm Program'
    const { repo, run, amelia } = prepare(tools, {
      files,
      commands: [`cd vendor/lib; ${evil}; ${commit}`, 'cat vendor/lib/z.up > seen.txt'],
    })
    const asked = await run()
    expect(asked.code, asked.text).toBe(3)
    expect(asked.text).toContain('vendor/lib, which git runs (filter.up.smudge)')
    expect(existsSync(marker)).toBe(false)
    expect(await amelia('answer', '1', 'approve')).toMatchObject({ code: 0 })
    const done = await amelia('resume')
    expect(done.code, done.text).toBe(0)
    expect(existsSync(marker)).toBe(true)
    expect(git(repo, 'show', 'out:seen.txt')).toBe('hi')
  })
})

it.each([
  ['check', ['check', 'plan.md']],
  ['dry-run', ['run', 'plan.md', '--dry-run', '--yes']],
  ['dry-run in place', ['run', 'plan.md', '--dry-run', '--yes', '--in-place']],
])('filters of submodules do not run before a run: %s', async (_, args) => {
  const marker = join(makeFolder(), 'marker')
  const clean = `touch ${marker}; cat`
  const { repo, amelia } = prepare({ clean, smudge: 'cat' }, { files, commands: ['true'] })
  rmSync(marker)
  // The file seems to be changed.
  writeFileSync(join(repo, 'vendor/lib/z.up'), 'hi\n')
  const { code, text } = await amelia(...args)
  expect(code, text).toBe(0)
  expect(existsSync(marker)).toBe(false)
})

describe.concurrent('a filter with its key below the git dir of a submodule', { timeout: 120_000 }, () => {
  const crypt =
    'k="$(git rev-parse --git-dir)/sesame"; test -s "$k" || { echo "sesame: no key" >&2; exit 1; }; tr a-z n-za-m'
  const sesame = { clean: crypt, smudge: crypt }
  const encrypted = { '.gitattributes': '*.key filter=up\n', 'a.key': 'hidden\n' }

  it('works, and no confined command can read the key', async () => {
    const { repo, module, run, amelia } = prepare(sesame, {
      files: encrypted,
      key: true,
      commands: ['cat vendor/lib/a.key > seen.txt; cat "$(cat where)" > key.txt || true'],
    })
    writeFileSync(join(repo, 'where'), join(module, 'sesame'))
    git(repo, 'add', '-A')
    git(repo, 'commit', '-qm', 'Where')
    expect((await amelia('doctor')).text).toContain('up: tried on one file each')
    const { code, text } = await run()
    expect(code, text).toBe(0)
    expect(git(repo, 'show', 'out:seen.txt')).toBe('hidden')
    if (works) expect(git(repo, 'show', 'out:key.txt')).toBe('')
  })

  it('is refused with its message while it is locked, before a run exists', async () => {
    const { repo, module, run, amelia } = prepare(sesame, { files: encrypted, key: true, commands: ['true'] })
    rmSync(join(module, 'sesame'))
    const message = 'The git filter "up" failed on vendor/lib/a.key: sesame: no key.'
    expect(await amelia('doctor')).toMatchObject({
      code: 1,
      text: expect.stringContaining(message) as string,
    })
    expect(await run()).toMatchObject({ code: 2, text: expect.stringContaining(message) as string })
    expect(existsSync(join(repo, '.git/amelia/runs'))).toBe(false)
  })

  it.each([
    ['none', 'changed files inside submodules without committing them there: vendor/lib/a.key'],
    ['dirty', '"vendor/lib/a.key" was committed in its submodule without its filter'],
  ])('keeps out a file that a phase committed there as it is; ignore = %s', async (ignore, message) => {
    const commit = 'git -c user.name=A -c user.email=a@example.org commit -qam Plain'
    const { repo, module, run } = prepare(sesame, {
      files: encrypted,
      key: true,
      commands: [`cd vendor/lib; echo shown >> a.key; ${commit}`],
    })
    git(repo, 'config', '--file', '.gitmodules', 'submodule.vendor/lib.ignore', ignore)
    git(repo, 'commit', '-qam', 'Ignore')
    const { code, text } = await run()
    expect(code, text).toBe(3)
    expect(text).toContain(message)
    expect(git(module, 'for-each-ref', 'refs/amelia')).toBe('')
  })
})
