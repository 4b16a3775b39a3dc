import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runAtTerminal } from './default-path/run-at-terminal.ts'
import { cli, git, makeFolder, removeFolders } from './fixtures/cli.ts'
import { createFakeGitHub } from './github/fake-gh.ts'

afterAll(removeFolders)

const allow = ['-c', 'protocol.file.allow=always']

/** Creates a repository with the submodule `vendor/lib`. */
const prepare = () => {
  const dir = makeFolder()
  for (const name of ['lib', 'app']) {
    mkdirSync(join(dir, name))
    git(dir, 'init', '-q', '-b', 'main', name)
    writeFileSync(join(dir, name, `${name}.txt`), `${name}\n`)
    git(join(dir, name), 'add', '-A')
    git(join(dir, name), 'commit', '-qm', name)
  }
  const repo = join(dir, 'app')
  git(dir, 'init', '-q', '--bare', 'server')
  git(repo, 'remote', 'add', 'origin', join(dir, 'server'))
  git(repo, ...allow, 'submodule', '--quiet', 'add', '../lib', 'vendor/lib')
  git(repo, 'commit', '-qm', 'Submodule')
  return { dir, repo, module: join(repo, '.git/modules/vendor/lib') }
}

/** Runs a plan of one command in a repository with the submodule `vendor/lib`. */
const run = async (
  command: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
) => {
  const { dir, repo, module } = prepare()
  const table = '| Phase | Name | Depends On |\n|---|---|---|\n| 1 | Work | - |\n'
  writeFileSync(
    join(repo, 'plan.md'),
    `# Work\n\n${table}\n## Phase 1: Work\n\n\`\`\`sh\n${command}\n\`\`\`\n`,
  )
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  const amelia = async (...given: string[]) => {
    const { code, stdout, stderr } = await cli(given, { cwd: repo, env })
    return { code, text: `${stdout}\n${stderr}`.replace(/\s+/g, ' ') }
  }
  const outcome = await amelia('run', 'plan.md', '--trust', 'autonomous', '--yes', '--target', 'out', ...args)
  const id = /\d{4}-\d\d-\d\d-[a-z0-9]{6}/.exec(outcome.text)?.[0] ?? ''
  return { dir, repo, module, id, amelia, ...outcome }
}

/** The part of a line that names a commit of the submodule, which has to be pushed first. */
const pushFirst = (commit: string, branch = 'out'): string =>
  `records commits of submodules that no remote of theirs is known to have. Push these first: git -C vendor/lib push origin ${commit}:refs/heads/${branch}`
const commitInside = 'cd vendor/lib && echo new > new.txt && git add -A && git commit -qm new'

describe.concurrent('a phase in a repository with submodules', { timeout: 120_000 }, () => {
  it('moves a pointer, whose commit is kept until the run is cleaned', async () => {
    const { repo, module, id, amelia, code, text } = await run(commitInside, {
      args: ['--test', 'test -f vendor/lib/new.txt'],
    })
    expect(code, text).toBe(0)
    const moved = git(repo, 'rev-parse', 'out:vendor/lib')
    expect(git(module, 'for-each-ref', '--format=%(refname) %(objectname)', 'refs/amelia')).toBe(
      `refs/amelia/${id}/submodule/${moved} ${moved}`,
    )
    expect(git(repo, 'status', '--porcelain')).toBe('')
    expect(text).toContain(pushFirst(moved))
    const commands = [['status'], ['status', '--json'], ['watch', id], ['resume', id], ['report', id]]
    for (const command of commands) expect((await amelia(...command)).text).toContain(pushFirst(moved))
    git(join(repo, 'vendor/lib'), 'push', '-q', 'origin', `${moved}:refs/heads/out`)
    expect((await amelia('status')).text).not.toContain('Push these first')
    git(repo, 'merge', '-q', 'out')
    git(repo, 'submodule', '--quiet', 'update')
    expect(git(join(repo, 'vendor/lib'), 'rev-parse', 'HEAD')).toBe(moved)
    const cleaned = await amelia('clean', id, '--attempts')
    expect(cleaned.code, cleaned.text).toBe(0)
    expect(git(module, 'for-each-ref', 'refs/amelia')).toBe('')
  })

  it('keeps a commit that a merge records until another reference of the submodule has it', async () => {
    const { repo, module, amelia } = await run(commitInside)
    const moved = git(repo, 'rev-parse', 'out:vendor/lib')
    const merged = await amelia('merge', '--yes')
    expect(merged.code, merged.text).toBe(0)
    git(module, 'gc', '--quiet', '--prune=now')
    git(repo, 'submodule', '--quiet', 'update')
    expect(git(join(repo, 'vendor/lib'), 'rev-parse', 'HEAD')).toBe(moved)
  })

  it('is moved by an agent, with nothing but a test command', async () => {
    const { repo, module } = prepare()
    const { code, questions, text, branch } = await runAtTerminal(repo, {
      commands: [commitInside],
      test: 'test -f vendor/lib/lib.txt',
    })
    expect(code, text).toBe(0)
    expect(questions).toEqual(['Batch 1 (1) passed. Approve it?'])
    const moved = git(repo, 'rev-parse', `${branch}:vendor/lib`)
    expect(git(module, 'for-each-ref', '--format=%(objectname)', 'refs/amelia')).toBe(moved)
    expect(text).toContain(pushFirst(moved, branch))
    expect(git(module, 'show', '--format=%s', '--no-patch', moved)).toBe('new')
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })

  it.each([
    [
      'uncommitted changes inside',
      'echo x >> vendor/lib/lib.txt',
      'without committing them there: vendor/lib/lib.txt',
    ],
    ['a nested repository', 'git init -q web && echo x > web/a', 'rm -rf web/.git'],
    ['one whose name needs quotes', "git init -q 'my web' && echo x > 'my web/a'", "rm -rf 'my web/.git'"],
    [
      'a commit that exists nowhere',
      `${commitInside} && rm -rf ../../.git/modules/vendor/lib/objects/??`,
      '"vendor/lib" cannot be committed: its commit',
    ],
  ])('is asked about %s', async (_, command, message) => {
    const { code, text } = await run(command)
    expect(code, text).not.toBe(0)
    expect(text).toContain(message)
  })

  it('says which submodule has to be pushed before a pull request', async () => {
    const { env } = createFakeGitHub({})
    const { dir, repo, id, amelia, code, text } = await run(commitInside, { args: ['--pr'], env })
    expect(code, text).toBe(1)
    const moved = git(repo, 'rev-parse', 'out:vendor/lib')
    expect(text).toContain(`Nothing was pushed: out ${pushFirst(moved)}`)
    expect(git(join(dir, 'server'), 'branch', '--list')).toBe('')
    git(join(repo, 'vendor/lib'), 'push', '-q', 'origin', `${moved}:refs/heads/out`)
    const again = await amelia('resume', id, '--pr')
    expect(again.code, again.text).toBe(0)
    expect(git(join(dir, 'server'), 'rev-parse', 'out:vendor/lib')).toBe(moved)
  })
})
