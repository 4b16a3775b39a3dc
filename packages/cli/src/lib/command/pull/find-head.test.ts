import { afterAll, expect, it } from 'vitest'
import { git, makeRepository, removeFolders } from '../../../../test/fixtures/cli.ts'
import type { CallGitHub } from './call-github.ts'
import { compareAddress, findHead } from './find-head.ts'

afterAll(removeFolders)

const github =
  (nameWithOwner: string): CallGitHub =>
  () =>
    Promise.resolve({
      ok: true,
      isMissing: false,
      isKilled: false,
      stdout: JSON.stringify({ nameWithOwner }),
      problem: '',
    })

it.each([
  ['https://github.com/acme/app.git', 'work'],
  ['https://github.com/ACME/app', 'work'],
  ['https://x:y@github.com/ada/app.git/', 'ada:work'],
  ['git@github.com:ada/app.git', 'ada:work'],
  ['work-github:ada/renamed', 'ada:work'],
  ['ssh://git@ssh.github.com:443/ada/app.git', 'ada:work'],
  ['ssh://git@github.com/ada_corp/app', 'ada_corp:work'],
  ['https://proxy.example/git/github/ada/app.git', 'ada:work'],
  // Paths: a clone of the fork, and folders that name no one.
  ['/mirrors/ada/app.git', 'ada:work'],
  ['file:///mirrors/acme/app.git', 'work'],
  ['../up.git', 'work'],
  ['../app.git', 'work'],
  ['/srv/git/shared.git', 'work'],
  // No owner.
  ['https://github.com/app.git', 'work'],
  ['git@github.com:app.git', 'work'],
  ['https://github.com/-x/app.git', 'work'],
])('the branch on %s is %s in acme/app', async (url, head) => {
  const push = { remotes: ['origin'], remote: 'origin', url }
  expect((await findHead('.', push, { branch: 'work', gh: github('acme/app') })).head).toBe(head)
})

it('without gh, compares with the remote that gh prefers', async () => {
  const repo = makeRepository()
  git(repo, 'remote', 'add', 'origin', 'git@github.com:ada/app.git')
  git(repo, 'remote', 'add', 'upstream', 'https://github.com/acme/app.git')
  const push = { remotes: ['origin', 'upstream'], remote: 'origin', url: 'git@github.com:ada/app.git' }
  expect(await findHead(repo, push, { branch: 'work' })).toEqual({
    ...{ head: 'ada:work', owner: 'ada' },
    base: { owner: 'acme', name: 'app', url: 'https://github.com/acme/app' },
  })
})

it('writes the address that compares branches', () => {
  const base = { owner: 'acme', name: 'app', url: 'https://github.com/acme/app' }
  expect(compareAddress('ada:fix/a#1', base, 'main')).toBe(
    'https://github.com/acme/app/compare/main...ada:fix/a%231?expand=1',
  )
})
