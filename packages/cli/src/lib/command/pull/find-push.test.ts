import { afterAll, expect, it } from 'vitest'
import { git, makeRepository, removeFolders } from '../../../../test/fixtures/cli.ts'
import { findPush } from './find-push.ts'

afterAll(removeFolders)

const ours = 'https://github.com/acme/app.git'
const fork = 'git@github.com:ada/app.git'

/** Creates a repository with remotes and settings; a setting that is a remote's name is its address. */
const prepare = (remotes: Record<string, string>, settings: readonly (readonly [string, string])[] = []) => {
  const repo = makeRepository()
  for (const [name, url] of Object.entries(remotes)) git(repo, 'remote', 'add', name, url)
  for (const [key, value] of settings) git(repo, 'config', key, value)
  return repo
}
const both = { origin: ours, fork }
const others = { upstream: ours, fork }

it.each<[string, Record<string, string>, [string, string][], string | undefined]>([
  ['the only remote', { upstream: ours }, [], 'upstream'],
  ['origin among others', both, [], 'origin'],
  ['nothing decides', others, [], undefined],
  ['remote.pushDefault before origin', both, [['remote.pushDefault', 'fork']], 'fork'],
  [
    'remote.pushDefault before the upstream',
    both,
    upstreamed('origin', ['remote.pushDefault', 'fork']),
    'fork',
  ],
  ['the upstream before origin', both, upstreamed('fork'), 'fork'],
  ['an upstream in this repository', others, upstreamed('.'), undefined],
  ['the push remote of the base', both, [['branch.main.pushRemote', 'fork']], 'fork'],
  ['an empty setting', { upstream: ours }, [['remote.pushDefault', '']], 'upstream'],
  [
    'the push remote of the target before all others',
    both,
    [
      ['branch.work.pushRemote', 'fork'],
      ['branch.main.pushRemote', 'origin'],
      ['remote.pushDefault', 'origin'],
    ],
    'fork',
  ],
  [
    'an address',
    both,
    [['branch.main.pushRemote', 'https://github.com/bob/app']],
    'https://github.com/bob/app',
  ],
  ['an address without remotes', {}, [['remote.pushDefault', '../app.git']], '../app.git'],
])('finds the remote to push to: %s', async (_name, remotes, settings, expected) => {
  const repo = prepare(remotes, settings)
  const branches = { target: 'work', base: 'main' }
  // A branch of this name in a folder of branches is another one.
  git(repo, 'branch', 'work/more')
  expect((await findPush({ repo }, branches)).remote).toBe(expected)
  git(repo, 'branch', '-D', 'work/more')
  git(repo, 'branch', '--no-track', 'work')
  expect((await findPush({ repo }, branches)).remote).toBe(expected)
})

function upstreamed(remote: string, ...more: [string, string][]): [string, string][] {
  return [['branch.main.remote', remote], ['branch.main.merge', 'refs/heads/main'], ...more]
}

it('uses the default of all branches for a detached HEAD and a target without a name', async () => {
  expect((await findPush({ repo: prepare(both, [['remote.pushDefault', 'fork']]) })).remote).toBe('fork')
})

it('does not replace a remote that git names and that does not exist', async () => {
  const repo = prepare(both, [['remote.pushDefault', 'frok']])
  expect(await findPush({ repo }, { base: 'main' })).toEqual({ remotes: ['fork', 'origin'], unknown: 'frok' })
})

it('prefers the flag, except where it is the repository of several machines', async () => {
  const repo = prepare(both, [['remote.pushDefault', 'fork']])
  expect((await findPush({ repo, remote: 'origin' })).remote).toBe('origin')
  expect((await findPush({ repo, remote: 'ssh://shared/app', engine: 'dbos' })).remote).toBe('fork')
  for (const remote of ['orign', '--mirror', ours])
    await expect(findPush({ repo, remote })).rejects.toThrow(`--remote ${remote}: the repository has no such`)
})

it('reads the address that git pushes to', async () => {
  const repo = prepare({ origin: ours }, [
    ['url.git@github.com:ada/.pushInsteadOf', 'https://github.com/acme/'],
  ])
  expect((await findPush({ repo })).url).toBe(fork)
  git(repo, 'remote', 'set-url', '--push', 'origin', 'ssh://git@example.org/eve/app')
  git(repo, 'remote', 'set-url', '--push', '--add', 'origin', 'ssh://git@example.org/mirror/app')
  expect((await findPush({ repo })).url).toBe('ssh://git@example.org/eve/app')
  expect((await findPush({ repo: prepare({}) })).url).toBeUndefined()
})
