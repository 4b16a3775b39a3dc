import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { provenRepository, runId } from './fixtures/proof/proven-repository.ts'
import { folder, git } from './fixtures/repository.ts'

const root = resolve(import.meta.dirname, '..')

describe('docs/concepts/proof.md', () => {
  const text = readFileSync(join(root, 'docs/concepts/proof.md'), 'utf8')
  const commands = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!)

  /** A folder with the programs that the page names, the shell, and the tests' own Node.js. */
  const programs = (): string => {
    const path = folder('programs')
    for (const name of ['sh', 'git', 'jq', 'openssl', 'ssh-keygen', 'node'])
      symlinkSync(
        execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
        join(path, name),
      )
    return path
  }
  const hasAll = ['jq', 'openssl', 'ssh-keygen'].every(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0,
  )

  it.runIf(hasAll)('has commands that verify a statement with nothing else installed', () => {
    expect(commands).toHaveLength(4)
    const { dir, allowed } = provenRepository()
    const env = { PATH: programs(), RUN: runId, PHASE: 'double', ALLOWED: allowed }
    const run = () => spawnSync('sh', ['-eu', '-c', commands.join('\n')], { cwd: dir, env, encoding: 'utf8' })
    const { status, stdout, stderr } = run()
    expect(status, `${stdout}${stderr}`).toBe(0)
    expect(stdout).toMatch(
      /^Good "amelia-proof" signature for author-key@example\.org with ED25519 key SHA256:/,
    )
    for (const name of ['without', 'with']) git(dir, 'worktree', 'remove', '--force', name)
    writeFileSync(allowed, `${git(dir, 'show', 'HEAD:plan.md')}\n`)
    expect(run().status).not.toBe(0)
  })
})
