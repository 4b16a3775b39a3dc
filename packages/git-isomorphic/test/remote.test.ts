import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AmeliaError } from '@amelia/core'
import http from 'isomorphic-git/http/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  cloneRepository,
  createIsomorphicGit,
  fetchBranch,
  memoryFileSystem,
  pushBranch,
} from '../src/index.ts'
import { serveGit } from './serve-git.ts'

const folder = mkdtempSync(join(tmpdir(), 'amelia-remote-'))
const work = join(folder, 'work')
const git = (dir: string, ...args: string[]): string =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trimEnd()
const commit = (text: string): string => {
  writeFileSync(join(work, 'a.txt'), text)
  git(work, 'add', '-A')
  git(work, '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'By hand')
  git(work, 'push', '-q', 'origin', 'main')
  return git(work, 'rev-parse', 'HEAD')
}
const password = 'pass-word'
let server: Awaited<ReturnType<typeof serveGit>>

beforeAll(async () => {
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', join(folder, 'served.git')])
  git(join(folder, 'served.git'), 'config', 'http.receivepack', 'true')
  execFileSync('git', ['clone', '-q', join(folder, 'served.git'), work], { stdio: 'pipe' })
  git(work, 'checkout', '-qb', 'main')
  commit('one\n')
  server = await serveGit(folder, password)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const remote = () => ({
  fs: memoryFileSystem(),
  dir: '/repo',
  http,
  onAuth: () => ({ username: 'person', password }),
})

describe('a remote repository', () => {
  it('is cloned into memory, changed, fetched and pushed to', async () => {
    const options = remote()
    await cloneRepository({ ...options, url: `${server.url}/served.git` })
    const backend = createIsomorphicGit({
      fs: options.fs,
      dir: options.dir,
      identity: { name: 'A', email: 'a@example.org' },
    })
    const state = await backend.inspect()
    expect(state).toMatchObject({ branch: 'refs/heads/main', dirty: false, identity: 'A <a@example.org>' })
    expect(await backend.whyLocked('refs/heads/main')).toBeNull()

    const base = state.head!
    const workspace = await backend.openWorkspace({ runId: 'r1', base })
    await workspace.fs.writeFile('/b.txt', 'two\n')
    const changes = await backend.changedPaths(workspace)
    const request = { ref: 'refs/amelia/r1/attempt/1/1', message: 'Work\n', date: 1_700_000_000, changes }
    const made = await backend.commitAttempt(workspace, request)
    const branch = 'refs/heads/amelia/x'
    await backend.updateRefs([{ ref: branch, new: made.commit, old: null }])
    await pushBranch({ ...options, branch })
    expect(git(join(folder, 'served.git'), 'show', `${branch}:b.txt`)).toBe('two')
    expect(git(join(folder, 'served.git'), 'rev-parse', branch)).toBe(made.commit)

    const theirs = commit('three\n')
    expect(await fetchBranch({ ...options, branch: 'main' })).toBe(theirs)
    expect(await backend.readRef('refs/remotes/origin/main')).toBe(theirs)
    expect(await backend.isAncestor(base, theirs)).toBe(true)

    const refused = pushBranch({ ...options, branch, to: 'refs/heads/main' })
    await expect(refused).rejects.toMatchObject({ code: 'GIT_FAILED' })
    expect(git(join(folder, 'served.git'), 'rev-parse', 'main')).toBe(theirs)
  })

  it('cloned with limited depth has a history that ends', async () => {
    commit('four\n')
    const options = remote()
    await cloneRepository({ ...options, url: `${server.url}/served.git`, depth: 1 })
    const backend = createIsomorphicGit({ fs: options.fs, dir: options.dir })
    const { head, notes } = await backend.inspect()
    expect(notes.join()).toContain('shallow')
    expect(await backend.findCommits({ from: head!, trailer: 'X', value: '1' })).toEqual([])
    expect(await backend.isAncestor(head!, head!)).toBe(true)
  })

  it('is accessed through a proxy, if there is one', async () => {
    const asked: string[] = []
    const recording = {
      request: (request: Parameters<typeof http.request>[0]) => {
        asked.push(request.url)
        return http.request({ ...request, url: request.url.replace('https://proxy.example.org/', 'http://') })
      },
    }
    const url = `${server.url}/served.git`
    await cloneRepository({ ...remote(), http: recording, url, corsProxy: 'https://proxy.example.org' })
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.every((one) => one.startsWith('https://proxy.example.org/127.0.0.1'))).toBe(true)
  })

  it('that cannot be reached is GIT_FAILED, and no password is revealed', async () => {
    const { onAuth: _, ...options } = remote()
    const url = `${server.url.replace('//', '//person:wrong-word@')}/served.git`
    const error: unknown = await cloneRepository({ ...options, url }).catch((caught: unknown) => caught)
    expect(AmeliaError.is(error, 'GIT_FAILED')).toBe(true)
    expect((error as Error).message).toContain('401')
    const told = [(error as Error).message, JSON.stringify(error), String((error as Error).cause)]
    expect(told.join()).not.toContain('wrong-word')
  })
})
