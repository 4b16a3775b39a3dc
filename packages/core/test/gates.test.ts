import { describe, expect, expectTypeOf, it } from 'vitest'
import { AmeliaError, createRun, type GateQuestion, openRun } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver, recordEvents } from '../src/testing.ts'
import { renderReport } from '../src/view.ts'
import { runPlan, statuses, told } from './run-plan.ts'
import { forkPlan, phase } from './sample-plan.ts'

const withStep = (id: string, step: object, dependsOn: string[] = []) =>
  phase(id, dependsOn, {
    subtasks: [
      {
        id: `${id}.1`,
        title: 'do',
        steps: [{ id: `${id}.1.1`, action: 'code', filePath: `${id}.txt`, codeChange: id, ...step }],
      },
    ],
  })

/** A high-risk phase with a low-risk step. */
const risky = (id: string, dependsOn: string[] = []) => ({
  ...withStep(id, {}, dependsOn),
  risk: 'high' as const,
})

const commandStep = {
  action: 'command',
  command: 'make it',
  filePath: undefined,
  codeChange: undefined,
} as const

describe('the gate of the plan', () => {
  const plan = { phases: [withStep('a', commandStep)] }

  // seed: task-based-execution 15
  it('lists every command, and blocks the run until it is approved', async () => {
    const { report, host } = await runPlan({ plan, planApproved: false })
    expect(report.status).toBe('waiting')
    expect(report.gates).toMatchObject([
      { id: 'plan', kind: 'plan', details: ['a.1.1: make it'], choices: ['approve', 'reject'] },
    ])
    expect(host.commands.requests).toEqual([])
  })

  it('lets the run continue if approved in code', async () => {
    const { report, events } = await runPlan({
      plan,
      planApproved: false,
      onGate: (gate) => (gate.kind === 'plan' ? gate.choices.approve() : undefined),
    })
    expect(report.status).toBe('completed')
    expect(events.filter(({ type }) => type === 'gate_resolved')).toMatchObject([
      { gateId: 'plan', choice: 'approve' },
    ])
  })

  // seed: task-based-execution 15
  it('aborts the run if rejected', async () => {
    const { report } = await runPlan({
      plan,
      planApproved: false,
      onGate: (gate) => (gate.kind === 'plan' ? gate.choices.reject('too risky') : undefined),
    })
    expect(report).toMatchObject({ status: 'aborted', phases: [{ status: 'cancelled' }] })
    expect(report.endReason).toBe('too risky')
    expect(renderReport(report)).toMatch(/^Aborted: .*\n(?:.*\n)?Reason: too risky\n/)
  })

  it('is not opened for a plan without commands', async () => {
    const { report } = await runPlan({ plan: forkPlan(), planApproved: false })
    expect(report.status).toBe('completed')
  })
})

describe('an answer of `onGate` with an id', () => {
  const plan = { phases: [phase('a'), risky('b', ['a'])] }

  it('that is of no open gate changes nothing, and is reported', async () => {
    const errors: unknown[] = []
    const { report } = await runPlan({
      plan,
      onGate: () => ({ gateId: 'zzz', choice: 'approve' }),
      onListenerError: (error) => errors.push(error),
    })
    expect(report.status).toBe('waiting')
    expect(errors).toMatchObject([{ code: 'GATE_UNKNOWN' }])
  })

  it('answers the gate that it names', async () => {
    const both = { phases: [risky('a'), risky('b')] }
    const asked: string[] = []
    const { report } = await runPlan({
      plan: both,
      onGate: ({ id }) => {
        asked.push(id)
        return asked.length === 2 ? { gateId: asked[0]!, choice: 'approve' } : undefined
      },
    })
    expect(report.gates.map(({ id }) => id)).toEqual([asked[1]])
  })
})

describe('trust', () => {
  const plan = { phases: [phase('a'), risky('b', ['a']), phase('c', ['a'])] }

  it('`autonomous` asks only about high risk, and blocks nothing else', async () => {
    const { report } = await runPlan({ plan })
    expect(report.status).toBe('waiting')
    expect(statuses(report)).toEqual({ a: 'completed', b: 'checkpoint', c: 'completed' })
    expect(report.gates).toMatchObject([{ id: 'checkpoint:b:1', kind: 'checkpoint', phaseIds: ['b'] }])
  })

  it('`paranoid` asks for each phase', async () => {
    const asked: string[] = []
    const { report } = await runPlan({
      plan: forkPlan(),
      trust: 'paranoid',
      onGate: (gate) => {
        asked.push(gate.id)
        return gate.kind === 'checkpoint' ? gate.choices.approve() : undefined
      },
    })
    expect(report.status).toBe('completed')
    expect(asked.sort()).toEqual(['0', '1', '2a', '2b', '2c', '3'].map((id) => `checkpoint:${id}:1`))
  })

  it('`standard` asks once for each batch, after its phases are done', async () => {
    const asked: string[][] = []
    const { report, events } = await runPlan({
      plan: forkPlan(),
      trust: 'standard',
      onGate: (gate) => {
        asked.push(gate.phaseIds)
        return gate.kind === 'checkpoint' ? gate.choices.approve() : undefined
      },
    })
    expect(report.status).toBe('completed')
    expect(asked).toEqual([['0'], ['1'], ['2a', '2b', '2c'], ['3']])
    expect(told(events, 'gate_opened')).toHaveLength(4)
  })

  // seed: intelligent-execution 92
  it('starts another attempt on feedback at a checkpoint', async () => {
    let asked = 0
    const { report, events } = await runPlan({
      plan: { phases: [phase('a')] },
      trust: 'paranoid',
      driver: createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/short.txt', 'x')),
      onGate: (gate) => {
        if (gate.kind !== 'checkpoint') return undefined
        return ++asked === 1 ? gate.choices.sendBack?.('shorter, please') : gate.choices.approve()
      },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
    expect(events.find(({ type }) => type === 'phase_returned')).toMatchObject({
      ...{ reason: 'feedback', details: ['shorter, please'] },
    })
  })

  it('keeps integrated phases when a person aborts', async () => {
    const { report } = await runPlan({
      plan,
      onGate: (gate) => (gate.kind === 'checkpoint' ? gate.choices.abort() : undefined),
    })
    expect(report.status).toBe('aborted')
    expect(statuses(report)).toMatchObject({ a: 'completed', b: 'cancelled' })
  })
})

describe('a blocker', () => {
  it('asks for manual work, and continues after it', async () => {
    const plan = {
      phases: [
        phase('a', [], {
          subtasks: [
            {
              id: 'a.1',
              title: 'do',
              steps: [
                { id: 'one', action: 'code', filePath: 'one.txt', codeChange: '1' },
                { id: 'two', action: 'manual', description: 'Turn the key.' },
                { id: 'three', action: 'code', filePath: 'three.txt', codeChange: '3' },
              ],
            },
          ],
        }),
      ],
    }
    const { report, events, host } = await runPlan({
      plan,
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.doneByHand?.() : undefined),
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect([...host.git.filesOf(report.head).keys()]).toEqual(['README.md', 'one.txt', 'three.txt'])
    expect(
      events
        .filter(({ type }) => type === 'step_completed')
        .map((event) => 'stepId' in event && event.stepId),
    ).toEqual(['one', 'two', 'three'])
    expect(events.find(({ type }) => type === 'gate_opened')).toMatchObject({
      gate: { blocker: 'needs_judgment', details: ['Turn the key.'] },
    })
  })

  it.each(
    (['phased', 'subtasks', 'taskLoop', 'intelligent', 'autobuild'] as const).flatMap((preset) =>
      (['paranoid', 'standard', 'autonomous'] as const).map((trust) => [preset, trust] as const),
    ),
  )('asks before a high-risk step runs, with its command: preset %s, trust %s', async (preset, trust) => {
    const steps = [{ id: 'drop', action: 'command', command: 'drop the table', risk: 'high' } as const]
    const plan = { phases: [phase('a', [], { subtasks: [{ id: 'a.1', title: 'do', steps }] })] }
    const rules = { plan, preset, trust, steps: 'engine' } as const
    const waiting = await runPlan(rules)
    expect(waiting.host.commands.requests).toEqual([])
    expect(waiting.report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          id: 'blocker:a:1:drop',
          blocker: 'needs_judgment',
          question: 'Step drop is high risk. Run it?',
          details: ['runs: drop the table'],
          choices: ['approve', 'done-by-hand', 'skip', 'abort', 'abort-revert'],
        },
      ],
    })
    const { report, host } = await runPlan({
      ...rules,
      onGate: (gate) => (gate.kind === 'plan' ? undefined : gate.choices.approve?.()),
    })
    expect(report.status).toBe('completed')
    expect(host.commands.requests.map(({ argv }) => argv.join(' '))).toEqual(['drop the table'])
  })

  it('shows the change of a high-risk step, and the reason at the checkpoint of an agent’s phase', async () => {
    const change = { filePath: 'a.txt', codeChange: 'secret sauce' }
    const { report } = await runPlan({
      plan: {
        phases: [
          withStep('a', { ...change, risk: 'high' }),
          { id: 'b', title: 'B', body: 'Do b.', risk: 'high' },
        ],
      },
      driver: createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/b.txt', 'b')),
    })
    expect(report.gates.map(({ kind, details }) => [kind, details])).toEqual([
      ['blocker', ['writes a.txt:\nsecret sauce']],
      [
        'checkpoint',
        [
          'b: high risk, so a person decides before it is integrated',
          'b: b.txt',
          'not verified: no check is configured',
        ],
      ],
    ])
  })

  // seed: intelligent-execution 13, intelligent-execution 44
  it('asks before a step that requires human judgment', async () => {
    const plan = { phases: [withStep('a', { requiresHumanJudgment: true })] }
    const waiting = await runPlan({ plan })
    expect(waiting.report).toMatchObject({ status: 'waiting', gates: [{ id: 'blocker:a:1:a.1.1' }] })
    const { report } = await runPlan({
      plan,
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.approve?.() : undefined),
    })
    expect(report.status).toBe('completed')
  })

  // seed: intelligent-execution 36
  it('never overwrites an existing file with a snippet', async () => {
    const plan = { phases: [withStep('a', { filePath: 'README.md', codeChange: 'gone' })] }
    const { report, host } = await runPlan({ plan })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'unexpected_state' }] })
    expect(host.git.filesOf('refs/heads/main').get('README.md')).toBe('hello\n')
  })

  it('never commits text in the shape of a secret (fault 45)', async () => {
    const plan = { phases: [withStep('a', { codeChange: `key = "AKIA${'ABCDEFGHIJKLMNOP'}"` })] }
    const { report, host, run } = await runPlan({ plan })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        { blocker: 'secret_in_change', details: [expect.stringMatching(/^a\.txt:1: an AWS access key, /)] },
      ],
    })
    expect(host.git.refs.has(`refs/amelia/${run.id}/attempt/a/1`)).toBe(false)
  })

  it('skips phases that build on a skipped phase, each with the skipped dependency', async () => {
    const plan = {
      phases: [{ id: 'a', title: 'A' }, phase('b'), phase('c', ['b', 'a']), phase('d', ['b', 'c'])],
    }
    const { report, events } = await runPlan({
      plan,
      driver: createScriptedDriver(() => {
        throw driverError('permission')
      }),
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.skip?.('not needed') : undefined),
    })
    expect(report.status).toBe('partial')
    expect(statuses(report)).toEqual({ a: 'skipped', b: 'completed', c: 'skipped', d: 'skipped' })
    expect(events.filter(({ type }) => type === 'phase_skipped')).toMatchObject([
      { phaseId: 'a', reason: 'not needed' },
      { phaseId: 'c', skippedBy: 'a' },
      { phaseId: 'd', skippedBy: 'c' },
    ])
  })

  it('retries with all attempts if a person asks for it', async () => {
    let works = false
    const { report } = await runPlan({
      plan: { phases: [withStep('a', commandStep)] },
      world: { commands: () => (works ? 0 : undefined) },
      onGate: (gate) => {
        works = true
        return gate.kind === 'blocker' ? gate.choices.retry?.() : undefined
      },
    })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
  })

  it('occupies no slot, and blocks only phases that build on it', async () => {
    const plan = { phases: [withStep('a', commandStep), phase('b'), phase('c'), phase('d', ['a'])] }
    const { report } = await runPlan({ plan, concurrency: 1, world: { commands: () => undefined } })
    expect(statuses(report)).toEqual({ a: 'waiting', b: 'completed', c: 'completed', d: 'pending' })
  })
})

describe('an answer', () => {
  const waitingRun = async () => {
    const host = memoryHost({ commands: () => 0 })
    const plan = { phases: [risky('a'), risky('b')] }
    const first = await createRun({ plan, host, trust: 'autonomous', planApproved: true })
    expect((await first.start()).status).toBe('waiting')
    return { host, run: await openRun({ host, runId: first.id }) }
  }

  it('can be given to a reopened run before it starts', async () => {
    const { run } = await waitingRun()
    expect(run.gates().map(({ id }) => id)).toEqual(['checkpoint:a:1', 'checkpoint:b:1'])
    await run.answer('checkpoint:b:1', 'approve')
    const report = await run.start()
    expect(statuses(report)).toEqual({ a: 'checkpoint', b: 'completed' })
    expect(report.status).toBe('waiting')
  })

  // seed: intelligent-execution 62
  it('that is late, duplicate, for an unknown gate or an unknown choice is a typed error without effect (faults 68, 69, 70)', async () => {
    const { run, host } = await waitingRun()
    await expect(run.answer('checkpoint:x:1', 'approve')).rejects.toMatchObject({
      code: 'GATE_UNKNOWN',
      details: { open: ['checkpoint:a:1', 'checkpoint:b:1'] },
    })
    await expect(run.answer('checkpoint:a:1', 'skip')).rejects.toMatchObject({
      code: 'GATE_CHOICE',
      details: { choices: ['approve', 'abort', 'abort-revert'] },
    })
    await run.answer('checkpoint:a:1', 'approve')
    await expect(run.answer('checkpoint:a:1', 'abort')).rejects.toMatchObject({ code: 'GATE_EXPIRED' })
    const report = await run.start()
    expect(statuses(report)).toEqual({ a: 'completed', b: 'checkpoint' })
    await expect(run.answer('checkpoint:b:1', 'approve')).rejects.toSatisfy((error) =>
      AmeliaError.is(error, 'RUN_ENDED'),
    )
    const again = await openRun({ host, runId: run.id })
    await expect(again.answer('checkpoint:a:1', 'approve')).rejects.toMatchObject({ code: 'GATE_EXPIRED' })
    expect(again.gates().map(({ id }) => id)).toEqual(['checkpoint:b:1'])
  })

  it('given twice concurrently is applied once', async () => {
    const host = memoryHost()
    const run = await createRun({
      plan: { phases: [risky('a'), phase('b')] },
      host,
      trust: 'autonomous',
    })
    const events = recordEvents(run)
    const outcomes: Promise<unknown>[] = []
    run.on('gate_opened', ({ gate }) => {
      outcomes.push(
        run.answer(gate.id, 'approve'),
        run.answer(gate.id, 'abort').catch((error: unknown) => error),
      )
    })
    const report = await run.start()
    expect(report.status).toBe('completed')
    expect(await Promise.all(outcomes)).toMatchObject([undefined, { code: 'GATE_EXPIRED' }])
    expect(told(events, 'gate_resolved')).toHaveLength(1)
  })

  it('given together with one that ends the run has no effect after the end', async () => {
    const { run, host } = await waitingRun()
    const events = recordEvents(run)
    await run.answer('checkpoint:a:1', 'abort')
    await run.answer('checkpoint:b:1', 'approve')
    const report = await run.start()
    expect(report.status).toBe('aborted')
    expect(told(events).slice(-2)).toEqual(['gate_resolved a', 'run_ended'])
    const again = await openRun({ host, runId: run.id })
    expect(recordEvents(again)).toEqual(events)
    expect(statuses(await again.start())).toEqual({ a: 'cancelled', b: 'cancelled' })
  })

  it('leaves the gate open if the handler throws', async () => {
    const errors: unknown[] = []
    const { report } = await runPlan({
      plan: { phases: [risky('a')] },
      onGate: () => {
        throw new Error('nobody there')
      },
      onListenerError: (error) => errors.push(error),
    })
    expect(report.status).toBe('waiting')
    expect(errors).toMatchObject([{ message: 'nobody there' }])
  })

  it('has the type of its gate', () => {
    expectTypeOf<Extract<GateQuestion, { kind: 'plan' }>['choices']>().toHaveProperty('reject')
    expectTypeOf<Extract<GateQuestion, { kind: 'plan' }>['choices']>().not.toHaveProperty('skip')
    expectTypeOf<Extract<GateQuestion, { kind: 'checkpoint' }>['choices']>().not.toHaveProperty('doneByHand')
  })
})
