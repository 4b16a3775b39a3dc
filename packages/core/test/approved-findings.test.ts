import { describe, expect, it } from 'vitest'
import { AmeliaError, createRun, forkRun, type GateQuestion, openRun } from '../src/index.ts'
import { createScriptedDriver, memoryHost, type MemoryHost } from '../src/testing.ts'
import { Crash, crashAfter } from './crash-after.ts'
import { runPlan } from './run-plan.ts'

/** Made here, so that no file of this repository holds the shape of a secret. */
const token = (letter: string): string => `ghp_${letter}${'aB3'.repeat(12).slice(1)}`
const key = [
  '-----BEGIN PRIVATE KEY-----',
  'MIIEvQIBADANBgkq'.repeat(4),
  '-----END PRIVATE KEY-----',
  '',
].join('\n')

const phase = (id: string, dependsOn: string[] = []) => ({
  id,
  title: `Phase ${id}`,
  body: 'Do it.',
  dependsOn,
})
const plan = { phases: [phase('a')] }

/** An agent that writes these files, those of its n-th session from the n-th entry. */
const writing = (...sessions: Record<string, string>[]) => {
  let session = 0
  return createScriptedDriver(async ({ workspace: { fs } }) => {
    const files = sessions[Math.min(session++, sessions.length - 1)] ?? {}
    for (const [path, text] of Object.entries(files)) await fs.writeFile(`/${path}`, text)
    return { text: 'done' }
  })
}

const approving = (gate: GateQuestion) => (gate.kind === 'blocker' ? gate.choices.approve?.() : undefined)

describe('a finding in a change', () => {
  it('is committed once a person approves it, without another session', async () => {
    const asked: GateQuestion[] = []
    const driver = writing({ 'key.pem': key, 'src/a.js': 'x' })
    const { report, host } = await runPlan({
      plan,
      driver,
      onGate(gate) {
        asked.push(gate)
        return approving(gate)
      },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(asked.map(({ details, suggestions }) => [details, suggestions])).toEqual([
      [
        [expect.stringMatching(/^key\.pem:1: a private key, 3 lines, fingerprint [0-9a-f]{16}$/)],
        [expect.stringContaining('`secrets.allow`')],
      ],
    ])
    expect(driver.requests).toHaveLength(1)
    expect(host.git.filesOf(report.head).get('key.pem')).toBe(key)
    expect(host.git.filesOf(report.head).get('src/a.js')).toBe('x')
    expect(JSON.stringify(await host.store.load(report.runId))).not.toContain('MIIEvQIBADANBgkq')
  })

  it('is nothing that a plan approved in advance, or trust, approves', async () => {
    const { report } = await runPlan({ plan, driver: writing({ 'key.pem': key }), planApproved: true })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          blocker: 'secret_in_change',
          choices: ['retry', 'fix', 'approve', 'skip', 'abort', 'abort-revert'],
        },
      ],
    })
  })

  it('is not asked about again in the run, and another one is', async () => {
    const asked: string[][] = []
    const driver = writing(
      { 'a.txt': token('x') },
      { 'a.txt': `more\n${token('x')}`, 'b.txt': token('x') },
      { 'a.txt': `more\n${token('y')}` },
    )
    const { report } = await runPlan({
      plan: { phases: [phase('a'), phase('b', ['a']), phase('c', ['b'])] },
      driver,
      onGate(gate) {
        asked.push(gate.details.map((line) => line.replace(/fingerprint .*/, '')))
        return approving(gate)
      },
    })
    expect(report.status).toBe('completed')
    expect(asked).toEqual([
      ['a.txt:1: a GitHub token, ghp_...3aB3 with 40 characters, '],
      ['b.txt:1: a GitHub token, ghp_...3aB3 with 40 characters, '],
      ['a.txt:2: a GitHub token, ghp_...3aB3 with 40 characters, '],
    ])
    expect(driver.requests).toHaveLength(3)
  })

  it('is committed with the units that follow, and after a rewrite by hooks', async () => {
    const phases = [
      {
        ...phase('a'),
        subtasks: ['1', '2'].map((id) => ({
          id,
          title: `Part ${id}`,
          body: 'Do it.',
          type: 'other' as const,
        })),
      },
    ]
    const host = memoryHost()
    let hooks = 0
    host.git.runHooks = async (workspace, { message }) => {
      if (++hooks > 1) return { outcome: 'passed', message }
      await workspace.fs.writeFile('/hook.txt', token('z'))
      return { outcome: 'rewritten', message }
    }
    let gates = 0
    const driver = writing({ 'key.pem': key }, { 'two.txt': '2' })
    const { report } = await runPlan({
      plan: { phases },
      host,
      driver,
      units: 'subtask',
      onGate(gate) {
        gates++
        return approving(gate)
      },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(driver.requests).toHaveLength(2)
    expect(gates).toBe(2)
    const files = host.git.filesOf(report.head)
    expect([...files.keys()].sort()).toEqual(['README.md', 'hook.txt', 'key.pem', 'two.txt'])
  })

  it('is committed with the other subtasks of a parallel unit', async () => {
    const subtasks = ['1', '2'].map((id) => ({ id, title: `Part ${id}`, files: [`${id}.txt`] }))
    const asked: string[] = []
    const driver = writing({ 'key.pem': key, '1.txt': '1' }, { '2.txt': '2' })
    const { report, host } = await runPlan({
      plan: { phases: [{ id: 'a', title: 'A', subtasks }] },
      driver,
      preset: 'subtasks',
      onGate(gate) {
        asked.push(...gate.details)
        return approving(gate)
      },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(asked).toEqual([expect.stringMatching(/^key\.pem:1: a private key/)])
    expect(driver.requests).toHaveLength(2)
    expect([...host.git.filesOf(report.head).keys()].sort()).toEqual([
      '1.txt',
      '2.txt',
      'README.md',
      'key.pem',
    ])
  })

  it('is committed by the process that resumes the run, whenever the one before it died', async () => {
    const start = async (host: MemoryHost) => {
      const driver = writing({ 'key.pem': key })
      const run = await createRun({
        plan,
        host,
        driver,
        trust: 'autonomous',
        onGate: approving,
        onListenerError() {},
        reviewers: [],
      })
      return { driver, run }
    }
    const whole = memoryHost()
    const { run: first } = await start(whole)
    await first.start()
    const records = await whole.store.load(first.id)
    const answered = records.findIndex(({ value }) => (value as { type?: string }).type === 'gate_answered')
    expect(answered).toBeGreaterThan(0)
    for (let at = answered; at < records.length; at++) {
      const host = crashAfter(at, 'after')
      const { driver, run } = await start(host)
      await expect(run.start()).rejects.toBeInstanceOf(Crash)
      host.revive()
      const again = await openRun({ host, runId: run.id, driver, onGate: approving, reviewers: [] })
      const report = await again.start()
      expect(report, `after record ${at}`).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
      expect(host.git.filesOf(report.head).get('key.pem')).toBe(key)
      if (at > answered) expect(driver.requests, `after record ${at}`).toHaveLength(1)
    }
  })

  it('waits for another process, which approves it without a session', async () => {
    const driver = writing({ 'key.pem': key })
    const { report, host, run } = await runPlan({ plan, driver })
    const again = await openRun({ host, runId: run.id, driver, reviewers: [] })
    void again.answer(report.gates[0]!.id, 'approve')
    const resumed = await again.start()
    expect(resumed).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(driver.requests).toHaveLength(1)
  })

  it('opens a new attempt with `retry`, and asks about its findings again', async () => {
    const answers = ['retry', 'approve'] as const
    let gates = 0
    const driver = writing({ 'key.pem': key })
    const { report, host } = await runPlan({
      plan,
      driver,
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices[answers[gates++]!]?.() : undefined),
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
    expect(gates).toBe(2)
    expect(host.git.keptSlots).toEqual([])
  })
})

describe('a secret of the run', () => {
  it('has no approval, whatever the settings allow', async () => {
    const { report } = await runPlan({
      plan,
      driver: writing({ 'a.txt': 'the pass is hunter22-hunter22', 'key.pem': key }),
      secrets: ['hunter22-hunter22'],
      allowSecrets: ['a.txt'],
    })
    expect(report.gates[0]).toMatchObject({
      question: 'The changes of phase a contain a secret of this run.',
      choices: ['retry', 'fix', 'skip', 'abort', 'abort-revert'],
    })
    expect(report.gates[0]!.details).toEqual([
      'a.txt:1: a secret of this run',
      expect.stringMatching(/^key\.pem:1: a private key/),
    ])
    expect(JSON.stringify(report)).not.toContain('hunter22')
  })
})

describe('a change without a finding', () => {
  it('has only what the settings allow: a path, a pattern, a fingerprint; in a fork, too', async () => {
    const files = { 'test/fixtures/key.pem': key, 'src/a.txt': token('x') }
    const asked = await runPlan({ plan, driver: writing(files) })
    const prints = asked.report.gates[0]!.details.map((line) => /fingerprint (\w+)/.exec(line)![1]!)
    for (const allowSecrets of [
      prints,
      ['test/fixtures/**', 'src/*.txt'],
      ['./test/', 'src/a.txt'],
      ['**/key.pem', 'src/?.txt'],
    ]) {
      const { report, host } = await runPlan({ plan, driver: writing(files), allowSecrets })
      expect(report.status, allowSecrets.join()).toBe('completed')
      expect(host.git.filesOf(report.head).get('src/a.txt')).toBe(files['src/a.txt'])
    }
    const other = await runPlan({ plan, driver: writing(files), allowSecrets: ['test/*', 'src/fixtures'] })
    expect(other.report.gates[0]!.details).toHaveLength(1)
    const done = await runPlan({
      plan: { phases: [phase('a'), phase('b', ['a'])] },
      driver: writing(files),
      allowSecrets: ['test', 'src'],
    })
    const fork = await forkRun({
      ...{ host: done.host, runId: done.run.id, from: 'b', reviewers: [], artifacts: 'none' },
      driver: writing({ 'src/b.txt': token('z') }),
    })
    expect((await fork.start()).status).toBe('completed')
  })

  it('has only text that the file has had before', async () => {
    const { report } = await runPlan({
      plan,
      driver: writing({ 'a.txt': `new\n${token('x')}\n` }),
      world: { files: { 'a.txt': `${token('x')}\n` } },
    })
    expect(report.status).toBe('completed')
  })

  it.each([[['']], [['/etc/passwd']], [['../up']], [['a/../b']], [['a\\b']], [[' ']], ['a'], [[7]]])(
    'is not allowed by %j',
    async (allowSecrets) => {
      const host = memoryHost()
      const error: unknown = await createRun({
        plan,
        host,
        driver: writing({}),
        allowSecrets: allowSecrets as string[],
      })
        .then(() => 'no error')
        .catch((thrown: unknown) => thrown)
      expect(AmeliaError.is(error, 'OPTION_INVALID') && error.message).toContain('allowSecrets')
    },
  )
})

it('paths that differ only in case are committed once a person approves them', async () => {
  const driver = writing({ 'readme.md': 'x' })
  const { report, host } = await runPlan({ plan, driver, onGate: approving })
  expect(report.status).toBe('completed')
  expect([...host.git.filesOf(report.head).keys()].sort()).toEqual(['README.md', 'readme.md'])
  expect(driver.requests).toHaveLength(1)
})
