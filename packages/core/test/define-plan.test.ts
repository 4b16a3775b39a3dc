import { describe, expect, expectTypeOf, it } from 'vitest'
import {
  AmeliaError,
  createRun,
  criticalPath,
  definePlan,
  parallelGroups,
  type Plan,
  planBatches,
  type PlanDraft,
  resolveGraph,
} from '../src/index.ts'
import { createRunState, readSettings } from '../src/machine.ts'
import { memoryHost } from '../src/testing.ts'
import { renderMermaid, viewPhases } from '../src/view.ts'

const plan = definePlan({
  goal: 'Greet people\nin all languages',
  phases: [
    { id: 'text', title: 'Text' },
    { id: 'de', title: 'German', dependsOn: ['text'], conflictsWith: ['fr'], estimate: 1 },
    { id: 'fr', title: 'French', dependsOn: ['text'], parallelWith: ['de'], estimate: 5 },
    {
      ...{ id: 'ship', title: 'Ship', dependsOn: ['de', 'fr'] },
      subtasks: [{ id: 's', title: 'Publish', steps: [{ id: 's1', action: 'manual' }] }],
    },
  ],
})

const thrownBy = (use: () => unknown): AmeliaError | undefined => {
  try {
    use()
    return undefined
  } catch (error) {
    if (AmeliaError.is(error)) return error
    throw error
  }
}

describe('definePlan', () => {
  it('adds every default, so that it changes nothing of its result', () => {
    expectTypeOf(plan).toEqualTypeOf<Plan>()
    expect(plan).toMatchObject({ title: 'Greet people', format: 'code', source: '', tddApproach: true })
    expect(plan.phases[1]).toMatchObject({ body: '', files: [], risk: 'medium', status: 'pending', line: 1 })
    expect(plan.phases[3]?.subtasks[0]?.steps[0]).toMatchObject({ expectExitCode: 0, fallbackCommands: [] })
    expect(definePlan(plan)).toEqual(plan)
  })

  it('leaves the object that it was given as it is', () => {
    const given: PlanDraft = { phases: [{ id: '1', title: 'A\n title' }] }
    expect(definePlan(given).phases[0]?.title).toBe('A title')
    expect(given).toEqual({ phases: [{ id: '1', title: 'A\n title' }] })
  })

  it('has references that the compiler checks where ids are written, and takes ids that it does not know', () => {
    const unknown = () =>
      definePlan({
        phases: [
          { id: 'a', title: 'A' },
          // @ts-expect-error No phase has this id.
          { id: 'b', title: 'B', dependsOn: ['c'] },
        ],
      })
    expect(thrownBy(unknown)).toMatchObject({ code: 'PLAN_INVALID' })
    const ids: string[] = ['1', '2', '3']
    const chain = definePlan({
      phases: ids.map((id, index) => ({ id, title: id, dependsOn: ids.slice(0, index) })),
    })
    expect(criticalPath(chain)).toEqual(ids)
  })

  it.each<[string, object, string]>([
    [
      'a repeated id',
      [
        { id: 'a', title: 'A' },
        { id: 'a', title: 'B' },
      ],
      'The phase id "a" is used twice.',
    ],
    [
      'a cycle',
      [
        { id: 'a', title: 'A', dependsOn: ['b'] },
        { id: 'b', title: 'B', dependsOn: ['a'] },
      ],
      'a -> b -> a',
    ],
    ['a missing title', [{ id: 'a' }], 'phases[0].title is missing; it must be a text.'],
    ['no phases', [], 'The plan has no phases.'],
  ])('refuses %s with what createRun reports', async (_what, phases, message) => {
    const given = { goal: 'G', phases } as PlanDraft
    const error = thrownBy(() => definePlan(given))
    expect(error).toMatchObject({ code: 'PLAN_INVALID' })
    expect(error?.message).toContain(message)
    const refused: unknown = await createRun({ plan: given, host: memoryHost() }).catch(
      (cause: unknown) => cause,
    )
    expect(refused).toMatchObject({ code: 'PLAN_INVALID', message: error?.message, details: error?.details })
  })

  it('names a field that does not exist', () => {
    const phases = [{ id: 'a', title: 'A', dependOn: [] }]
    expect(thrownBy(() => definePlan({ phases }))).toMatchObject({
      code: 'OPTION_INVALID',
      message: 'definePlan: `plan.phases[0].dependOn` is not known. Did you mean `plan.phases[0].dependsOn`?',
    })
  })
})

describe('the result of definePlan', () => {
  it('runs', async () => {
    const run = await createRun({ plan, host: memoryHost(), trust: 'autonomous', steps: 'engine' }).catch(
      (error: unknown) => error,
    )
    expect(run).toMatchObject({ code: 'DRIVER_MISSING' })
    const manual = definePlan({ phases: plan.phases.slice(3).map((phase) => ({ ...phase, dependsOn: [] })) })
    const started = await createRun({ plan: manual, host: memoryHost(), trust: 'autonomous' })
    expect(await started.start()).toMatchObject({ status: 'waiting', gates: [{ phaseIds: ['ship'] }] })
  })

  it('has a critical path, batches and a drawing, as its graph and its views have', () => {
    const { graph } = resolveGraph(plan.phases)
    expect(criticalPath(plan)).toEqual(['text', 'fr', 'ship'])
    expect(planBatches(plan).map(({ phases }) => phases)).toEqual([['text'], ['de', 'fr'], ['ship']])
    expect(planBatches(plan)).toEqual(planBatches(graph!, plan.phases))
    expect(criticalPath(plan)).toEqual(criticalPath(graph!))
    expect(renderMermaid(plan)).toBe(renderMermaid(viewPhases(plan), planBatches(plan)))
    expect(parallelGroups(plan.phases)).toEqual([['de', 'fr']])
  })

  it('starts the machine', () => {
    const settings = { ...readSettings({ plan }), execution: '2026-01-01-plan' }
    const start = { runId: 'r', plan, settings, targetCommit: null }
    expect(createRunState(start)).toBeDefined()
    const wrong = { ...start, plan: { phases: [{ id: 'a', title: 'A' }] } as never }
    expect(thrownBy(() => createRunState(wrong))).toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining('`start.plan.phases[0].dependsOn` must be a list') as string,
    })
  })
})

const cycle = [
  { ...plan.phases[0]!, id: 'a', dependsOn: ['b'] },
  { ...plan.phases[0]!, id: 'b', dependsOn: ['a'] },
]

describe.each<[string, (given: never) => unknown]>([
  ['criticalPath', criticalPath],
  ['planBatches', planBatches],
  ['renderMermaid', renderMermaid],
])('%s', (name, use) => {
  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['a number', 5],
    ['a list of numbers', [5]],
    ['an empty object', {}],
    ['a draft', { phases: [{ id: '1', title: 'A' }] }],
    ['phases without steps', { phases: [{ ...plan.phases[0], subtasks: [{ id: 's', title: 'S' }] }] }],
    ['a promise of a plan', Promise.resolve(plan)],
  ])('refuses %s', (_what, given) => {
    const error = thrownBy(() => use(given as never))
    expect(error).toMatchObject({ code: 'OPTION_INVALID' })
    expect(error?.message).toMatch(/^\w+: `(?:plan|phases)\S*` must be a/)
  })

  it('refuses a plan with a cycle', () => {
    expect(
      thrownBy(() => use({ ...plan, phases: cycle } as never)),
      name,
    ).toMatchObject({ code: 'PLAN_INVALID' })
  })
})
