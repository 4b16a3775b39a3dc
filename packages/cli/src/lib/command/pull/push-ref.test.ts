import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Called } from './call-program.ts'
import { pushRef } from './push-ref.ts'

const ref = 'refs/heads/work'
const real = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()

let folder: string
let warnings: string[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amelia-push-'))
  warnings = []
  const git = (...args: string[]) => execFileSync(real, ['-C', folder, ...args], { stdio: 'pipe' })
  git('init', '-q', '--bare', 'server')
  git('init', '-q', '-b', 'work', 'clone')
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'commit.gpgSign=false']
  git('-C', 'clone', ...identity, 'commit', '-q', '--allow-empty', '-m', 'Begin')
  git('-C', 'clone', 'remote', 'add', 'origin', '../server')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Pushes with a git that the shell code `dies` replaces at the first pushes. */
const push = (dies: string, times = 1): Promise<Called> => {
  const program = join(folder, 'git')
  writeFileSync(
    program,
    `#!/bin/sh
echo "$1" >> '${folder}/calls'
if [ "$1" = push ] && [ "$(grep -c push '${folder}/calls')" -le ${times} ]; then ${dies}; fi
exec '${real}' "$@"
`,
  )
  chmodSync(program, 0o755)
  return pushRef('../server', ref, {
    ...{ remote: 'origin', cwd: join(folder, 'clone'), pause: async () => {} },
    env: { PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` },
    onKilled: ({ problem }) => warnings.push(problem),
  })
}
const pushes = (): number => readFileSync(join(folder, 'calls'), 'utf8').split('push\n').length - 1
const arrived = (): string =>
  execFileSync(real, ['-C', join(folder, 'server'), 'for-each-ref', '--format=%(refname)'], {
    encoding: 'utf8',
  }).trim()

it('repeats a push whose process was killed before it arrived', async () => {
  expect(await push('kill -9 $$')).toMatchObject({ ok: true })
  expect(arrived()).toBe(ref)
  expect(pushes()).toBe(2)
  expect(warnings).toEqual([expect.stringContaining('git was ended by SIGKILL.')])
})

it.each(['kill -9 $$', 'exit 137'])('repeats no push that has arrived: %s', async (end) => {
  expect(await push(`'${real}' "$@"; ${end}`)).toMatchObject({ ok: true })
  expect(arrived()).toBe(ref)
  expect(pushes()).toBe(1)
})

it('fails after a few repetitions', async () => {
  expect(await push('kill -9 $$', 99)).toMatchObject({ ok: false, isKilled: true })
  expect(pushes()).toBe(5)
})

it('repeats no push that the remote refuses', async () => {
  expect(await push('echo refused >&2; exit 1')).toMatchObject({ ok: false, isKilled: false })
  expect(pushes()).toBe(1)
})
