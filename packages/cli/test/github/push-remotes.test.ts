import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'
import { startTerminal } from '../fixtures/start-terminal.ts'
import { createFakeGitHub, type FakeGitHub, pathWithoutGh } from './fake-gh.ts'

afterAll(removeFolders)

const acme = 'git@github.com:acme/app.git'
const ada = 'git@github.com:ada/app.git'

/** Creates a repository, and a server that ssh reaches as github.com, with a repository of each owner. */
const prepare = (remotes: Record<string, string>, state: Partial<FakeGitHub> = {}) => {
  const server = makeFolder()
  const ssh = join(server, 'ssh')
  // git passes the host and a command such as git-receive-pack 'ada/app.git'.
  writeFileSync(ssh, '#!/bin/sh\ncd "$(dirname "$0")" && eval "git ${2#git-}"\n', { mode: 0o755 })
  for (const owner of ['acme', 'ada']) {
    mkdirSync(join(server, owner))
    git(server, 'init', '-q', '--bare', '-b', 'main', `${owner}/app.git`)
  }
  const repository = makeRepository()
  for (const [name, url] of Object.entries(remotes)) git(repository, 'remote', 'add', name, url)
  const base = {
    nameWithOwner: 'acme/app',
    url: 'https://github.com/acme/app',
    defaultBranchRef: { name: 'main' },
  }
  const github = createFakeGitHub({ base, ...state })
  const env = { ...github.env, GIT_SSH_COMMAND: ssh, GIT_SSH_VARIANT: 'simple' }
  const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo one > one.txt' }])
  const args = ['run', plan, '--repo', repository, '--trust', 'autonomous', '--yes', '--no-artifacts', '--pr']
  return {
    ...{ repository, github, env, server },
    args: [...args, '--target', 'work'],
    run: (...more: string[]) => cli([...args, '--target', 'work', ...more], { env }),
    set: (key: string, value: string) => git(repository, 'config', key, value),
    /** The owners whose repository has the branch of the run. */
    owners: () =>
      ['acme', 'ada'].filter(
        (owner) => git(join(server, owner, 'app.git'), 'branch', '--list', 'work') !== '',
      ),
  }
}
/** The value of a flag in the call that opened the last pull request. */
const opened = ({ read }: ReturnType<typeof createFakeGitHub>, flag: string): string | undefined => {
  const { args = [] } = read().pulls.at(-1) ?? {}
  return args[args.indexOf(flag) + 1]
}
const both = { origin: acme, fork: ada }

describe.concurrent('--pr with other remotes than origin', { timeout: 120_000 }, () => {
  it('pushes to the only remote', async () => {
    const { run, owners, github } = prepare({ upstream: acme })
    const { code, stdout } = await run()
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Pushed work to upstream. Opened a pull request: https://'),
    })
    expect(owners()).toEqual(['acme'])
    expect(opened(github, '--head')).toBe('work')
  })

  it('pushes the branch alone to a remote with a slash, which a merge names', async () => {
    const { repository, run, set, server } = prepare({ 'team/fork': ada })
    set('push.followTags', 'true')
    git(repository, 'tag', '-a', '-m', 'v1', 'v1')
    expect(await run()).toMatchObject({ code: 0 })
    const pushed = git(server, '-C', 'ada/app.git', 'for-each-ref', '--format=%(refname)')
    expect(pushed.replace(/proof\/.*/, 'proof')).toBe('refs/amelia/proof\nrefs/heads/work')
    const { stdout } = await cli(['merge', '--yes', '--repo', repository])
    expect(stdout).toContain('The pushed branch team/fork/work remains.')
    expect(stdout).toContain('push team/fork --delete work')
  })

  it.each([
    ['remote.pushDefault', 'fork'],
    ['branch.main.pushRemote', 'fork'],
    ['branch.work.pushRemote', ada],
    ['remote.origin.pushurl', ada],
    ['url.git@github.com:ada/.pushInsteadOf', 'git@github.com:acme/'],
  ])('pushes to the fork of a user that %s names, and nothing to the shared server', async (key, value) => {
    const pull = { number: 7, url: 'https://github.com/acme/app/pull/7', headRefName: 'work' }
    // The branch of another person has the same name.
    const { run, owners, github, set } = prepare(both, {
      pulls: [{ ...pull, headRepositoryOwner: { login: 'eve' } }],
    })
    set('branch.main.remote', 'origin')
    set('branch.main.merge', 'refs/heads/main')
    set(key, value)
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining('Opened a pull request: ') })
    expect(owners()).toEqual(['ada'])
    expect(opened(github, '--head')).toBe('ada:work')
    expect(opened(github, '--base')).toBe('main')
    github.change({ pulls: [{ ...pull, headRepositoryOwner: { login: 'Ada' } }] })
    expect((await run()).stdout).toContain('Its pull request: https://github.com/acme/app/pull/7\n')
  })

  it("opens a pull request from an organisation's fork through the API, or prints where to open it", async () => {
    const { run, owners, github, set } = prepare(both, { organizations: ['ada'] })
    set('remote.pushDefault', 'fork')
    expect((await run()).stdout).toContain('Opened a pull request: https://github.com/acme/app/pull/1\n')
    expect(owners()).toEqual(['ada'])
    expect(github.read().pulls[0]).toMatchObject({
      args: expect.arrayContaining(['repos/acme/app/pulls', 'head=ada:work', 'base=main', 'body=@-']),
      body: expect.stringContaining('# Make small things.'),
    })
    github.change({ pulls: [], failure: 'HTTP 403' })
    const { code, stderr } = await run()
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /gh api repos\/acme\/app\/pulls failed:\n {2}HTTP 403\nTo open it in a browser:\n {2}https:\/\/github\.com\/acme\/app\/compare\/main\.\.\.ada:work\?expand=1\n/,
    )
  })

  it('without gh, prints the head with its owner', async () => {
    const { args, set } = prepare(both)
    set('remote.pushDefault', 'fork')
    const { stdout } = await cli(args, { env: { PATH: pathWithoutGh() } })
    expect(stdout).toMatch(/push fork work\n.*gh pr create --head ada:work --base main /)
  })

  it('refuses several remotes without a decision before the run starts', async () => {
    const { repository, run, owners, set } = prepare({ upstream: acme, fork: ada })
    const refused = await run()
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/2 remotes[^]*: fork, upstream\.\n[^]*--remote NAME/),
    })
    set('remote.pushDefault', 'frok')
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/frok[^]*does not exist[^]*: fork, upstream\.\n[^]*--remote NAME/),
    })
    expect(git(repository, 'for-each-ref', 'refs/amelia', 'refs/heads/work')).toBe('')
    expect(await run('--remote', 'fork')).toMatchObject({ code: 0 })
    expect(owners()).toEqual(['ada'])
  })

  it('asks at a terminal before the run starts', async () => {
    const { repository, args, env, owners } = prepare({ upstream: acme, fork: ada }, { failure: 'HTTP 502' })
    const program = [process.execPath, join(inject('programs'), 'cli.mjs'), ...args]
    const left = startTerminal(program, { env })
    expect(await left.until('(number or name)')).toMatch(/ 1 {2}fork {6}git@github\.com:ada\/app\.git\n/)
    left.type('\u0003')
    await left.until('Nothing was started.')
    expect(await left.exited).toBe(130)
    expect(existsSync(join(repository, '.git/refs/amelia'))).toBe(false)
    const chosen = startTerminal(program, { env })
    await chosen.until('(number or name)')
    chosen.type('3\r')
    await chosen.until('Expected a number from 1 to 2')
    chosen.type('fork\r')
    await chosen.until(/resume \S+ --pr --remote fork/)
    expect(await chosen.exited).toBe(1)
    expect(owners()).toEqual(['ada'])
  })

  it('a preview shows where a run would push', async () => {
    const { run, owners, set, github } = prepare({
      upstream: acme,
      fork: 'https://ada:t0ken@github.com/ada/app',
    })
    expect((await run('--dry-run')).stdout).toMatch(
      /Push: +not decided: add --remote NAME, one of fork, upstream\n/,
    )
    set('remote.pushDefault', 'fork')
    expect((await run('--dry-run')).stdout).toMatch(/Push: +fork \(https:\/\/github\.com\/ada\/app\)\n/)
    const { stdout } = await run('--dry-run', '--json', '--remote', 'upstream')
    expect(JSON.parse(stdout)).toMatchObject({
      push: { remote: 'upstream', url: acme, remotes: ['fork', 'upstream'] },
    })
    expect(owners()).toEqual([])
    expect(github.read().calls).toEqual([])
  })
})
