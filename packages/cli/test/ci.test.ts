import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, snapshot, writePlan } from './fixtures/cli.ts'

afterAll(removeFolders)

const flags = ['--trust', 'autonomous', '--yes', '--no-artifacts']
const planOf = (): string => writePlan(makeFolder(), [{ id: '1', run: 'echo one > one.txt' }])
const branchOf = (repository: string): string =>
  git(repository, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')

const run = (repository: string, env: Record<string, string> = {}, ...more: string[]) =>
  cli(['run', planOf(), '--repo', repository, ...flags, ...more], { env })

describe('in a CI', () => {
  it('commits have the author and the committer of the environment', async () => {
    const repository = makeRepository()
    git(repository, 'config', '--unset', 'user.name')
    git(repository, 'config', '--unset', 'user.email')
    const env = {
      GIT_AUTHOR_NAME: 'Grace',
      GIT_AUTHOR_EMAIL: 'grace@example.org',
      GIT_COMMITTER_NAME: 'The CI',
      GIT_COMMITTER_EMAIL: 'ci@example.org',
    }
    expect(await run(repository, env)).toMatchObject({ code: 0 })
    const format = '--format=%an <%ae>, %cn <%ce>'
    expect(git(repository, 'log', '-1', format, branchOf(repository))).toBe(
      'Grace <grace@example.org>, The CI <ci@example.org>',
    )
  })

  it('git reads the configuration that GIT_CONFIG_GLOBAL names', async () => {
    const repository = makeRepository()
    git(repository, 'config', '--unset', 'user.name')
    const file = join(makeFolder(), 'config')
    writeFileSync(file, '[user]\n\tname = Global\n')
    expect(await run(repository, { GIT_CONFIG_GLOBAL: file })).toMatchObject({ code: 0 })
    expect(git(repository, 'log', '-1', '--format=%an', branchOf(repository))).toBe('Global')
  })

  it('the run’s branch starts at a detached HEAD', async () => {
    const repository = makeRepository()
    git(repository, 'checkout', '-q', '--detach')
    const head = git(repository, 'rev-parse', 'HEAD')
    expect(await run(repository)).toMatchObject({ code: 0 })
    expect(git(repository, 'rev-parse', `${branchOf(repository)}^`)).toBe(head)
    expect(git(repository, 'rev-parse', 'HEAD')).toBe(head)
  })
})

describe('rejects before creating anything', () => {
  const refused = async (repository: string, env: Record<string, string> = {}): Promise<string> => {
    const before = snapshot(repository)
    const { code, stderr } = await run(repository, env)
    expect(code).toBe(2)
    expect(snapshot(repository)).toBe(before)
    return stderr
  }

  it('a repository that git does not trust, with git’s message', async () => {
    const bin = makeFolder()
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
    const script = `#!/bin/sh\nexport GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nexec ${real} "$@"\n`
    writeFileSync(join(bin, 'git'), script, { mode: 0o755 })
    const stderr = await refused(makeRepository(), { PATH: `${bin}:${process.env['PATH']}` })
    expect(stderr).toContain('dubious ownership')
    expect(stderr).toContain('safe.directory')
    expect(stderr).not.toContain('git init')
  })

  it('a temporary folder that is missing', async () => {
    const stderr = await refused(makeRepository(), { TMPDIR: join(makeFolder(), 'nowhere') })
    expect(stderr).toMatch(/temporary folder .*nowhere is missing.*TMPDIR/)
  })

  it('a temporary folder that a link replaces, before a run exists', async () => {
    const shared = makeFolder()
    const own = join(shared, `amelia-${process.getuid?.()}`)
    symlinkSync(makeFolder(), own)
    const repository = makeRepository()
    const stderr = await refused(repository, { TMPDIR: shared })
    expect(stderr).toContain(
      `${own} is a link or a file, not a folder. Remove it, or choose another folder with TMPDIR`,
    )
    expect(git(repository, 'for-each-ref', 'refs/amelia')).toBe('')
    expect(existsSync(join(repository, '.git/amelia'))).toBe(false)
  })

  it('a required filter whose program is not installed, with its name', async () => {
    const repository = makeRepository()
    mkdirSync(join(repository, 'images'))
    writeFileSync(join(repository, 'images/.gitattributes'), '*.png filter=lfs -text\n')
    git(repository, 'add', '.')
    git(repository, 'commit', '-q', '-m', 'Images')
    git(repository, 'config', 'filter.lfs.required', 'true')
    git(repository, 'config', 'filter.lfs.process', 'no-such-lfs filter-process')
    expect(await refused(repository)).toMatch(/git filter "lfs".*no-such-lfs is not installed/)
  })
})

describe('commit.gpgSign', () => {
  const signing = () => {
    const repository = makeRepository()
    const folder = makeFolder()
    const key = join(folder, 'key')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
    const allowed = join(folder, 'allowed')
    const pub = execFileSync('cat', [`${key}.pub`], { encoding: 'utf8' })
    writeFileSync(allowed, `ada@example.org ${pub}`)
    for (const [name, value] of [
      ['commit.gpgsign', 'true'],
      ['gpg.format', 'ssh'],
      ['user.signingkey', key],
      ['gpg.ssh.allowedSignersFile', allowed],
    ] as const)
      git(repository, 'config', name, value)
    return repository
  }

  it('causes one note that commits are not signed, naming the option that signs them', async () => {
    const { code, stderr } = await run(signing())
    expect(code).toBe(0)
    expect(stderr.match(/are not signed.*--sign/g)).toHaveLength(1)
  })

  it('makes published commits signed with --sign', async () => {
    const repository = signing()
    const { code, stderr } = await run(repository, {}, '--sign')
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.not.stringContaining('not signed') })
    expect(git(repository, 'log', '-1', '--format=%G?', branchOf(repository))).toBe('G')
    git(repository, 'verify-commit', branchOf(repository))
  })
})
