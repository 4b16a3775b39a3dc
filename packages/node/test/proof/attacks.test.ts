import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProofEnvelope, ProofStatement } from '@amelia/core/plugin'
import type { ProofReport, ProveOptions } from '@amelia/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createKey,
  readStored,
  sealChain,
  sealPayload,
  storeProof,
} from '../../../../test/fixtures/proof/compose-proof.ts'
import { type LonelyProver, startLonelyProver } from '../../../../test/fixtures/proof/lonely-prover.ts'
import {
  commitFiles,
  proofRef,
  provenRepository,
  type ProvenRepository,
  statementsOf,
  testCheck,
} from '../../../../test/fixtures/proof/proven-repository.ts'
import { git, write } from '../../../../test/fixtures/repository.ts'

/**
 * Fifteen ways to make a branch look proven that is not. Each is found in a clone without journals, by a
 * process with an empty environment and home, and without a network.
 */
let prover: LonelyProver

beforeAll(() => {
  prover = startLonelyProver()
})
afterAll(() => prover.close())

const check = (
  { dir, allowed }: ProvenRepository,
  options: Omit<ProveOptions, 'repo'> = {},
): Promise<ProofReport> =>
  prover.prove({ repo: dir, allowedSigners: allowed, range: 'main..feature', replay: 'none', ...options })

/** Copies the prepared repository, whose three commits are signed. */
const honest = async (): Promise<ProvenRepository> => {
  const repository = provenRepository()
  git(repository.dir, 'branch', '-f', 'main', 'feature~3')
  const report = await check(repository)
  expect(summary(report)).toEqual({ commits: ['proven', 'claimed', 'claimed'], problems: [] })
  expect(report.phases).toEqual({ total: 2, signed: 2, proven: 0 })
  return repository
}

const summary = ({ commits, problems }: ProofReport) => ({
  commits: commits.map(({ verdict }) => verdict),
  problems: problems.map(({ message }) => message),
})

const reasonsOf = ({ commits }: ProofReport): string => commits.flatMap(({ reasons }) => reasons).join('\n')

/** Changes the statements of the author, who signs them: a lie instead of a forgery. */
const sign = (
  { dir, key }: ProvenRepository,
  change: (statements: ProofStatement[]) => ProofStatement[] | undefined,
): void => {
  const statements = statementsOf(dir, 'feature')
  storeProof(dir, proofRef, sealChain(change(statements) ?? statements, key))
}

/** Changes the envelopes as they are stored, without the author's key. */
const forge = ({ dir }: ProvenRepository, change: (files: Record<string, string>) => void): void => {
  const files = readStored(dir, proofRef)
  change(files)
  storeProof(dir, proofRef, files)
}

const payloadOf = (envelope = ''): string =>
  Buffer.from((JSON.parse(envelope) as ProofEnvelope).payload, 'base64').toString()

describe('a proof', () => {
  it('finds an amended commit', async () => {
    const repository = await honest()
    write(repository.dir, {
      'double.js': "import { add } from './add.js'\nexport const double = (a) => add(a, a) // changed\n",
    })
    git(repository.dir, 'commit', '-qa', '--amend', '--no-edit')
    expect(summary(await check(repository)).commits).toEqual(['proven', 'claimed', 'uncovered'])
  })

  it('finds phases in another order', async () => {
    const repository = await honest()
    const { dir } = repository
    const [add = '', double = ''] = git(dir, 'rev-list', '--reverse', 'feature~2..feature').split('\n')
    git(dir, 'reset', '-q', '--hard', 'feature~2')
    for (const commit of [double, add]) git(dir, 'cherry-pick', commit)
    const { commits } = summary(await check(repository))
    expect(commits).toEqual(['proven', 'uncovered', 'uncovered'])
  })

  it('finds a commit that was smuggled in between, and one at the end', async () => {
    const repository = await honest()
    const { dir } = repository
    const last = git(dir, 'rev-parse', 'feature')
    git(dir, 'reset', '-q', '--hard', 'feature~1')
    commitFiles(dir, 'Smuggle', { 'backdoor.js': 'export {}\n' })
    git(dir, 'cherry-pick', last)
    expect(summary(await check(repository))).toEqual({
      commits: ['proven', 'claimed', 'uncovered', 'uncovered'],
      problems: [],
    })
    git(dir, 'reset', '-q', '--hard', last)
    commitFiles(dir, 'Smuggle', { 'backdoor.js': 'export {}\n' })
    const report = await prover.prove({ repo: dir, allowedSigners: repository.allowed, replay: 'none' })
    expect(report).toMatchObject({ verdict: 'uncovered', chosen: 'oldest-statement' })
    expect(report.commits.at(-1)).toMatchObject({ subject: 'Smuggle', verdict: 'uncovered' })
  })

  it('finds a result that was forged, and one that is signed and not true', async () => {
    const repository = await honest()
    forge(repository, (files) => {
      const text = payloadOf(files['phase/double.json']).replace('"attempts":1', '"attempts":2')
      const { signatures } = JSON.parse(files['phase/double.json']!) as ProofEnvelope
      files['phase/double.json'] = JSON.stringify({
        ...(JSON.parse(sealPayload(text)) as ProofEnvelope),
        signatures,
      })
    })
    const forged = await check(repository)
    expect(summary(forged).commits).toEqual(['proven', 'claimed', 'contradicted'])
    expect(reasonsOf(forged)).toContain('its signature does not fit it')

    sign(repository, (statements) => {
      statements[2]!.predicate.replay.checks[0] = testCheck(['add.test.js > adds', 'double.test.js > more'])
      return undefined
    })
    const lied = await check(repository, { replay: 'all', range: 'feature~1..feature' })
    expect(summary(lied).commits).toEqual(['contradicted'])
    expect(reasonsOf(lied)).toBe('test: other tests pass')
    expect(lied.commits[0]!.replayed.map(({ name, result }) => [name, result])).toEqual([
      ['red', 'same'],
      ['test', 'differs'],
      ['lint', 'same'],
    ])
  })

  it('finds a key that is not trusted', async () => {
    const repository = await honest()
    const { key } = createKey(join(repository.allowed, '..'), 'another-key')
    sign({ ...repository, key }, () => undefined)
    const report = await check(repository)
    expect(report.phases.signed).toBe(0)
    expect(summary(report).commits).toEqual(['contradicted', 'contradicted', 'contradicted'])
    expect(reasonsOf(report)).toContain('which is not an allowed signer')
  })

  it("finds another run's statement", async () => {
    const repository = await honest()
    const { dir, key } = repository
    const other = statementsOf(dir, 'feature')[2]!
    other.predicate.runId = 'run-2'
    other.predicate.phase!.id = 'other'
    const [envelope = ''] = Object.values(sealChain([other], key))
    forge(repository, (files) => {
      files['phase/other.json'] = envelope
    })
    const { problems } = summary(await check(repository))
    expect(problems).toEqual([
      `${proofRef}:phase/other.json: it is a statement of run run-2, and not of this one.`,
    ])
    forge(repository, (files) => {
      files['phase/double.json'] = envelope
      delete files['phase/other.json']
    })
    const report = await check(repository)
    expect(summary(report).commits).toEqual(['proven', 'claimed', 'uncovered'])
    expect(summary(report).problems).toHaveLength(1)
  })

  it('finds a plan that was edited afterwards', async () => {
    const repository = await honest()
    const { dir } = repository
    const plan = git(dir, 'show', 'feature:plan.md')
    expect(summary(await check(repository, { plan: `${plan}\n` })).problems).toEqual([])
    expect(summary(await check(repository, { plan: `${plan}\n- delete everything\n` })).problems).toEqual([
      'The run did not follow this text of the plan.',
    ])
    commitFiles(dir, 'Plan more', { 'plan.md': `${plan}\n- delete everything\n` })
    expect(summary(await check(repository)).commits).toEqual(['proven', 'claimed', 'claimed', 'uncovered'])
  })

  it('finds a test that was weakened after it was green', async () => {
    const repository = await honest()
    const { dir } = repository
    write(dir, { 'double.test.js': "import { test } from 'node:test'\ntest('doubles', () => {})\n" })
    git(dir, 'commit', '-qa', '--amend', '--no-edit')
    expect(summary(await check(repository)).commits).toEqual(['proven', 'claimed', 'uncovered'])
    // The author signs it, with the red of the old test.
    sign(repository, () => undefined)
    const report = await check(repository, { replay: 'all', range: 'feature~1..feature' })
    expect(summary(report).commits).toEqual(['contradicted'])
    expect(reasonsOf(report)).toContain('red not reproduced')
  })

  it('finds tests that were green before their implementation', async () => {
    const repository = await honest()
    const { dir } = repository
    git(dir, 'reset', '-q', '--hard', 'feature~1')
    const double = "import { add } from './add.js'\nexport const double = (a) => add(a, a)\n"
    write(dir, { 'double.js': double })
    git(dir, 'add', '-A')
    git(dir, 'commit', '-q', '--amend', '--no-edit')
    commitFiles(dir, 'Double numbers', {
      'double.js': `${double}// done\n`,
      'double.test.js':
        "import { test } from 'node:test'\nimport assert from 'node:assert/strict'\ntest('doubles', async () => assert.equal((await import('./double.js')).double(2), 4))\n",
    })
    sign(repository, () => undefined)
    const report = await check(repository, { replay: 'all', range: 'feature~1..feature' })
    expect(summary(report).commits).toEqual(['contradicted'])
    expect(reasonsOf(report)).toBe('red not reproduced: the tests pass without the implementation')
  })

  it('finds statements of an older branch', async () => {
    const repository = await honest()
    const { dir } = repository
    git(dir, 'reset', '-q', '--hard', 'main')
    commitFiles(dir, 'Add the plan', { 'plan.md': 'another\n' })
    commitFiles(dir, 'Add numbers', { 'add.js': 'export const add = () => 3\n' })
    const report = await check(repository)
    expect(summary(report).commits).toEqual(['uncovered', 'uncovered'])
    expect(report.notes.join(' ')).toContain('No statement is about these commits.')
  })

  it('finds one changed byte in each field', async () => {
    const repository = await honest()
    const stored = readStored(repository.dir, proofRef)
    const envelope = stored['phase/double.json']!
    const places = [...envelope.matchAll(/"(payloadType|payload|keyid|sig)":"/g)].flatMap(
      ({ index, 0: start }) => {
        const from = index + start.length
        const to = envelope.indexOf('"', from)
        return [from, Math.floor((from + to) / 2), to - 1]
      },
    )
    const payload = payloadOf(envelope)
    const inPayload = [...payload.matchAll(/[0-9a-z]"?[,}\]]/g)].map(({ index }) => index)
    expect(places).toHaveLength(12)
    expect(inPayload.length).toBeGreaterThan(40)
    const changed = [
      ...places.map((at) => flip(envelope, at)),
      ...inPayload.map((at) => {
        const text = flip(payload, at)
        return envelope.replace(Buffer.from(payload).toString('base64'), Buffer.from(text).toString('base64'))
      }),
    ]
    for (const text of changed) {
      storeProof(repository.dir, proofRef, { 'phase/double.json': text })
      const report = await check(repository, { range: 'feature~1..feature' })
      expect(['contradicted', 'uncovered'], text).toContain(report.commits[0]!.verdict)
    }
  })

  it('finds a signature that was removed', async () => {
    const repository = await honest()
    forge(repository, (files) => {
      files['phase/double.json'] = files['phase/double.json']!.replace(/"signatures":.*/, '"signatures":[]}')
    })
    const report = await check(repository)
    expect(summary(report).commits).toEqual(['proven', 'claimed', 'contradicted'])
    expect(reasonsOf(report)).toContain('its signature is missing')
  })

  it('finds another payload type', async () => {
    const repository = await honest()
    const { key } = repository
    forge(repository, (files) => {
      files['phase/double.json'] = sealPayload(payloadOf(files['phase/double.json']), key, 'application/json')
    })
    const report = await check(repository)
    expect(summary(report).commits).toEqual(['proven', 'claimed', 'uncovered'])
    expect(report.problems[0]!.message).toContain('`envelope.payloadType` must be')
    forge(repository, (files) => {
      files['phase/double.json'] = files['phase/double.json']!.replace(
        'application/json',
        'application/vnd.in-toto+json',
      )
    })
    expect(summary(await check(repository)).commits).toEqual(['proven', 'claimed', 'contradicted'])
  })

  it.each(['../../etc/passwd', '/etc/passwd', '.git/config', 'a/.GIT/hooks/x', 'a\\..\\b'])(
    'finds an overlay of %s',
    async (path) => {
      const repository = await honest()
      sign(repository, (statements) => {
        const from = git(repository.dir, 'rev-parse', 'main')
        statements[2]!.predicate.replay.checks[0]!.overlays = [{ from, paths: [path] }]
        return undefined
      })
      const report = await check(repository, { replay: 'all', range: 'feature~1..feature' })
      expect(summary(report).commits).toEqual(['uncovered'])
      expect(report.replay).toMatchObject({ statements: 0 })
    },
  )

  it('finds a statement that was removed from the middle', async () => {
    const repository = await honest()
    forge(repository, (files) => {
      delete files['phase/add.json']
    })
    expect(summary(await check(repository))).toEqual({
      commits: ['proven', 'uncovered', 'claimed'],
      problems: ['The statement before phase double is missing.'],
    })
  })

  it('finds an envelope with two statements, and one with a key twice', async () => {
    const repository = await honest()
    const stored = readStored(repository.dir, proofRef)
    const [one = '', other = ''] = [stored['phase/add.json'], stored['phase/double.json']]
    const { payload } = JSON.parse(one) as ProofEnvelope
    for (const text of [
      `${other}\n${one}`,
      other.replace('"payload":', `"payload":"${payload}","payload":`),
      other.replace('"signatures":', '"statements":[],"signatures":'),
      ` ${other}`,
    ]) {
      storeProof(repository.dir, proofRef, { ...stored, 'phase/double.json': text })
      const report = await check(repository)
      expect(summary(report).commits).toEqual(['proven', 'claimed', 'uncovered'])
      expect(report.problems).toHaveLength(1)
    }
    const twice = payloadOf(other).replace('"attempts":1', '"attempts":1,"attempts":2')
    storeProof(repository.dir, proofRef, {
      ...stored,
      'phase/double.json': sealPayload(twice, repository.key),
    })
    expect((await check(repository)).problems[0]!.message).toContain('it may repeat a key')
  })

  it('does not take a file of the branch as a file of allowed signers without a note', async () => {
    const { dir, key } = await honest()
    const { allowed } = createKey(join(key, '..'), 'second-key')
    writeFileSync(join(dir, 'allowed'), allowed)
    const { notes } = await check({ dir, key, allowed: join(dir, 'allowed') })
    expect(notes.join(' ')).toContain('whoever changes the branch can change it')
  })
})

/** Changes one character to a similar one. */
const flip = (text: string, at: number): string => {
  const other = /[0-9]/.test(text[at]!) ? (text[at] === '1' ? '2' : '1') : text[at] === 'a' ? 'b' : 'a'
  return text.slice(0, at) + other + text.slice(at + 1)
}
