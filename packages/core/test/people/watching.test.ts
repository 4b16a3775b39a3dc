import { describe, expect, it } from 'vitest'
import { createRun, openRun } from '../../src/index.ts'
import { defineCheckpointStrategy } from '../../src/plugin.ts'
import { memoryHost, createScriptedDriver, recordEvents } from '../../src/testing.ts'
import { checkInvariants } from '../check-invariants.ts'
import { runPlan, statuses, told } from '../run-plan.ts'

const phase = (id: string, more: object = {}) => ({ id, title: id, body: `Do ${id}.`, ...more })
const parts = { subtasks: ['1', '2', '3'].map((id) => ({ id: `a${id}`, title: `Part ${id}` })) }

describe('trust', () => {
  // seed: intelligent-execution 86
  it('paranoid asks after each part, in one resumed session', async () => {
    const driver = Object.assign(createScriptedDriver(), { resume: 'process' as const })
    const asked: string[] = []
    const { report } = await runPlan({
      plan: { phases: [phase('a', parts)] },
      driver,
      trust: 'paranoid',
      onGate: (gate) => {
        asked.push(gate.id)
        return gate.kind === 'checkpoint' ? gate.choices.approve() : undefined
      },
    })
    expect(report.status).toBe('completed')
    expect(asked).toEqual(['checkpoint:a:1:1', 'checkpoint:a:1:2', 'checkpoint:a:1'])
    expect(driver.requests.map(({ resume }) => resume)).toEqual([undefined, 'session-0', 'session-1'])
  })

  // seed: intelligent-execution 63
  it('paranoid: feedback after a part goes to the session of that part', async () => {
    const driver = Object.assign(createScriptedDriver(), { resume: 'process' as const })
    let asked = 0
    const { report } = await runPlan({
      plan: { phases: [phase('a', parts)] },
      driver,
      trust: 'paranoid',
      onGate: (gate) => {
        if (gate.kind !== 'checkpoint') return undefined
        return ++asked === 1 ? gate.choices.sendBack?.('Shorter.') : gate.choices.approve()
      },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(driver.requests[1]).toMatchObject({ resume: 'session-0' })
    expect(driver.requests[1]?.prompt).toContain('Shorter.')
    expect(driver.requests[1]?.prompt).toContain('Do your part in order')
    expect(driver.requests[2]?.prompt).toContain('Part 2')
  })

  it('paranoid: a part in the session of another is told its own work', async () => {
    const driver = Object.assign(createScriptedDriver(), { resume: 'process' as const })
    let asked = 0
    const { report } = await runPlan({
      plan: { phases: [phase('a', parts)] },
      driver,
      trust: 'paranoid',
      retry: { workspace: 'keep' },
      onGate: (gate) => {
        if (gate.kind !== 'checkpoint') return undefined
        return ++asked === 1 ? gate.choices.sendBack?.('Shorter.') : gate.choices.approve()
      },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(driver.requests.map(({ resume }) => resume)).toEqual([
      undefined,
      'session-0',
      'session-1',
      'session-2',
    ])
    expect(driver.requests[2]?.prompt).toContain('Part 2')
    expect(driver.requests[3]?.prompt).toContain('Part 3')
  })

  // seed: intelligent-execution 90
  it('without batch checkpoints, standard asks only about high risk', async () => {
    const plan = { phases: [phase('a'), phase('b', { risk: 'high' as const })] }
    const { report } = await runPlan({
      plan,
      driver: createScriptedDriver(),
      trust: 'standard',
      batchCheckpointEnabled: false,
    })
    expect(statuses(report)).toEqual({ a: 'completed', b: 'checkpoint' })
  })

  // seed: intelligent-execution 91
  it('skips low-risk batches if allowed', async () => {
    const plan = {
      phases: [
        phase('a', { risk: 'low' as const }),
        phase('b', { dependsOn: ['a'], risk: 'medium' as const }),
      ],
    }
    const { report } = await runPlan({
      plan,
      driver: createScriptedDriver(),
      trust: 'standard',
      autoApproveLowRiskBatches: true,
    })
    expect(statuses(report)).toEqual({ a: 'completed', b: 'checkpoint' })
  })
})

describe('a custom strategy', () => {
  const plan = { phases: [phase('a'), phase('b')] }

  // seed: intelligent-execution 93
  it('decides where the run waits, and shows its reason', async () => {
    const seen: string[] = []
    const checkpoint = defineCheckpointStrategy({
      decide: ({ phase: { id }, risk, batch, files }) => {
        seen.push(`${id} ${risk} ${batch.join()} ${files.join()}`)
        return id === 'a' ? { pause: true, reason: 'It touches the login.' } : 'pass'
      },
    })
    const driver = createScriptedDriver(async ({ workspace }, _, number) => {
      await workspace.fs.writeFile(`/${number}.txt`, 'x')
    })
    const { report } = await runPlan({ plan, driver, checkpoint, concurrency: 1 })
    expect(statuses(report)).toEqual({ a: 'checkpoint', b: 'completed' })
    expect(report.gates[0]?.details[0]).toBe('It touches the login.')
    expect(seen).toEqual(['a medium a,b 0.txt', 'b medium a,b 1.txt'])
  })

  it('pauses if it throws, or is missing after a resume', async () => {
    const host = memoryHost()
    const checkpoint = defineCheckpointStrategy({
      decide: () => {
        throw new Error('no rule')
      },
    })
    const first = await runPlan({ host, plan, driver: createScriptedDriver(), checkpoint })
    expect(first.report.gates.map(({ details }) => details[0])).toEqual([
      'The checkpoint strategy failed: no rule',
      'The checkpoint strategy failed: no rule',
    ])
    const again = await openRun({ host, runId: first.run.id, driver: createScriptedDriver() })
    await again.answer('checkpoint:a:1', 'send-back', { feedback: 'Again.' })
    const report = await again.start()
    expect(report.gates.find(({ phaseIds }) => phaseIds[0] === 'a')?.details[0]).toContain(
      'resumed without one',
    )
  })
})

describe('answers', () => {
  const plan = { phases: [phase('a'), phase('b', { dependsOn: ['a'] })] }

  it('fix starts another attempt with the instruction, and is refused without one', async () => {
    let failures = 0
    const host = memoryHost({ commands: () => ({ exitCode: failures++ < 2 ? 1 : 0, output: 'red' }) })
    const driver = createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/x.txt', 'x'))
    const first = await runPlan({
      host,
      plan,
      driver,
      verify: { test: ['npm', 'test'] },
      retry: { onExhausted: 'ask' },
      maxAttempts: 1,
    })
    expect(first.report.gates).toMatchObject([{ blocker: 'validation_failed' }])
    const again = await openRun({ host, runId: first.run.id, driver })
    await expect(again.answer('blocker:a:1', 'fix')).rejects.toMatchObject({ code: 'GATE_CHOICE' })
    await again.answer('blocker:a:1', 'fix', { feedback: 'Use the old parser.' })
    await again.start()
    expect(driver.requests[1]?.prompt).toContain('Use the old parser.')
  })

  it('abort-revert restores the target and keeps its commits under a separate ref', async () => {
    const host = memoryHost()
    const before = host.git.refs.get('refs/heads/main')
    const driver = createScriptedDriver(async ({ workspace }, _, number) => {
      if (number === 1) throw new Error('stuck')
      await workspace.fs.writeFile('/a.txt', 'x')
    })
    const asked = { plan, driver, maxAttempts: 1, retry: { onExhausted: 'ask' as const } }
    const { report, run } = await runPlan({
      host,
      ...asked,
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.abortRevert('run') : undefined),
    })
    expect(report.status).toBe('aborted')
    const rescue = `refs/amelia/${run.id}/reverted`
    expect(host.git.refs.get(report.target)).toBeUndefined()
    expect(host.git.refs.get(rescue)).toBe(host.git.refs.get(`refs/amelia/${run.id}/phase/a`))
    expect(host.git.refs.get('refs/heads/main')).toBe(before)
    expect(report.targetNote).toContain(rescue)
  })

  it('abort-revert without a scope keeps the batches before the one in question', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver(async ({ workspace, phase: own }) => {
      if (own?.id === 'b') throw new Error('stuck')
      await workspace.fs.writeFile('/a.txt', 'x')
    })
    const { report, run } = await runPlan({
      host,
      plan: { phases: [phase('a'), phase('b', { dependsOn: ['a'] })] },
      driver,
      maxAttempts: 1,
      retry: { onExhausted: 'ask' },
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.abortRevert() : undefined),
    })
    expect(report.status).toBe('aborted')
    expect(host.git.refs.get(report.target)).toBe(host.git.refs.get(`refs/amelia/${run.id}/phase/a`))
  })

  it('abort-revert does not change a target that someone else has moved', async () => {
    const host = memoryHost()
    const driver = createScriptedDriver((_request, _context, number) => {
      if (number === 1) throw new Error('stuck')
    })
    const { report } = await runPlan({
      host,
      plan,
      driver,
      maxAttempts: 1,
      retry: { onExhausted: 'ask' },
      onGate: (gate) => {
        const main = host.git.refs.get('refs/heads/main')!
        for (const ref of [...host.git.refs.keys()])
          if (ref.startsWith('refs/heads/amelia/')) host.git.setRef(ref, main)
        return gate.kind === 'blocker' ? gate.choices.abortRevert('run') : undefined
      },
    })
    expect(report.status).toBe('aborted')
    expect(report.targetNote).toContain('was moved by someone else')
  })
})

describe('stopping one phase', () => {
  const plan = { phases: [phase('a'), phase('b'), phase('c', { dependsOn: ['a'] })] }
  /** Sessions that last until they are released or stopped. */
  const held = () => {
    const release: (() => void)[] = []
    const driver = createScriptedDriver(
      (_, { signal }) =>
        new Promise((resolve, reject) => {
          release.push(() => resolve({}))
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        }),
    )
    return { driver, release }
  }

  // seed: intelligent-execution 47, intelligent-execution 103
  it('asks how to continue with it, and the others go on', async () => {
    const { driver, release } = held()
    const host = memoryHost()
    const run = await createRun({ plan, host, driver, trust: 'autonomous', artifacts: 'none' })
    const events = recordEvents(run)
    const end = run.start()
    while (release.length < 2) await new Promise(setImmediate)
    expect(() => run.cancel({ phaseId: 'c' })).toThrow(/is not running/)
    expect(() => run.cancel({ phaseId: 'nobody' })).toThrow(/no phase/)
    run.cancel({ phaseId: 'a' })
    run.on('gate_opened', () => release[1]!())
    const report = await end
    checkInvariants({ plan, host, run, events, report }, 4)
    expect(report.status).toBe('waiting')
    expect(statuses(report)).toEqual({ a: 'waiting', b: 'completed', c: 'pending' })
    expect(report.gates).toMatchObject([{ blocker: 'user_cancelled', phaseIds: ['a'] }])

    const again = await openRun({ host, runId: run.id, driver: createScriptedDriver() })
    await again.answer('blocker:a:1', 'retry')
    expect((await again.start()).status).toBe('completed')
    expect(told(recordEvents(again), 'phase_completed')).toHaveLength(3)
  })

  // seed: intelligent-execution 47, intelligent-execution 100, intelligent-execution 103
  it('at a step marks the step as cancelled, and opens a gate', async () => {
    const steps = {
      subtasks: [
        {
          id: 'a1',
          title: 'One',
          steps: [{ id: 's1', description: 'Wait.', action: 'command' as const, command: 'sleep 60' }],
        },
      ],
    }
    const host = memoryHost({
      commands: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        }),
    })
    const run = await createRun({
      plan: { phases: [phase('a', steps)] },
      host,
      trust: 'autonomous',
      planApproved: true,
      artifacts: 'none',
    })
    run.on('step_started', ({ stepId }) => setImmediate(() => run.cancel({ phaseId: 'a', stepId })))
    const report = await run.start()
    expect(report.gates).toMatchObject([
      {
        blocker: 'user_cancelled',
        choices: ['continue', 'retry', 'done-by-hand', 'skip', 'abort', 'abort-revert'],
      },
    ])
    expect(report.gates[0]?.question).toContain('s1')
  })
})
