import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, startCli, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
const flags = ['--trust', 'autonomous', '--yes']
const inPlace = ['--in-place', '--allow-dirty']

/**
 * Creates a git that dies once, together with the process that started it, before it deletes a ref. `lock`:
 * the file below `.git` that it leaves.
 */
const deadlyGit = (repository: string, ref: string, lock?: string): string => {
  const folder = makeFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const text = `#!/bin/bash
if [[ "$*" != *update-ref* ]]; then exec '${real}' "$@"; fi
cat > '${folder}/input'.$$
if { echo "$*"; tr '\\0' ' ' < '${folder}/input'.$$; } | grep -qE '(-d|delete) ${ref}' && mkdir '${folder}/done' 2> /dev/null; then
  ${lock === undefined ? ':' : `: > '${join(repository, '.git', lock)}'`}
  kill -9 $PPID $$
fi
exec '${real}' "$@" < '${folder}/input'.$$
`
  writeFileSync(join(bin, 'git'), text)
  chmodSync(join(bin, 'git'), 0o755)
  return `${bin}${delimiter}${process.env['PATH'] ?? ''}`
}

const statusOf = (repository: string): string =>
  git(repository, '--no-optional-locks', 'status', '--porcelain=v2', '-uall')
const runIn = (repository: string): string => readdirSync(join(repository, '.git/amelia/runs'))[0]!

/** Runs a plan of one phase in a dirty checkout until git kills it at the deletion of a ref. */
const dieAt = async (
  ref: string,
  { more = [] as string[], lock }: { more?: string[]; lock?: string } = {},
) => {
  const repository = makeRepository()
  appendFileSync(join(repository, 'README.md'), 'mine\n')
  const before = statusOf(repository)
  const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo one > one.txt' }])
  const env = { PATH: deadlyGit(repository, ref, lock), TMPDIR: makeFolder() }
  const { signal } = await startCli(['run', plan, '--repo', repository, ...flags, ...more], { env }).outcome
  expect(signal).toBe('SIGKILL')
  return { repository, before, runId: runIn(repository), env: { TMPDIR: env.TMPDIR } }
}

/** Expects the checkout in its final state, and nothing that belongs to a phase in it. */
const expectEnded = (repository: string, before: string): void => {
  expect(git(repository, 'for-each-ref', 'refs/amelia/*/checkout', 'refs/amelia/target')).toBe('')
  expect(existsSync(join(repository, '.git/amelia/in-place'))).toBe(false)
  expect(statusOf(repository)).toBe(before)
  expect(git(repository, 'show', 'HEAD:one.txt')).toBe('one')
}

describe.concurrent('a run whose process dies at its end', { timeout: 240_000 }, () => {
  const snapshot = 'refs/amelia/[^/]*/checkout'

  it.each([
    ['with its report', []],
    ['without artifacts', ['--no-artifacts']],
  ])('in place, %s, is resumed to an end without a snapshot of the checkout', async (_, more) => {
    const { repository, before, runId } = await dieAt(snapshot, { more: [...inPlace, ...more] })
    expect(git(repository, 'for-each-ref', 'refs/amelia/*/checkout')).not.toBe('')
    expect(await cli(['resume', runId, '--repo', repository])).toMatchObject({ code: 0, stderr: '' })
    expectEnded(repository, before)
  })

  it('in place, asks about a lock that keeps the snapshot, before it ends', async () => {
    const lock = 'packed-refs.lock'
    const { repository, before, runId } = await dieAt(snapshot, { more: inPlace, lock })
    const asked = await cli(['resume', runId, '--repo', repository])
    expect(asked).toMatchObject({ code: 3, stdout: expect.stringContaining(lock) as string })
    expect(await cli(['answer', runId, 'run:lock:1', 'approve', '--repo', repository])).toMatchObject({
      code: 0,
    })
    expect(await cli(['resume', runId, '--repo', repository])).toMatchObject({ code: 0, stderr: '' })
    expectEnded(repository, before)
    expect(existsSync(join(repository, '.git', lock))).toBe(false)
  })

  it('is cleaned up by a resume, although nothing is left to resume', async () => {
    const { repository, runId, env } = await dieAt('refs/amelia/target/')
    const targets = (): string => git(repository, 'for-each-ref', 'refs/amelia/target')
    expect(targets()).not.toBe('')
    const resumed = await cli(['resume', runId, '--repo', repository], { env })
    expect(resumed).toMatchObject({ code: 0, stderr: '' })
    expect(resumed.stdout).toContain('nothing is left to resume')
    expect(targets()).toBe('')
  })

  it('names the lock that keeps its clean-up from finishing', async () => {
    const lock = 'packed-refs.lock'
    const { repository, runId, env } = await dieAt('refs/amelia/target/', { lock })
    const resumed = await cli(['resume', runId, '--repo', repository], { env })
    expect(resumed).toMatchObject({ code: 0 })
    expect(resumed.stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /was not cleaned up: Git is blocked by \S+packed-refs\.lock/,
    )
  })
})
