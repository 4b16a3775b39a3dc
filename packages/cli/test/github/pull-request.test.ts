import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'
import { callProgram } from '../../src/lib/command/pull/call-program.ts'
import { noteFacts } from '../../src/lib/stored/read-base.ts'
import { createFakeGitHub, makeClone, pathWithoutGh } from './fake-gh.ts'

afterAll(removeFolders)

const flags = ['--trust', 'autonomous', '--yes', '--no-artifacts', '--pr']
const run = (repository: string, env: Record<string, string>, ...more: string[]) => {
  const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo one > one.txt' }])
  return cli(['run', plan, '--repo', repository, ...flags, ...more], { env })
}
const branchesOf = (folder: string): string[] =>
  git(folder, 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads/amelia').split('\n')

it('the output of a failed program is shown without logins and control characters', async () => {
  const script = 'printf "fatal: https://ada:t0ken@git.example/x \\033[31mdenied\\n" >&2; exit 1'
  expect(await callProgram('sh', ['-c', script], { cwd: '.' })).toMatchObject({
    ...{ ok: false, isMissing: false, isKilled: false },
    problem: 'fatal: https://***@git.example/x denied',
  })
})

describe.concurrent('--pr', () => {
  it('pushes the branch, opens one pull request with the report, and then prints its address', async () => {
    const { repository, remote } = makeClone()
    git(repository, 'checkout', '-q', '-b', 'feature/x')
    const github = createFakeGitHub({ failure: 'GraphQL: \u001b[31mResource not accessible\u001b[0m' })
    const failed = await run(repository, github.env)
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Completed: 1 of 1 phase done'),
    })
    const [, again = ''] =
      /gh pr create failed:\n {2}GraphQL: Resource not accessible\nTo repeat it:\n {2}amelia (.*)\n/.exec(
        failed.stderr,
      ) ?? []
    expect(again).toMatch(/^resume \S+ --pr --repo \S+$/)
    expect(branchesOf(remote)).toEqual(branchesOf(repository))
    const [branch = '', to = ''] = branchesOf(remote)[0]!.split(' ')
    // A proof since the run is in the body.
    await noteFacts(repository, again.split(' ')[1]!, { proven: { commits: [to], to } })

    github.change({ failure: '' })
    git(repository, 'checkout', '-q', 'main')
    const repeated = await cli(again.split(' '), { env: github.env })
    expect(repeated).toMatchObject({
      ...{ code: 0, stderr: '' },
      stdout: expect.stringContaining(
        `Pushed ${branch} to origin. Opened a pull request: https://github.com/acme/app/pull/1\n`,
      ),
    })
    const [pull] = github.read().pulls
    expect(pull?.args).toEqual([
      ...['pr', 'create', '--head', branch, '--base', 'feature/x'],
      ...['--title', 'Small things', '--body-file', '-'],
    ])
    expect(pull?.body).toMatch(/^# Make small things\.\n[^]*\| 1 Do 1 \|/)
    expect(pull?.body).toContain('1 of 1 phase proven.')

    const third = await cli([...again.split(' '), '--json'], { env: github.env })
    expect(third).toMatchObject({
      ...{ code: 0, stdout: '' },
      stderr: expect.stringContaining('Its pull request: https://github.com/acme/app/pull/1\n'),
    })
    expect(github.read().pulls).toHaveLength(1)
  })

  it('never pushes with force: a rejected push is reported', async () => {
    const { repository, remote } = makeClone()
    git(repository, 'branch', 'work')
    git(repository, 'push', '-q', 'origin', 'work')
    const other = join(makeFolder(), 'other')
    git(repository, 'clone', '-q', remote, other)
    git(other, 'checkout', '-q', 'work')
    git(other, '-c', 'user.name=B', '-c', 'user.email=b@x', 'commit', '-q', '--allow-empty', '-m', 'Theirs')
    git(other, 'push', '-q', 'origin', 'work')
    // A setting of the remote must not add force either.
    git(repository, 'config', 'remote.origin.push', '+refs/heads/*:refs/heads/*')
    const theirs = git(remote, 'rev-parse', 'work')
    const github = createFakeGitHub()
    const { code, stderr } = await run(repository, github.env, '--target', 'work')
    expect(code).toBe(1)
    expect(stderr).toMatch(/git push to origin failed:\n[^]*rejected[^]*To repeat it:\n {2}amelia resume /)
    expect(git(remote, 'rev-parse', 'work')).toBe(theirs)
    expect(github.read().pulls).toEqual([])
  })

  it('without gh or a remote, prints the commands, and pushes nothing', async () => {
    const { repository, remote } = makeClone()
    const { code, stdout } = await run(repository, { PATH: pathWithoutGh() })
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /gh was not found\. To open a pull request:\n {2}git -C \S+ push origin amelia\/\S+\n {2}amelia report \S+ --repo \S+ \| gh pr create --head amelia\/\S+ --base main --title 'Small things' --body-file -\n/,
    )
    expect(branchesOf(remote)).toEqual([''])
    const alone = await run(makeRepository(), createFakeGitHub().env)
    expect(alone).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/no remote\. To open[^]*remote add origin URL\n[^]*push origin amelia\//),
    })
  })

  it('pushes nothing for a run that is not completed', async () => {
    const { repository, remote } = makeClone()
    const github = createFakeGitHub()
    const plan = writePlan(makeFolder(), [{ id: '1', run: 'false' }])
    const { code, stderr } = await cli(['run', plan, '--repo', repository, ...flags], { env: github.env })
    expect(code).not.toBe(0)
    expect(stderr).toContain('nothing was pushed, because the run is not completed')
    expect(branchesOf(remote)).toEqual([''])
    expect(github.read().calls).toEqual([])
  })

  it('refuses flags that contradict it, before the run', async () => {
    const { repository } = makeClone()
    const github = createFakeGitHub()
    for (const [more, message] of [
      [['--in-place'], '--pr needs a branch of the run, and --in-place creates none.'],
      [['--remote', '--mirror'], '--remote --mirror: the repository has no such remote.\nRemotes: origin.'],
    ] as const)
      expect(await run(repository, github.env, ...more)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(message),
      })
  })
})
