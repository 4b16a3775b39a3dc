import { expect, it } from 'vitest'
import { createRun, definePlan, forkRun, openRun, readRun, type RunOptions } from '../src/index.ts'
import { defineCheckpointStrategy, defineReviewer } from '../src/plugin.ts'
import { createScriptedDriver, type ManualClock, memoryHost, type MemoryHost } from '../src/testing.ts'

const rules = { trust: 'autonomous', artifacts: 'none' } as const

const plan = () =>
  definePlan({
    title: 'Work',
    meta: { team: 'payments', tier: 1 },
    phases: [{ id: 'a', title: 'A', body: 'Do a.', meta: { ticket: 'P-7', tags: ['x', null] } }],
  })

const create = (host: MemoryHost<ManualClock>, more: Partial<RunOptions> = {}) =>
  createRun({ plan: plan(), host, driver: createScriptedDriver(), reviewers: [], ...rules, ...more })

const ofRun = { team: 'payments', tier: 2, tenant: 't1' }
const ofPhase = { ticket: 'P-7', tags: ['x', null] }

it('drivers, reviewers, strategies, rules, events and reports have the data of plan, phase and run', async () => {
  const host = memoryHost({ clock: 'manual' })
  const seen: Record<string, unknown> = {}
  let tries = 0
  const run = await create(host, {
    meta: { tier: 2, tenant: 't1' },
    driver: createScriptedDriver(async ({ run: of, phase, workspace }) => {
      seen.driver = [of?.meta, phase?.meta]
      if (++tries === 1) throw new Error('not yet')
      await workspace.fs.writeFile('a.txt', 'a')
    }),
    retryRule: (_, { meta, phase }) => {
      seen.rule = [meta, phase.meta]
      return 'retry'
    },
    reviewers: [
      defineReviewer({
        ...{ id: 'r', scope: 'phase' },
        review: ({ run: of, phase }) => {
          seen.reviewer = [of.meta, phase?.meta]
          return Promise.resolve({ approved: true, summary: '', comments: [] })
        },
      }),
    ],
    checkpoint: defineCheckpointStrategy({
      decide: ({ run: of, phase }) => {
        seen.strategy = [of.meta, phase.meta]
        return 'pass'
      },
    }),
  })
  run.on('run_started', ({ meta }) => (seen.runStarted = meta))
  run.on('phase_started', ({ meta }) => (seen.phaseStarted = meta))
  await run.start()
  const both = [ofRun, ofPhase]
  expect(seen).toEqual({
    ...{ driver: both, rule: both, reviewer: both, strategy: both },
    ...{ runStarted: ofRun, phaseStarted: ofPhase },
  })
  const { report } = await readRun({ host, runId: run.id })
  expect([report.meta, report.phases[0]?.meta]).toEqual(both)
  const again = await openRun({ host, runId: run.id })
  expect(again.report().meta).toEqual(ofRun)
  const fork = await forkRun({ host, runId: run.id, from: 'a', driver: createScriptedDriver(), ...rules })
  expect(fork.report().meta).toEqual(ofRun)
})

it('data is copied, and absent without any', async () => {
  const host = memoryHost({ clock: 'manual' })
  const mine = { list: [1] }
  const run = await create(host, { meta: mine })
  mine.list.push(2)
  expect(run.report().meta).toEqual({ team: 'payments', tier: 1, list: [1] })
  const plain = await create(host, { plan: { phases: [{ id: 'a', title: 'A' }] } })
  expect(plain.report()).not.toHaveProperty('meta')
  expect(plain.report().phases[0]).not.toHaveProperty('meta')
})

const loop: Record<string, unknown> = {}
loop.self = loop

it.each([
  ['a list', []],
  ['a date', { at: new Date(0) }],
  ['a function', { call: () => {} }],
  ['not a number', { n: Number.NaN }],
  ['a loop', loop],
  ['too large', { text: 'x'.repeat(16_384) }],
  ['a secret', { token: 'hunter2-hunter2' }],
])('refuses %s', async (_, meta) => {
  const host = memoryHost({ clock: 'manual' })
  const given = meta as Record<string, unknown>
  const secrets = ['hunter2-hunter2']
  await expect(create(host, { meta: given, secrets })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    details: { option: 'meta' },
  })
  const phases = [{ id: 'a', title: 'A', meta: given }]
  await expect(create(host, { plan: { phases }, secrets })).rejects.toMatchObject({ code: 'PLAN_INVALID' })
  const more = { plan: { phases: [{ id: 'a', title: 'A' }], meta: given }, secrets }
  await expect(create(host, more)).rejects.toMatchObject({ code: 'PLAN_INVALID' })
})
