import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinPhases } from './join-phases.ts'
import type { PhaseDraft } from './model/phase.ts'
import type { PlanDraft } from './model/plan.ts'
import type { SubtaskDraft } from './model/subtask.ts'
import { planSchema } from './plan-schema.ts'
import { veryMany } from '../../../../../test/fixtures/very-many.ts'

const join = (phases: PhaseDraft[], more: Partial<PlanDraft> = {}) =>
  joinPhases(planSchema.parse({ title: 'T', goal: 'G', source: 's', format: 'f', phases, ...more }))
const phase = (id: string, ids: string[] = [], more: Partial<PhaseDraft> = {}): PhaseDraft => ({
  id,
  title: `P${id}`,
  subtasks: ids.map((own) => ({ id: own, title: own })),
  ...more,
})
const ids = (phases: PhaseDraft[]) => join(phases).phases[0]!.subtasks.map(({ id }) => id)

it('is one phase with all that is to be done', () => {
  const plan = join(
    [
      phase('a', ['1', '2'], { files: ['x', 'y'], estimate: 2, risk: 'low', line: 5 }),
      phase('b', ['3'], {
        dependsOn: ['a'],
        parallelWith: ['a'],
        files: ['y', 'z'],
        estimate: 3,
        risk: 'high',
      }),
      phase('c', ['4'], { status: 'in_progress', risk: 'medium' }),
    ],
    { tddApproach: false, trackerId: 'X-1' },
  )
  expect(plan).toMatchObject({ goal: 'G', source: 's', format: 'f', tddApproach: false, trackerId: 'X-1' })
  expect(plan.phases).toEqual([
    {
      id: '1',
      title: 'T',
      body: '',
      dependsOn: [],
      parallelWith: [],
      files: ['x', 'y', 'z'],
      estimate: 5,
      status: 'pending',
      risk: 'high',
      subtasks: ['1', '2', '3', '4'].map((id) => expect.objectContaining({ id })),
      line: 1,
    },
  ])
  expect(join([phase('a')], { title: '' }).phases[0]?.title).toBe('G')
  expect(join([phase('a')], { title: '', goal: '' }).phases[0]).toMatchObject({ title: 'Pa' })
  expect(join([phase('a')]).phases[0]).not.toHaveProperty('estimate')
})

it('has the acceptance checks of all its phases', () => {
  const check = (command: string) => ({ acceptance: [{ command }] })
  const joined = join([phase('a', [], check('x')), phase('b', [], check('y')), phase('c')]).phases[0]
  expect(joined?.acceptance?.map(({ command }) => command)).toEqual(['x', 'y'])
})

it('may be empty only if all its phases may', () => {
  expect(
    join([phase('a', [], { emptyOk: true }), phase('b', [], { emptyOk: true })]).phases[0]?.emptyOk,
  ).toBe(true)
  expect(join([phase('a', [], { emptyOk: true }), phase('b')]).phases[0]).not.toHaveProperty('emptyOk')
})

it('keeps an agent, a model and a queue that all phases name', () => {
  const named = (id: string, model: string) => phase(id, [], { agent: 'codex', model, queue: model })
  expect(join([named('a', 'm'), named('b', 'm')]).phases[0]).toMatchObject({
    agent: 'codex',
    model: 'm',
    queue: 'm',
  })
  const [joined] = join([named('a', 'm'), named('b', 'n')]).phases
  expect(joined).toMatchObject({ agent: 'codex' })
  expect(joined).not.toHaveProperty('model')
})

it('each phase and each subtask comes after what it depends on, otherwise as they stand', () => {
  expect(ids([phase('a', ['1'], { dependsOn: ['c'] }), phase('b', ['2']), phase('c', ['3'])])).toEqual([
    '3',
    '1',
    '2',
  ])
  const waits: SubtaskDraft = { id: '1', title: '1', dependsOn: ['3', 'gone', '2'] }
  const plan = join([phase('a', [], { subtasks: [waits, { id: '2', title: '2' }] }), phase('b', ['3'])])
  expect(plan.phases[0]?.subtasks.map(({ id, dependsOn }) => [id, dependsOn])).toEqual([
    ['3', []],
    ['2', []],
    ['1', ['3', '2']],
  ])
})

it('phases that are done are listed and left out, with the references to them', () => {
  const step = (id: string, more = {}) => ({ id: `s${id}`, action: 'manual' as const, ...more })
  const plan = join([
    phase('a', ['1'], { status: 'done' }),
    phase('b', ['2'], { status: 'skipped', subtasks: [{ id: '2', title: '2', steps: [step('2')] }] }),
    phase('c', [], {
      dependsOn: ['a', 'b'],
      subtasks: [
        {
          id: '3',
          title: '3',
          dependsOn: ['1'],
          steps: [step('3', { dependsOn: ['s2'], validatesStep: 's2' })],
        },
        {
          id: '4',
          title: '4',
          dependsOn: ['3'],
          steps: [step('4', { dependsOn: ['s3'], validatesStep: 's3' })],
        },
        { id: '5', title: '5', status: 'done' },
      ],
    }),
  ])
  const [only] = plan.phases
  expect(only?.body).toBe('Done already, and not to be done again: a (Pa), b (Pb).')
  expect(only?.subtasks.map(({ id, dependsOn, status }) => [id, dependsOn, status])).toEqual([
    ['3', [], 'pending'],
    ['4', ['3'], 'pending'],
    ['5', [], 'done'],
  ])
  expect(only?.subtasks[0]?.steps[0]).not.toHaveProperty('validatesStep')
  expect(only?.subtasks[0]?.steps[0]?.dependsOn).toEqual([])
  expect(only?.subtasks[1]?.steps[0]).toMatchObject({ validatesStep: 's3', dependsOn: ['s3'] })
  const many = Array.from({ length: 22 }, (_, at) => phase(`${at}`, [], { status: 'done' }))
  expect(join([...many, phase('x')]).phases[0]?.body).toMatch(/19 \(P19\) and 2 more\.$/)
})

it.each(['deferred', 'cancelled'] as const)(
  'a phase that is %s is left out with its dependants',
  (status) => {
    expect(
      ids([
        phase('d', ['4'], { dependsOn: ['c'] }),
        phase('a', ['1'], { status }),
        phase('c', ['3'], { dependsOn: ['b', 'a'] }),
        phase('b', ['2']),
        phase('e', ['5'], { status: 'done', dependsOn: ['a'] }),
        phase('f', ['6'], { dependsOn: ['e'] }),
      ]),
    ).toEqual(['2', '6'])
  },
)

it('a plan with nothing to do is the same', () => {
  const plan = planSchema.parse({ phases: [phase('a', ['1'], { status: 'done' })] })
  expect(joinPhases(plan)).toBe(plan)
})

it('text stays text where no phase has subtasks, and becomes a subtask where another has some', () => {
  const texts = join([
    phase('a', [], { body: 'Do a.' }),
    phase('b'),
    phase('c', [], { status: 'done', body: 'no' }),
  ])
  expect(texts.phases[0]).toMatchObject({
    subtasks: [],
    body: '## Phase a: Pa\n\nDo a.\n\n## Phase b: Pb\n\nDone already, and not to be done again: c (Pc).',
  })
  const mixed = join([
    phase('A', [], { body: 'Do a.', files: ['x'], line: 7 }),
    phase('b', ['a', 'b-2'], { body: 'Do b.' }),
    phase('c', [], { subtasks: [{ id: 'c', title: 'c', status: 'done' }] }),
  ])
  expect(mixed.phases[0]?.body).toBe('## Phase b: Pb\n\nDo b.')
  expect(mixed.phases[0]?.subtasks).toMatchObject([
    { id: 'A-2', title: 'PA', body: 'Do a.', files: ['x'], type: 'other', line: 7 },
    { id: 'a' },
    { id: 'b-2' },
    { id: 'c' },
    { id: 'c-2', title: 'Pc' },
  ])
})

it('any plan: every open subtask once, after what it depends on; joining again changes no order', () => {
  const below = fc.array(fc.nat({ max: 9 }), { maxLength: 3 })
  fc.assert(
    fc.property(
      fc.array(fc.record({ of: fc.nat({ max: 4 }), dependsOn: below }), { minLength: 1 }),
      (all) => {
        const plan = join(
          [0, 1, 2, 3, 4].map((own) => ({
            ...phase(`${own}`),
            subtasks: all.flatMap(({ of, dependsOn }, at) =>
              of === own
                ? [
                    {
                      id: `s${at}`,
                      title: 's',
                      dependsOn: dependsOn.filter((id) => id < at).map((id) => `s${id}`),
                    },
                  ]
                : [],
            ),
          })),
        )
        const order = plan.phases[0]!.subtasks.map(({ id }) => id)
        expect(order.filter((id) => id.startsWith('s')).sort()).toEqual(all.map((_, at) => `s${at}`).sort())
        for (const { id, dependsOn } of plan.phases[0]!.subtasks)
          for (const other of dependsOn) expect(order.indexOf(other)).toBeLessThan(order.indexOf(id))
        expect(joinPhases(plan).phases[0]?.subtasks).toEqual(plan.phases[0]?.subtasks)
      },
    ),
  )
})

it('very many phases in a row, and a circle, end', () => {
  const row = Array.from({ length: veryMany }, (_, at) =>
    phase(`${at}`, [`s${at}`], { dependsOn: at < veryMany - 1 ? [`${at + 1}`] : [] }),
  )
  expect(ids(row)[0]).toBe(`s${veryMany - 1}`)
  expect(ids([phase('a', ['1'], { dependsOn: ['b'] }), phase('b', ['2'], { dependsOn: ['a'] })])).toEqual([
    '2',
    '1',
  ])
})
