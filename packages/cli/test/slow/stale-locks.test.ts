import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, startCli, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

const flags = ['--trust', 'autonomous', '--yes', '--no-artifacts']

/**
 * A `git` that is killed together with its parent process once `update-ref` has locked its refs to move the
 * run's head for the `nth` time. The locks stay, as after a power failure.
 */
const deadlyGit = (nth: number): string => {
  const folder = makeFolder()
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  writeFileSync(
    join(folder, 'git'),
    `#!/usr/bin/env node
const { spawn, spawnSync } = require('node:child_process')
const { appendFileSync, existsSync, readFileSync } = require('node:fs')
const args = process.argv.slice(2)
const count = ${JSON.stringify(join(folder, 'count'))}
if (!args.includes('update-ref')) process.exit(spawnSync(${JSON.stringify(real)}, args, { stdio: 'inherit' }).status ?? 1)
const input = readFileSync(0, 'utf8')
if (/\\/head\\0/.test(input)) appendFileSync(count, '.')
if (!existsSync(count) || readFileSync(count, 'utf8').length !== ${nth} || existsSync(count + '.done')) {
  process.exit(spawnSync(${JSON.stringify(real)}, args, { input, stdio: ['pipe', 'inherit', 'inherit'] }).status ?? 1)
}
appendFileSync(count + '.done', '')
// It prepares, which acquires all locks, and is killed before it commits.
const child = spawn(${JSON.stringify(real)}, args, { stdio: ['pipe', 'pipe', 'inherit'] })
let output = ''
child.stdout.on('data', (text) => {
  output += text
  if (!output.includes('prepare: ok')) return
  child.kill('SIGKILL')
  process.kill(process.ppid, 'SIGKILL')
  child.on('exit', () => process.exit(1))
})
child.stdin.write(input.replace(/commit\\0$/, ''))
`,
    { mode: 0o755 },
  )
  return `${folder}:${process.env['PATH']}`
}

const locksIn = (repository: string): string[] =>
  execFileSync('find', ['.git', '-name', '*.lock', '-printf', '%P\\n'], { cwd: repository, encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '')
    .sort()

const runIn = (repository: string): string =>
  execFileSync('ls', [join(repository, '.git/amelia/runs')], { encoding: 'utf8' }).trim()

/** Creates a repository whose run died at the `nth` transaction, together with git. */
const dieAt = async (nth: number) => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo one > one.txt' }])
  const { outcome } = startCli(['run', plan, '--repo', repository, ...flags], {
    env: { PATH: deadlyGit(nth) },
  })
  expect((await outcome).signal).toBe('SIGKILL')
  return { repository, runId: runIn(repository) }
}

/** The folder of the notes of calls that take locks. */
const notesOf = (repository: string): string => join(repository, '.git/amelia/calls')

const branchOf = (repository: string): string =>
  git(repository, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')

describe.concurrent('a crash that also kills git', () => {
  it('removes its own lock if it contains the value that was about to be written', async () => {
    const { repository, runId } = await dieAt(1)
    expect(locksIn(repository)).toEqual([`refs/amelia/${runId}/head.lock`])
    const resumed = await cli(['resume', runId, '--repo', repository])
    expect(resumed).toMatchObject({ code: 0 })
    expect(locksIn(repository)).toEqual([])
    expect(git(repository, 'show', `${branchOf(repository)}:one.txt`)).toBe('one')
  }, 180_000)

  it('asks nobody about locks of the call that it had noted, once they are 30 s old', async () => {
    const { repository, runId } = await dieAt(2)
    expect(locksIn(repository).some((name) => name.startsWith('refs/heads/'))).toBe(true)
    const notes = readdirSync(notesOf(repository)).map((name) => join(notesOf(repository), name))
    expect(notes).toHaveLength(1)
    for (const path of [...notes, ...locksIn(repository).map((name) => join(repository, '.git', name))]) {
      const seconds = statSync(path).mtimeMs / 1000 - 60
      utimesSync(path, seconds, seconds)
    }
    expect(await cli(['resume', runId, '--repo', repository])).toMatchObject({ code: 0 })
    expect(locksIn(repository)).toEqual([])
    expect(readdirSync(notesOf(repository))).toEqual([])
    expect(git(repository, 'show', `${branchOf(repository)}:one.txt`)).toBe('one')
    git(repository, 'fsck', '--strict')
  }, 180_000)

  it('asks about locks that it may not remove, and continues once a person has approved', async () => {
    const { repository, runId } = await dieAt(2)
    rmSync(notesOf(repository), { recursive: true })
    const left = locksIn(repository)
    expect(left).toContain(`refs/amelia/${runId}/head.lock`)
    expect(left.some((name) => name.startsWith('refs/heads/'))).toBe(true)
    const locked = await cli(['resume', runId, '--repo', repository])
    expect(locked.code).toBe(3)
    const asked = locksIn(repository)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked).not.toContain(`refs/amelia/${runId}/head.lock`)
    for (const name of asked) expect(locked.stdout).toContain(name)
    expect(locked.stdout).toContain('No git process runs in the repository.')
    const answered = await cli(['answer', runId, 'run:lock:1', 'approve', '--repo', repository])
    expect(answered.code).toBe(0)
    const resumed = await cli(['resume', runId, '--repo', repository])
    expect(resumed).toMatchObject({ code: 0 })
    expect(locksIn(repository)).toEqual([])
    expect(git(repository, 'show', `${branchOf(repository)}:one.txt`)).toBe('one')
    git(repository, 'fsck', '--strict')
  }, 180_000)

  it('continues without an answer once the locks are gone', async () => {
    const { repository, runId } = await dieAt(2)
    rmSync(notesOf(repository), { recursive: true })
    expect((await cli(['resume', runId, '--repo', repository])).code).toBe(3)
    for (const name of locksIn(repository)) execFileSync('rm', [join(repository, '.git', name)])
    expect(await cli(['resume', runId, '--repo', repository])).toMatchObject({ code: 0 })
  }, 180_000)
})
