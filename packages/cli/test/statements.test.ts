import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@amelia/http/client'
import { nodeHost } from '@amelia/node'
import { afterAll, describe, expect, it } from 'vitest'
import { readStored, storeProof } from '../../../test/fixtures/proof/compose-proof.ts'
import { startDashboard } from '../src/lib/command/ui/start-dashboard.ts'
import { inProcess } from './fixtures/in-process.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const follower = join(import.meta.dirname, 'default-path/following-agent.mjs')
const plan = `# Queue

| Phase | Name | Depends On |
|-------|------|------------|
| 1 | Queue | - |
| 2 | Stack | 1 |

## Phase 1: Queue

### Write the tests (test)

Test the queue.

### The queue (impl)

Implement it.

## Phase 2: Stack

### Write the tests (test)

Test the stack.

### The stack (impl)

Implement it.
`

interface Statement {
  subject: { name: string; digest: Record<string, string> }[]
  predicate: {
    runId: string
    kind: string
    phase?: { id: string }
    plan: string
    previous: string | null
    replay: {
      platform: { node: string }
      red?: { on: string; testFiles: string[]; strength: string; run: { exitCode: number; tests?: unknown } }
      checks: { name: string; argv: string[]; exitCode: number; tests?: { passed: number } }[]
    }
    claims: { agent?: { name: string }; statements?: string[]; confinement?: string }
    unsigned?: string
  }
}

/** Runs the plan with an agent, and reads its statements in the order of their chain. */
const run = async (flags: string[], { key = true } = {}) => {
  const repo = makeRepository()
  const aside = makeFolder()
  const secret = join(aside, 'key')
  if (key) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', secret])
    git(repo, 'config', 'gpg.format', 'ssh')
    git(repo, 'config', 'user.signingKey', `${secret}.pub`)
  }
  writeFileSync(join(repo, 'plan.md'), plan)
  writeFileSync(join(repo, 'package.json'), '{ "type": "module" }\n')
  git(repo, 'add', '.')
  git(repo, 'commit', '-qm', 'Plan')
  const remote = makeFolder()
  git(remote, 'init', '-q', '--bare')
  git(repo, 'remote', 'add', 'origin', remote)
  const agent = ['--driver', 'command', '--agent', `node ${follower} ${join(aside, 'log')}`]
  const args = ['run', 'plan.md', ...agent, '--test', 'node --test', '--trust', 'autonomous', '--yes']
  const { code, stdout, stderr } = await cli([...args, ...flags], { cwd: repo })
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
  const [ref = ''] = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/amelia/')
    .split('\n')
    .filter((name) => name.endsWith('/proof'))
  const found = git(repo, 'rev-list', '--reverse', ref)
    .split('\n')
    .map((commit) => {
      const name = git(repo, 'diff-tree', '--root', '--no-commit-id', '--name-only', '-r', commit)
      const envelope = JSON.parse(git(repo, 'show', `${commit}:${name}`)) as {
        payload: string
        payloadType: string
        signatures: { keyid: string; sig: string }[]
      }
      const payload = Buffer.from(envelope.payload, 'base64')
      return { name, envelope, payload, statement: JSON.parse(payload.toString()) as Statement }
    })
  const branch = git(repo, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
  return { repo, remote, aside, secret, stdout, ref, found, branch }
}

type Ran = Awaited<ReturnType<typeof run>>

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** Checks the chain, the subjects, and each signature with the programs that a person has. */
const expectSound = ({ repo, aside, secret, found }: Ran): void => {
  const allowed = join(aside, 'allowed')
  writeFileSync(allowed, `ada@example.org ${readFileSync(`${secret}.pub`, 'utf8')}`)
  let previous: string | null = null
  for (const { envelope, payload, statement } of found) {
    expect(statement.predicate.previous).toBe(previous)
    previous = sha256(payload)
    const [commit, tree, parent] = statement.subject.map(({ digest }) => Object.values(digest)[0]!)
    expect(git(repo, 'rev-parse', `${commit}^{tree}`, `${commit}^^{tree}`).split('\n')).toEqual([
      tree,
      parent,
    ])
    const [signature] = envelope.signatures
    const sig = join(aside, 'sig')
    writeFileSync(sig, Buffer.from(signature!.sig, 'base64'))
    const type = envelope.payloadType
    const encoded = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload])
    const flags = ['-n', 'amelia-proof', '-f', allowed, '-I', 'ada@example.org', '-s', sig]
    const said = execFileSync('ssh-keygen', ['-Y', 'verify', ...flags], { input: encoded, encoding: 'utf8' })
    expect(said).toContain(signature!.keyid)
  }
}

/** Reads the statements of a run that the page of `amelia ui` shows. */
const readPage = async (repo: string, runId: string): Promise<unknown> => {
  const page = makeFolder()
  writeFileSync(join(page, 'index.html'), '')
  const server = await startDashboard({ host: nodeHost({ repo }), repo, page, readOnly: true })
  const { origin, hash } = new URL(server.url())
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? ''
  const client = createClient({ baseUrl: origin, headers: () => ({ authorization: `Bearer ${token}` }) })
  try {
    for await (const event of client.watch({ runId, views: true }))
      if (event.type === 'run_changed') return event.report.statements
    return undefined
  } finally {
    await server.close()
  }
}

/** Changes a clone that has only the branch and its statements, and checks that a proof finds each change. */
const expectFound = async ({ repo, branch, ref, aside }: Ran, runId: string): Promise<void> => {
  const clone = makeFolder()
  git(clone, 'clone', '-q', '--branch', branch, `file://${repo}`, '.')
  const proof = `refs/amelia/proof/${runId}`
  git(clone, 'fetch', '-q', 'origin', `${ref}:${proof}`)
  for (const name of ['user.name', 'user.email']) git(clone, 'config', name, 'attacker')
  const [, one = '', two = '', report = ''] = git(clone, 'rev-list', '--reverse', 'origin/main..').split('\n')
  const prove = async () => {
    const flags = ['--allowed-signers', join(aside, 'allowed'), '--signatures', '--json']
    const { code, stdout } = await inProcess(['prove', 'origin/main..', '--repo', clone, ...flags])
    const { commits } = JSON.parse(stdout) as { commits: { verdict: string; reasons: string[] }[] }
    return { code, verdicts: commits.map(({ verdict }) => verdict), reasons: commits[2]!.reasons }
  }
  const addBackdoor = (...flags: string[]): void => {
    writeFileSync(join(clone, 'backdoor.js'), 'export {}\n')
    git(clone, 'add', '.')
    git(clone, 'commit', '-q', ...flags)
  }
  const honest = ['proven', 'claimed', 'claimed', 'claimed']
  expect(await prove()).toMatchObject({ code: 0, verdicts: honest })
  // An amended commit.
  git(clone, 'reset', '-q', '--hard', two)
  addBackdoor('--amend', '--no-edit')
  git(clone, 'cherry-pick', report)
  expect(await prove()).toMatchObject({ code: 1, verdicts: ['proven', 'claimed', 'uncovered', 'uncovered'] })
  // A commit between two phases.
  git(clone, 'reset', '-q', '--hard', one)
  addBackdoor('-m', 'Smuggle')
  git(clone, 'cherry-pick', two, report)
  const added = ['proven', 'claimed', 'uncovered', 'uncovered', 'uncovered']
  expect(await prove()).toMatchObject({ code: 1, verdicts: added })
  // One byte of a statement.
  git(clone, 'reset', '-q', '--hard', report)
  const files = readStored(clone, proof)
  const envelope = JSON.parse(files['phase/2.json']!) as { payload: string }
  const payload = Buffer.from(envelope.payload, 'base64').toString()
  const changed = payload.replace('"passed":2', '"passed":3')
  expect(changed).not.toBe(payload)
  files['phase/2.json'] = JSON.stringify({ ...envelope, payload: Buffer.from(changed).toString('base64') })
  storeProof(clone, proof, files)
  const forged = await prove()
  expect(forged).toMatchObject({ code: 1, verdicts: honest.with(2, 'contradicted') })
  expect(forged.reasons.join()).toContain('its signature does not fit it')
}

describe.concurrent('the statements of a run', () => {
  it('are signed, and describe what a checkout shows again: red, green, and the plan', async () => {
    const ran = await run(['--tdd', 'full', '--push-proof'])
    const { repo, remote, ref, found, stdout } = ran
    expect(found.map(({ name }) => name)).toEqual([
      'run/plan.json',
      'phase/1.json',
      'phase/2.json',
      'run/report.json',
    ])
    expectSound(ran)
    const branch = git(repo, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')
    const commits = git(repo, 'rev-list', '--reverse', `main..${branch}`).split('\n')
    expect(found.map(({ statement }) => statement.subject[0]!.digest['gitCommit'])).toEqual(commits)
    const [, one, two, report] = found.map(({ statement }) => statement.predicate)
    const files = git(repo, 'ls-tree', '-r', '--name-only', branch).split('\n')
    const planFile = files.find((path) => path.endsWith('/plan.md'))!
    expect(one!.plan).toBe(sha256(`${git(repo, 'show', `${branch}:${planFile}`)}\n`))
    expect(one).toMatchObject({
      kind: 'phase',
      phase: { id: '1', title: 'Queue' },
      replay: {
        platform: { node: process.versions.node },
        red: {
          on: 'parent',
          testFiles: ['test/1.test.js'],
          strength: 'assertion',
          run: { name: 'test', argv: ['node', '--test'], exitCode: 1, tests: { passed: 0, failed: 1 } },
        },
        checks: [{ name: 'test', exitCode: 0, overlays: [], tests: { passed: 1, failed: 0, failedIds: [] } }],
      },
      claims: { agent: { name: 'following-agent' }, attempts: 1 },
    })
    expect(two!.replay.checks[0]!.tests).toMatchObject({ passed: 2 })
    expect(report).toMatchObject({ kind: 'run', replay: { checks: [{ name: 'test', exitCode: 0 }] } })
    // People see it, and a remote has it.
    const line = '2 of 2 phases with signed statements'
    expect(stdout).toContain(line)
    expect(stdout).toContain(`Pushed the statements of the run to origin: refs/amelia/proof/${one!.runId}`)
    expect(git(remote, 'rev-parse', `refs/amelia/proof/${one!.runId}`)).toBe(git(repo, 'rev-parse', ref))
    const page = files.find((path) => path.endsWith('/report.md'))!
    expect(git(repo, 'show', `${branch}:${page}`)).toContain(line)
    expect((await cli(['status'], { cwd: repo })).stdout).toContain(line)
    expect((await cli(['report', '--format', 'html', '--out', 'run.html'], { cwd: repo })).code).toBe(0)
    expect(readFileSync(join(repo, 'run.html'), 'utf8')).toContain(line)
    // HEAD is not the branch of the run, which the output names.
    const allowed = ['--allowed-signers', join(ran.aside, 'allowed')]
    const ofHead = await cli(['prove', ...allowed], { cwd: repo })
    expect(ofHead.code).toBe(1)
    const next = `HEAD has no statement. To prove the newest run: amelia prove ${one!.runId}`
    expect(ofHead.stdout.replaceAll(/\s+/g, ' ')).toContain(next)
    expect(ofHead.stdout).not.toContain('git fetch')
    // Only a replay proves it, and only as long as the branch is the same.
    const replay = await cli(['prove', one!.runId.slice(0, -1), ...allowed], { cwd: repo })
    expect(replay).toMatchObject({ code: 0, stderr: '' })
    const proven = '2 of 2 phases proven'
    expect((await cli(['status'], { cwd: repo })).stdout).toContain(proven)
    expect((await cli(['report'], { cwd: repo })).stdout).toContain(proven)
    expect(await readPage(repo, one!.runId)).toMatchObject({ phases: 2, signed: 2, proven: 2 })
    await expectFound(ran, one!.runId)
    git(repo, 'update-ref', branch, `${branch}~1`)
    expect((await cli(['status'], { cwd: repo })).stdout).toContain(line)
    git(repo, 'update-ref', '-d', branch)
    const deleted = await cli(['prove', one!.runId, '--signatures', ...allowed], { cwd: repo })
    expect(deleted).toMatchObject({ code: 0, stderr: '' })
  })

  it('have one more for a single commit, with those of its phases as claims', async () => {
    const ran = await run(['--commit', 'single'])
    const { repo, found } = ran
    expectSound(ran)
    const { predicate, subject } = found.at(-1)!.statement
    expect(found.at(-1)!.name).toBe('squash.json')
    const branch = git(repo, 'for-each-ref', '--format=%(objectname)', 'refs/heads/amelia')
    expect(subject[0]!.digest['gitCommit']).toBe(branch)
    const ofPhases = found.filter(({ name }) => name.startsWith('phase/'))
    expect(predicate.claims.statements).toEqual(ofPhases.map(({ payload }) => sha256(payload)))
    // It lists the checks of the last phase, so a clone without the phases' commits proves it.
    const clone = makeFolder()
    git(clone, 'clone', '-q', '--branch', ran.branch, `file://${repo}`, '.')
    git(clone, 'fetch', '-q', 'origin', `${ran.ref}:refs/amelia/proof/${predicate.runId}`)
    const allowed = ['--allowed-signers', join(ran.aside, 'allowed')]
    const proven = await cli(['prove', ...allowed], { cwd: clone })
    expect(proven).toMatchObject({ code: 0, stderr: '' })
    expect(proven.stdout).toContain('1 commit: 1 proven.')
    expect(ran.stdout).toContain(`The work is on the branch ${ran.branch}, as one commit.`)
  })

  it('are unsigned without a key, and the run is the same', async () => {
    const { found, stdout } = await run(['--no-artifacts'], {
      key: false,
    })
    const reason = 'no SSH signing key is configured'
    for (const { envelope, statement } of found) {
      expect(envelope.signatures).toEqual([])
      expect(statement.predicate.unsigned).toBe(reason)
    }
    expect(found.map(({ name }) => name)).toEqual(['phase/1.json', 'phase/2.json'])
    expect(stdout).toContain(`2 of 2 phases with statements, unsigned: ${reason}`)
  })
})
