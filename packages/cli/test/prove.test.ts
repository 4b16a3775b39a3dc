import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { probeConfinement } from '@amelia/agent-process'
import { describe, expect, inject, it, vi } from 'vitest'
import { proofRef, provenRepository, statementsOf } from '../../../test/fixtures/proof/proven-repository.ts'
import { commitFiles } from '../../../test/fixtures/proof/proven-repository.ts'
import { sealChain, storeProof } from '../../../test/fixtures/proof/compose-proof.ts'
import { folder, git } from '../../../test/fixtures/repository.ts'
import { findSchemaErrors } from './fixtures/find-schema-errors.ts'
import { inProcess } from './fixtures/in-process.ts'

const prove = ({ dir, allowed }: { dir: string; allowed: string }, ...args: string[]) =>
  inProcess(['prove', '--repo', dir, '--allowed-signers', allowed, ...args])

describe('amelia prove', () => {
  it('proves a branch in another process without a home, settings and a network', () => {
    const { dir, allowed } = provenRepository()
    const program = join(inject('programs'), 'cli.mjs')
    const args = [program, 'prove', '--repo', dir, '--allowed-signers', allowed, '--json']
    const isAlone = spawnSync('unshare', ['-rn', 'true']).status === 0
    const [first = '', ...rest] = [...(isAlone ? ['unshare', '-rn'] : []), process.execPath, ...args]
    const { status, stdout, stderr } = spawnSync(first, rest, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], TMPDIR: folder('proving') },
    })
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const output = JSON.parse(stdout) as Record<string, unknown>
    expect(output).toMatchObject({
      ...{ ok: true, required: 'proven', verdict: 'proven', chosen: 'oldest-statement', problems: [] },
      counts: { proven: 3, claimed: 0, uncovered: 0, 'not-reproducible': 0, contradicted: 0 },
      phases: { total: 2, signed: 2, proven: 2 },
      commits: [
        { subject: 'Add the plan' },
        { subject: 'Add numbers', signedBy: 'author-key@example.org', match: 'commit' },
        {
          subject: 'Double numbers',
          replayed: ['red', 'test', 'lint'].map((name) => ({ name, result: 'same' })),
        },
      ],
    })
    expect(findSchemaErrors('prove', output)).toEqual([])
  })

  it('prints the verdicts within 80 columns', async () => {
    const repository = provenRepository()
    commitFiles(repository.dir, `Fix by hand ${'\u001b[31m'}${'long '.repeat(40)}`, { 'fix.js': '\n' })
    const { code, stdout } = await prove(repository, '--signatures')
    expect(code).toBe(1)
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(stdout).not.toContain('\u001b')
    const shown = stdout
      .replaceAll(/\b[0-9a-f]{10}\b/g, 'COMMITCOMM')
      .replaceAll(/\b[0-9a-f]{8}\b/g, 'COMMIT')
    expect(shown).toBe(`Commits COMMITCOMM..COMMITCOMM, from the oldest statement:

  proven            COMMIT  Add the plan
  claimed           COMMIT  add: Phase add
      not replayed
  claimed           COMMIT  double: Phase double
      not replayed
  uncovered         COMMIT  Fix by hand long long long long long long long lo…
      it has no statement

2 of 2 phases with signed statements.
4 commits: 1 proven, 2 claimed, 1 uncovered.
Not each commit is signed.
Nothing was run again.
`)
  })

  it('exits with 0 if each commit has the required verdict', async () => {
    const repository = provenRepository()
    expect((await prove(repository, '--signatures')).code).toBe(0)
    expect((await prove(repository, '--signatures', '--require', 'proven')).code).toBe(1)
    storeProof(repository.dir, proofRef, sealChain(statementsOf(repository.dir)))
    expect((await prove(repository, '--signatures')).code).toBe(1)
    expect((await prove(repository, '--signatures', '--require', 'claimed')).code).toBe(0)
  })

  it('replays a sample that the seed chooses', async () => {
    const repository = provenRepository()
    const first = await prove(repository, '--replay=sample:1', '--seed', 'a')
    expect(first.code).toBe(0)
    expect(first.stdout).toMatch(/1 statement replayed, chosen by the seed a\. The commands were/)
    expect(first.stdout.match(/not in the sample/g)).toHaveLength(1)
    expect((await prove(repository, '--replay=sample:1', '--seed', 'a')).stdout).toBe(first.stdout)
  })

  it('names the command that fetches statements, and the one that completes a shallow clone', async () => {
    const { dir, allowed } = provenRepository()
    git(dir, 'update-ref', '-d', proofRef)
    const { code, stdout } = await prove({ dir, allowed })
    expect(code).toBe(1)
    expect(stdout).toContain("fetch them: git fetch origin 'refs/amelia/proof/*:refs/amelia/proof/*'")
    const shallow = join(folder('shallow'), 'clone')
    git(dirname(shallow), 'clone', '-q', '--depth=1', `file://${dir}`, shallow)
    await expect(prove({ dir: shallow, allowed })).rejects.toThrow('git fetch --unshallow')
  })

  it('runs the set-up, and names what it took from the network', async () => {
    const repository = provenRepository()
    const statements = statementsOf(repository.dir)
    const setup = ['node', '-e', "require('fs').writeFileSync('made.txt', 'x')"]
    for (const { predicate } of statements.slice(1)) predicate.replay.setup = [{ argv: setup, lockfiles: [] }]
    storeProof(repository.dir, proofRef, sealChain(statements, repository.key))
    const { code, stdout } = await prove(repository, 'HEAD~1..HEAD')
    expect(code).toBe(0)
    expect(stdout).toContain('Set-up: `node -e')
    expect(stdout).toContain(
      probeConfinement().works
        ? 'No files came into its caches'
        : 'is not known, because nothing confined it',
    )
    const failing = await prove(repository, 'HEAD~1..HEAD', '--setup', 'false')
    expect(failing.code).toBe(1)
    expect(failing.stdout).toContain('not reproducible')
  })

  it('runs the set-up once for all commits with the same lockfiles', async () => {
    const repository = provenRepository()
    const file = join(folder('count'), 'count')
    const setup = `node -e "require('fs').appendFileSync('${file}', 'x')"`
    const { code, stdout } = await prove(repository, '--setup', setup, '--confine', 'off')
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('The commands were not confined')
    expect(readFileSync(file, 'utf8')).toBe('x')
  })

  it('prints annotations and a page for GitHub', async () => {
    const repository = provenRepository()
    commitFiles(repository.dir, 'Fix | by <b>hand</b>', { 'fix.js': '\n' })
    const summary = join(folder('summary'), 'summary.md')
    writeFileSync(summary, '')
    vi.stubEnv('GITHUB_STEP_SUMMARY', summary)
    const { code, stdout } = await prove(repository, '--signatures', '--format', 'github')
    vi.unstubAllEnvs()
    expect(code).toBe(1)
    expect(stdout).toContain('::error title=Proof%3A uncovered::')
    expect(stdout).toContain('::notice title=Proof%3A claimed::')
    const page = readFileSync(summary, 'utf8')
    expect(page).toContain('| uncovered |')
    expect(page).toContain('Fix \\| by \\<b\\>hand\\</b\\>')
    const { stdout: markdown } = await prove(repository, '--signatures', '--format', 'markdown')
    expect(page.trim()).toBe(markdown.trim())
  })
})
