import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { hashText } from '../../text/hash-text.ts'
import type { CommandScript } from '../../testing/memory/scripted-commands.ts'
import { verifyCommit } from './verify-commit.ts'

const checks = [
  { name: 'lint', argv: ['lint', '.'], when: 'always' as const, optional: false },
  { name: 'test', argv: ['test'], when: 'always' as const, optional: false },
]

const setUp = async (commands: CommandScript, beside: string[] = []) => {
  const fixture = createPerformer({ settings: { checks }, world: { commands }, beside })
  const workspace = await fixture.open('a')
  const verify = async (commit = fixture.performer.state.head) =>
    (await verifyCommit(fixture.performer, fixture.phase('a'), { commit, on: 'attempt' })).checks
  return { ...fixture, workspace, verify }
}

describe('verifyCommit', () => {
  it('runs every check in order, also after a failed one', async () => {
    const { verify, host } = await setUp(({ argv }) => ({
      exitCode: argv[0] === 'lint' ? 2 : 0,
      output: `${argv[0]}!`,
      durationMs: 7,
    }))
    expect(await verify()).toEqual([
      {
        name: 'lint',
        argv: ['lint', '.'],
        passed: false,
        exitCode: 2,
        output: 'lint!',
        outputFile: 'kept/output/phase-a/attempt-0/check-lint.txt',
        durationMs: 7,
      },
      { name: 'test', argv: ['test'], passed: true, exitCode: 0, output: 'test!', durationMs: 7 },
    ])
    expect(host.commands.requests.map(({ argv }) => argv)).toEqual([['lint', '.'], ['test']])
  })

  it('fault 32: verifies the tree of the commit, without other files of an agent', async () => {
    const seen: string[][] = []
    const { performer, host, workspace, verify } = await setUp(async ({ workspace: { fs } }) => {
      seen.push(await fs.readdir('/'))
      return 0
    })
    await workspace.fs.writeFile('/left-behind.txt', 'x')
    const commit = host.git.addCommit(performer.state.head, { 'b.txt': 'b' })
    await verify(commit)
    expect(seen).toEqual([['b.txt'], ['b.txt']])
  })

  it('lists the facts that a replay needs, if all checks passed', async () => {
    const report = {
      runner: 'node' as const,
      tests: [{ id: 'b', file: 'b.test.js', passed: true, message: '' }],
      broken: [],
    }
    const { performer, phase } = await setUp(() => 0)
    const { check } = performer
    performer.check = async (request, withReport) => ({
      ...(await check(request)),
      ...(withReport && { report }),
    })
    const setup = [{ argv: ['npm', 'ci'], lockfiles: [{ path: 'package-lock.json', sha256: 'a1' }] }]
    Object.assign(performer.host, {
      proof: { platform: { os: 'linux x64' }, readSetup: () => Promise.resolve(setup) },
    })
    const verify = () => verifyCommit(performer, phase('a'), { commit: performer.state.head, on: 'attempt' })
    const passedDigest = hashText('b')
    const tests = { passed: 1, failed: 0, failedIds: [], passedDigest }
    expect((await verify()).facts).toEqual({
      ...{ platform: { os: 'linux x64' }, setup },
      checks: [{ name: 'lint' }, { name: 'test', tests }],
    })
    const failing = await setUp(() => 1)
    const { facts } = await verifyCommit(failing.performer, failing.phase('a'), {
      commit: failing.performer.state.head,
      on: 'attempt',
    })
    expect(facts).toBeUndefined()
  })

  it.each([null, 127, 1])('fails on exit code %j', async (exitCode) => {
    const { verify } = await setUp(() => ({ exitCode }))
    expect((await verify()).map(({ passed }) => passed)).toEqual([false, false])
  })

  it('is interrupted if the signal that drains the run ends a check', async () => {
    const { verify, performer } = await setUp(() => ({ exitCode: null, signal: 'SIGTERM' }))
    Object.assign(performer.state, { draining: 'requested' })
    await expect(verify()).rejects.toMatchObject({
      code: 'DRIVER_FAILED',
      details: { class: 'interrupted' },
      message: 'The command was ended by the signal that stops the run: lint .',
    })
  })

  it('bounds the output', async () => {
    const { verify } = await setUp(() => ({ output: 'x'.repeat(50_000) }))
    for (const { output } of await verify()) expect(output.length).toBeLessThanOrEqual(4_000)
  })

  it('starts no other check when the run stops', async () => {
    const { verify, host, stop } = await setUp(() => {
      stop.abort(new Error('stopped'))
      return 0
    })
    await expect(verify()).rejects.toThrow('stopped')
    expect(host.commands.requests).toHaveLength(1)
  })

  it.each([
    ['a conflict while another phase ran a check', 'listen EADDRINUSE', ['b'], 'EADDRINUSE'],
    ['a conflict without another check', 'listen EADDRINUSE', [], undefined],
    ['another failure', 'expected 1 to be 2', ['b'], undefined],
  ])('reports a collision: %s', async (_what, output, beside, words) => {
    const { performer, phase } = await setUp(() => ({ exitCode: 1, output }), beside)
    const commit = performer.state.head
    const { collision } = await verifyCommit(performer, phase('a'), { commit, on: 'attempt' })
    expect(collision).toEqual(words && { check: 'lint', words, phaseIds: ['b'] })
  })
})
