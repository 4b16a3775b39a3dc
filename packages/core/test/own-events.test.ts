import { describe, expect, it } from 'vitest'
import {
  createRun,
  openRun,
  type PluginEvent,
  type RunEventOf,
  type RunOptions,
  type WatchedEvent,
  watchRun,
} from '../src/index.ts'
import { defineEvaluator, defineReviewer, type StepCall } from '../src/plugin.ts'
import { createScriptedDriver, type ManualClock, memoryHost, type MemoryHost } from '../src/testing.ts'

type Own = RunEventOf<'plugin_event'> | PluginEvent
type Emit = StepCall['context']['emit']

const plan = {
  title: 'Work',
  phases: [
    {
      ...{ id: 'a', title: 'A' },
      subtasks: [
        { id: 'a.1', title: 'Deploy', steps: [{ id: 's1', action: 'function' as const, name: 'deploy' }] },
      ],
    },
  ],
}
const rules = { trust: 'autonomous', artifacts: 'none', planApproved: true, reviewers: [] } as const

/** A run whose one step is a function that emits. Errors are collected. */
const create = async (
  script: (emit: Emit) => unknown,
  more: Partial<RunOptions> & { host?: MemoryHost<ManualClock> } = {},
) => {
  const { host = memoryHost({ clock: 'manual' }) } = more
  const errors: unknown[] = []
  const run = await createRun({
    ...{ plan, ...rules, onListenerError: (error) => errors.push(error), ...more, host },
    functions: { deploy: ({ context }) => script(context.emit) },
  })
  const own: Own[] = []
  run.on('plugin_event', (event) => own.push(event))
  return { host, run, own, errors }
}

it('a driver, a reviewer, an evaluator and a function emit events, also about the final result', async () => {
  const at = (name: string, more = {}) => ({ type: 'event', name, ...more }) as const
  const driver = createScriptedDriver(async ({ workspace }, { emit }) => {
    await workspace.fs.writeFile('/a.txt', 'a')
    emit(at('acme:wrote', { data: { files: 1 } }))
  })
  const comment = { severity: 'minor', message: 'Rename it.' } as const
  const reviewer = defineReviewer({
    ...{ id: 'style', scope: 'phase' },
    review: async (_, { emit }) => {
      emit(at('acme:judged', { journal: true }))
      return { approved: false, summary: 'no', comments: [comment] }
    },
  })
  const whole = defineReviewer({
    ...{ id: 'whole', scope: 'run' },
    review: async (_, { emit }) => {
      emit(at('acme:final', { data: [1] }))
      return { approved: true, summary: 'yes', comments: [] }
    },
  })
  const evaluator = defineEvaluator({
    evaluate: async (comments, _, { emit }) => {
      emit(at('acme:weighed'))
      return comments.map(({ id }) => ({ id, disposition: 'defer', reason: 'later' }) as never)
    },
  })
  const phases = [{ id: 'a', title: 'A' }]
  const more = { plan: { phases }, driver, reviewers: [reviewer, whole], evaluator }
  const { run, own } = await create(() => undefined, more)
  await run.start()
  expect(own.map(({ name, who, phaseId, data }) => [name, who, phaseId, data])).toEqual([
    ['acme:wrote', 'driver "scripted"', 'a', { files: 1 }],
    ['acme:judged', 'reviewer "style"', 'a', undefined],
    ['acme:weighed', expect.stringMatching(/^evaluator /), 'a', undefined],
    ['acme:final', 'reviewer "whole"', undefined, [1]],
  ])
  expect(own.map((event) => 'seq' in event)).toEqual([false, true, false, false])
})

it('one with `journal` is stored, redacted, and read by everyone; the others only while the run is watched', async () => {
  const secret = 'hunter2-hunter2'
  const { host, run, own } = await create(
    (emit) => {
      emit({ type: 'event', name: 'acme:uploading', data: { percent: 40 } })
      emit({
        type: 'event',
        name: 'acme:deployed',
        data: { url: 'https://eu.example', secret },
        journal: true,
      })
    },
    { secrets: [secret] },
  )
  const watched: WatchedEvent[] = []
  const seen = (async () => {
    for await (const event of watchRun({ host, runId: run.id, progress: true })) watched.push(event)
  })()
  await run.start()
  await seen
  const fields = { type: 'plugin_event', runId: run.id, phaseId: 'a', who: 'function "deploy"' }
  const kept = { ...fields, name: 'acme:deployed', data: { url: 'https://eu.example', secret: '[redacted]' } }
  expect(own).toEqual([
    {
      ...fields,
      at: expect.any(String),
      afterSeq: expect.any(Number),
      name: 'acme:uploading',
      data: { percent: 40 },
    },
    { ...kept, at: expect.any(String), seq: expect.any(Number) },
  ])
  // The journal and the progress are two streams for a process that watches.
  const streamed = watched.filter(({ type }) => type === 'plugin_event')
  expect(streamed).toHaveLength(2)
  expect(streamed).toEqual(expect.arrayContaining(own))
  const later = []
  for await (const event of watchRun({ host, runId: run.id }))
    if (event.type === 'plugin_event') later.push(event)
  expect(later).toMatchObject([kept])
})

it.each<[string, unknown, RegExp]>([
  ['no name', { type: 'event' }, /`event.name`.*"acme:deployed"/],
  ['a name without a prefix', { type: 'event', name: 'deployed' }, /got "deployed"/],
  ['the prefix of Amelia', { type: 'event', name: 'amelia:done' }, /"amelia" is reserved/],
  ['a long name', { type: 'event', name: `acme:${'x'.repeat(80)}` }, /at most 80/],
  ['control characters', { type: 'event', name: 'acme:\u001b[2J' }, /lower-case/],
  ['a date', { type: 'event', name: 'acme:x', data: new Date(0) }, /`event.data`.*JSON data/],
  ['a function', { type: 'event', name: 'acme:x', data: () => 1 }, /JSON data/],
  ['too much', { type: 'event', name: 'acme:x', data: 'x'.repeat(20_000) }, /at most 16 kB/],
  ['an unknown field', { type: 'event', name: 'acme:x', keep: true }, /keep/],
  ['a wrong journal', { type: 'event', name: 'acme:x', journal: 1 }, /true or false/],
  ['text', 'acme:x', /event/],
])('%s is a typed error that ends neither a function nor a session', async (_, event, message) => {
  const called = await create((emit) => emit(event as never))
  expect(await called.run.start()).toMatchObject({ status: 'completed' })
  expect(called.errors).toMatchObject([{ code: 'OPTION_INVALID', message: expect.stringMatching(message) }])
  expect(called.errors[0]).toMatchObject({ message: expect.stringContaining('function "deploy"') })
  expect(called.own).toEqual([])
  if (typeof event === 'string') return
  const driver = createScriptedDriver(async ({ workspace }, { emit }) => {
    await workspace.fs.writeFile('/a.txt', 'a')
    emit(event as never)
  })
  const asked = await create(() => undefined, { plan: { phases: [{ id: 'a', title: 'A' }] }, driver })
  expect(await asked.run.start()).toMatchObject({ status: 'completed' })
  expect(asked.errors).toMatchObject([{ code: 'OPTION_INVALID', message: expect.stringMatching(message) }])
})

it('nothing is emitted after the end of the call', async () => {
  let late: Emit = () => {}
  const { run, own } = await create((emit) => ((late = emit), undefined))
  const ended = run.once('step_completed')
  const end = run.start()
  await ended
  late({ type: 'event', name: 'acme:late' })
  await end
  expect(own).toEqual([])
})

describe('the journal', () => {
  it('keeps 1,000 events of a run, resumes included; later ones are streamed, and one warning says so', async () => {
    const host = memoryHost({ clock: 'manual' })
    const flood = (count: number) => (emit: Emit) => {
      for (let n = 0; n < count; n++) emit({ type: 'event', name: 'acme:n', data: n, journal: true })
    }
    const first = await create(
      (emit) => {
        flood(999)(emit)
        throw new Error('refused')
      },
      { host, maxAttempts: 1 },
    )
    await first.run.start()
    expect(first.own.filter((event) => 'seq' in event)).toHaveLength(999)
    expect(first.errors).toEqual([])
    const errors: unknown[] = []
    const run = await openRun({
      ...{ host, runId: first.run.id, onListenerError: (error) => errors.push(error) },
      functions: { deploy: ({ context }) => flood(3)(context.emit) },
    })
    const own: Own[] = []
    run.on('plugin_event', (event) => own.push(event))
    expect(await run.start()).toMatchObject({ status: 'completed' })
    // The journal is written before its event is published.
    expect(own.map((event) => 'seq' in event)).toEqual([false, false, true])
    expect(errors).toMatchObject([
      { code: 'OPTION_INVALID', message: expect.stringContaining('keeps 1000 events') },
    ])
  })
})
