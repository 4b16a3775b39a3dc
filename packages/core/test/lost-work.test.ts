import { expect, it } from 'vitest'
import { createRun } from '../src/index.ts'
import { type Effect, type Input, replay, transition } from '../src/machine.ts'
import { defineReviewer } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'
import { planSchema } from '../src/lib/plan/plan-schema.ts'
import { phase } from './sample-plan.ts'

const plan = planSchema.parse({ title: 'Work', phases: [phase('a')] })
const reviewer = defineReviewer({
  id: 'r',
  scope: 'phase',
  review: async () => ({ approved: true, summary: 'Fine.', comments: [] }),
})

const journalOfRun = async () => {
  const host = memoryHost()
  const driver = createScriptedDriver()
  const run = await createRun({
    ...{ plan, host, driver, planApproved: true, trust: 'autonomous', artifacts: 'none' },
    ...{ verify: { test: ['test'] }, reviewers: [reviewer], evaluator: false },
  })
  expect((await run.start()).status).toBe('completed')
  return host.store.load(run.id)
}

it.each([
  ['open_workspace', 'workspace_opened'],
  ['run_unit', 'unit_finished'],
  ['commit_attempt', 'attempt_committed'],
  ['verify', 'verified'],
  ['review', 'reviewed'],
] as const)('continues the attempt in a new dispatch when the work of %s is lost', async (during, answer) => {
  const records = await journalOfRun()
  const inputs = records.map(({ value }) => value as Input)
  const index = inputs.findIndex(({ type }) => type === answer)
  const late = inputs[index]!
  const { state } = replay(records.slice(0, index))
  const { at } = late
  const failure = { class: 'interrupted', message: 'The worker is lost.' } as const
  const address = { phaseId: 'a', attempt: 1, dispatch: 1 }
  const lost = transition(state, { type: 'effect_failed', at, ...address, during, failure })
  expect(lost.events.map(({ type }) => type)).toEqual(['phase_delayed'])

  expect(transition(state, { ...late, at })).toEqual({ events: [], effects: [] })
  const wake = lost.effects.find(
    (effect): effect is Extract<Effect, { type: 'wake' }> => effect.type === 'wake',
  )
  const next = transition(state, { type: 'woken', at: wake!.at, until: wake!.at })
  expect(next.effects).toMatchObject([{ type: 'open_workspace', ...address, dispatch: 2 }])
  expect(transition(state, { ...late, at: wake!.at })).toEqual({ events: [], effects: [] })
})
