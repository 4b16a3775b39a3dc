import { describe, expect, it } from 'vitest'
import { complete, createMachineRun, inputsOf } from '../../../../test/machine-run.ts'
import type { MachineEvent } from '../state/turn.ts'

const no = { class: 'agent_failed', message: 'no' } as const
const phase = (id: string, dependsOn: string[] = []) => ({ id, title: id, dependsOn, body: `Do ${id}.` })
const diamond = () => [phase('a'), phase('b', ['a']), phase('c', ['a']), phase('d', ['b', 'c'])]

const batches = (events: readonly MachineEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === 'batch_started' || event.type === 'batch_completed' || event.type === 'batch_failed'
      ? [`${event.type.slice('batch_'.length)} ${event.batch}: ${event.phases.join(' ')}`]
      : [],
  )

const once = { retry: { maxAttempts: 1 } } as const

describe('a batch', () => {
  it('starts with its first phase, and ends with its last', () => {
    const machine = createMachineRun({ phases: diamond(), settings: { concurrency: 1 } })
    const { events } = complete(machine, 'a')
    expect(events.slice(-4).map(({ type }) => type)).toEqual([
      'phase_completed',
      'batch_completed',
      'batch_started',
      'phase_started',
    ])
    expect(batches(complete(machine, 'b').events)).toEqual([])
    expect(batches(complete(machine, 'c').events)).toEqual(['completed 2: b c', 'started 3: d'])
    const last = complete(machine, 'd').events
    expect(last.slice(-2)).toMatchObject([
      {
        type: 'batch_completed',
        batch: 3,
        counts: { completed: 1, external: 0, skipped: 0, failed: 0, blocked: 0 },
      },
      { type: 'run_ended' },
    ])
  })

  it('starts without the phases that the run leaves out', () => {
    const out = { ...phase('out'), status: 'skipped' as const }
    const machine = createMachineRun({
      phases: [phase('a'), phase('b', ['a']), { ...out, dependsOn: ['a'] }],
    })
    expect(batches(complete(machine, 'a').events)).toEqual(['completed 1: a', 'started 2: b'])
  })

  it('fails with a phase, once the others have ended, and does not start if it is blocked', () => {
    const { retry } = createMachineRun().state.settings
    const machine = createMachineRun({
      phases: diamond(),
      settings: { retry: { ...retry, ...once.retry }, onFailure: 'continue' },
    })
    complete(machine, 'a')
    const { opened, failed, committed } = inputsOf('b')
    expect(batches(machine.feed(opened, failed(no), committed).events)).toEqual([])
    const { events } = complete(machine, 'c')
    expect(batches(events)).toEqual(['failed 2: b c'])
    expect(events.find(({ type }) => type === 'batch_failed')).toMatchObject({
      counts: { completed: 1, failed: 1 },
    })
    expect(events.at(-1)).toMatchObject({ type: 'run_ended', status: 'failed' })
  })

  it('starts again only if a person reopens one of its phases', () => {
    const { retry } = createMachineRun().state.settings
    const machine = createMachineRun({
      phases: diamond(),
      settings: { retry: { ...retry, ...once.retry }, onFailure: 'continue' },
    })
    complete(machine, 'a')
    const { opened, failed, committed } = inputsOf('b')
    machine.feed(opened, failed(no), committed)
    complete(machine, 'c')
    expect(batches(machine.feed({ type: 'run_resumed' }).events)).toEqual(['started 2: b c'])
    expect(batches(complete(machine, 'b', 2).events)).toEqual(['completed 2: b c', 'started 3: d'])
  })

  it('does not start again when the run is resumed in the middle of it', () => {
    const machine = createMachineRun({ phases: diamond() })
    complete(machine, 'a')
    machine.feed(inputsOf('b').opened)
    expect(batches(machine.feed({ type: 'run_resumed' }).events)).toEqual([])
    expect(batches(complete(machine, 'b').events)).toEqual([])
    expect(batches(complete(machine, 'c').events)).toEqual(['completed 2: b c', 'started 3: d'])
  })

  it('goes on after the plan was edited if it has the same phases, and starts again otherwise', () => {
    const resume = (phases: ReturnType<typeof diamond>) => {
      const machine = createMachineRun({ phases: diamond() })
      complete(machine, 'a')
      machine.feed(inputsOf('b').opened)
      const plan = createMachineRun({ phases }).state.plan
      return { machine, events: machine.feed({ type: 'run_resumed', plan }).events }
    }
    const edited = diamond().map((one) => (one.id === 'd' ? { ...one, body: 'Do it well.' } : one))
    expect(batches(resume(edited).events)).toEqual([])
    const more = resume([...diamond(), phase('e', ['a'])])
    expect(batches(more.events)).toEqual(['started 2: b c e'])
  })

  it('that has only phases which the plan marks done neither starts nor ends', () => {
    const done = { ...phase('a'), status: 'done' as const }
    const machine = createMachineRun({ phases: [done, phase('b', ['a'])] })
    expect(machine.state.startedBatches).toEqual(new Set([1]))
    expect(batches(complete(machine, 'b').events)).toEqual(['completed 2: b'])
  })
})
