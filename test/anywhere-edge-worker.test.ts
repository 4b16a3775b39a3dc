import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const example = join(root, 'examples/edge-worker')
const plan = readFileSync(join(root, 'examples/anywhere/plan.md'), 'utf8')
const scratch = mkdtempSync(join(tmpdir(), 'amelia-edge-'))

interface Server {
  url: string
  end(): Promise<void>
}

interface GitServer {
  url: string
  close(): Promise<void>
}

interface Line {
  type: string
  status?: string
  target?: string
  commit?: string
  pushed?: boolean
  code?: string
  phaseId?: string
}

let worker: Server
let gitServer: GitServer

const git = (repo: string, ...args: string[]): string =>
  execFileSync('git', ['-C', join(scratch, 'remotes', repo), ...args], { encoding: 'utf8' }).trim()

beforeAll(async () => {
  const { bundle } = (await import(join(example, 'build.mjs'))) as {
    bundle(file: string, options: object): Promise<string>
  }
  const { startWorkerd } = (await import(join(example, 'start-workerd.mjs'))) as {
    startWorkerd(file: string, options: { remotes: string }): Promise<Server>
  }
  const { serveGit } = (await import(join(root, 'packages/git-isomorphic/test/serve-git.ts'))) as {
    serveGit(folder: string, password: string): Promise<GitServer>
  }
  mkdirSync(join(scratch, 'remotes/project'), { recursive: true })
  git('project', 'init', '-qb', 'main')
  git('project', 'config', 'http.receivepack', 'true')
  writeFileSync(join(scratch, 'remotes/project/README.md'), '# Sky\n')
  git('project', 'add', '-A')
  git('project', '-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'Begin')
  gitServer = await serveGit(join(scratch, 'remotes'), 'a-good-password')
  const file = await bundle(join(scratch, 'worker.js'), { conditions: ['amelia-source'] })
  worker = await startWorkerd(file, { remotes: gitServer.url })
})
afterAll(async () => {
  await worker?.end()
  await gitServer?.close()
  rmSync(scratch, { recursive: true, force: true })
})

const post = (body: unknown): Promise<Response> =>
  fetch(worker.url, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

describe('the Worker at the edge', () => {
  it('runs a plan, streams its events, and ends with a commit', async () => {
    const response = await post({ plan, files: { 'README.md': '# Sky\n' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
    const pieces: string[] = []
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) pieces.push(decoder.decode(piece, { stream: true }))
    expect(pieces.join('').trimEnd().split('\n').length).toBeGreaterThan(3)
    const lines = linesOf(pieces.join(''))
    expect(lines[0]?.type).toBe('run_started')
    const done = lines.filter(({ type }) => type === 'phase_completed').map(({ phaseId }) => phaseId)
    expect([...done].sort()).toEqual(['1', '2A', '2B', '3'])
    const result = lines.at(-1)
    expect(result).toMatchObject({ type: 'result', status: 'completed', pushed: false })
    expect(result?.commit).toMatch(/^[0-9a-f]{40}$/)
  })

  it('clones a remote and pushes the branch to it, and never reveals the password', async () => {
    const base = git('project', 'rev-parse', 'main')
    const remote = { url: `${gitServer.url}/project`, username: 'person', password: 'a-good-password' }
    const text = await (await post({ plan, remote })).text()
    expect(text).not.toContain('a-good-password')
    const result = linesOf(text).at(-1)
    expect(result).toMatchObject({ type: 'result', status: 'completed', pushed: true })
    expect(git('project', 'rev-parse', result?.target ?? '')).toBe(result?.commit)
    expect(git('project', 'rev-parse', 'main')).toBe(base)
    expect(git('project', 'merge-base', 'main', result?.target ?? '')).toBe(base)
    expect(git('project', 'show', `${result?.target}:guide/stars.txt`).split('\n')).toHaveLength(6)
    git('project', 'fsck', '--strict')
  })

  it('rejects invalid orders and remotes that are not allowed', async () => {
    for (const body of [
      '',
      '[]',
      '{"plan":1}',
      '{"plan":"x","files":{"a":1}}',
      '{"plan":"x","remote":{"url":2}}',
    ]) {
      expect((await post(body)).status, body).toBe(400)
    }
    const elsewhere = await post({ plan, remote: { url: 'http://127.0.0.1:1/project' } })
    expect([elsewhere.status, await elsewhere.json()]).toEqual([
      400,
      { problem: 'This remote is not allowed.' },
    ])
    expect((await fetch(worker.url)).status).toBe(405)
  })

  it('reports an invalid plan or password', async () => {
    const wrong = '| Phase | Name | Depends On |\n|---|---|---|\n| 1 | A | 9 |\n'
    expect(linesOf(await (await post({ plan: wrong })).text())).toMatchObject([
      { type: 'result', status: 'refused' },
    ])
    const remote = { url: `${gitServer.url}/project`, username: 'person', password: 'a-bad-one' }
    const [line] = linesOf(await (await post({ plan, remote })).text())
    expect(line).toMatchObject({ type: 'result', status: 'refused', code: 'GIT_FAILED' })
  })
})
