import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const fence = '```'
/** A step that writes a file: its path and its lines. */
const file = (path: string, ...lines: string[]): string =>
  `${fence}js file=${path}\n${lines.join('\n')}\n${fence}\n`
const testOf = (name: string): string =>
  file(
    `test/${name}.test.js`,
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    `import { ${name} } from '../src/${name}.js'`,
    `test('${name} ö', () => assert.equal(${name}(2), 4))`,
  )
const phase = (id: string, name: string, code: string): string => `## Phase ${id}: ${name}

### Write the test (test)

${testOf(name)}
### Implement (impl)

${file(`src/${name}.js`, code)}`

const plan = `# Numbers

| Phase | Name | Depends On | Status |
|-------|------|------------|--------|
| 1 | double | - | ⬜ |
| 2 | square | 1 | ⬜ |

${phase('1', 'double', 'export const double = (a) => a + a')}
${phase('2', 'square', "export { double as square } from './double.js'")}`

/** A clone that has only the branch of a completed run and its statements; the run's repository is gone. */
const runAndClone = async (
  ...flags: string[]
): Promise<{ clone: string; allowed: string; runId: string }> => {
  const repo = makeRepository()
  const keys = makeFolder()
  const key = join(keys, 'key')
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', key])
  const allowed = join(keys, 'allowed')
  writeFileSync(allowed, `ada@example.org ${readFileSync(`${key}.pub`, 'utf8')}`)
  git(repo, 'config', 'gpg.format', 'ssh')
  git(repo, 'config', 'user.signingKey', key)
  writeFileSync(join(repo, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(repo, 'plan.md'), plan)
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  const args = ['--driver', 'steps', '--test', 'node --test', '--trust', 'autonomous', '--yes', ...flags]
  const ran = await cli(['run', 'plan.md', ...args], { cwd: repo })
  expect(ran.code, ran.stderr).toBe(0)
  const ref = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/amelia/*/proof')
  const runId = ref.split('/')[2]!
  const branch = git(repo, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
  const remote = makeFolder()
  git(remote, 'init', '-q', '--bare')
  git(repo, 'push', '-q', remote, branch, `${ref}:refs/amelia/proof/${runId}`)
  const clone = join(makeFolder(), 'clone')
  git(remote, 'clone', '-q', '-b', branch, remote, clone)
  git(clone, 'fetch', '-q', 'origin', 'refs/amelia/proof/*:refs/amelia/proof/*')
  renameSync(repo, join(makeFolder(), 'gone'))
  return { clone, allowed, runId }
}

describe.concurrent('amelia prove', () => {
  it('proves a run that wrote tests first, also after a rebase and a squash', async () => {
    const { clone, allowed, runId } = await runAndClone('--tdd', 'full')
    const planFile = join('docs/amelia', readdirSync(join(clone, 'docs/amelia'))[0]!, 'plan.md')
    const prove = (...args: string[]) =>
      cli(['prove', '--allowed-signers', allowed, '--json', ...args], { cwd: clone })
    const proven = await prove('--plan', join(clone, planFile))
    expect(proven.code, proven.stdout).toBe(0)
    const output = JSON.parse(proven.stdout) as {
      commits: { verdict: string; statements: unknown[]; replayed: { name: string; result: string }[] }[]
      runs: { runId: string }[]
      phases: unknown
    }
    expect(output.phases).toEqual({ total: 2, signed: 2, proven: 2 })
    expect(output.runs).toMatchObject([{ runId }])
    const replayed = output.commits.map(({ replayed }) => replayed.map(({ name }) => name).join(' '))
    expect(replayed.filter((names) => names.startsWith('red test'))).toHaveLength(2)

    const changed = await prove('--signatures', '--plan', join(clone, 'package.json'))
    expect(changed.stdout).toContain('The run did not follow this text of the plan.')
    for (const name of ['user.name', 'user.email']) git(clone, 'config', name, 'x')
    git(clone, 'rebase', '-q', '--force-rebase', `HEAD~${output.commits.length}`)
    expect(JSON.parse((await prove('--signatures')).stdout)).toMatchObject({ ok: true })
    git(clone, 'reset', '-q', '--soft', 'HEAD~2')
    git(clone, 'commit', '-qm', 'Squash')
    expect(JSON.parse((await prove('--signatures')).stdout)).toMatchObject({
      ok: true,
      phases: { signed: 2 },
    })
  })

  it('proves a run without tests first, and finds a commit that a person added', async () => {
    const { clone, allowed } = await runAndClone('--tdd', 'off')
    const proven = await cli(['prove', '--allowed-signers', allowed], { cwd: clone })
    expect(proven.code, proven.stdout).toBe(0)
    expect(proven.stdout).toContain('2 of 2 phases proven.')
    for (const name of ['user.name', 'user.email']) git(clone, 'config', name, 'x')
    git(clone, 'commit', '-q', '--allow-empty', '-m', 'By hand')
    const added = await cli(['prove', '--signatures', '--allowed-signers', allowed], { cwd: clone })
    expect(added.code).toBe(1)
    expect(added.stdout).toMatch(/uncovered +\w{8} {2}By hand/)
  })
})
