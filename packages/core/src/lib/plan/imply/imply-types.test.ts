import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanDraft } from '../model/plan.ts'
import type { SubtaskDraft, SubtaskType } from '../model/subtask.ts'
import { planSchema } from '../plan-schema.ts'
import { implyTypes } from './imply-types.ts'

const plan = (titles: readonly string[], more: Partial<SubtaskDraft> = {}): PlanDraft => ({
  phases: [
    { id: '1', title: 'P', subtasks: titles.map((title, at) => ({ id: `1.${at + 1}`, title, ...more })) },
  ],
})
const typesOf = (draft: PlanDraft): (SubtaskType | undefined)[] =>
  implyTypes(draft).phases.flatMap(({ subtasks = [] }) => subtasks.map(({ type }) => type))
const types = (...titles: string[]) => typesOf(plan(titles))

describe('implyTypes', () => {
  // seed: phased-execution 33
  it('reads the cycle of the superpowers dialect', () => {
    expect(
      types(
        'Write the failing test',
        'Run the test to see it fail',
        'Write the minimal implementation',
        'Run the test to see it pass',
        'Refactor',
        'Update the README',
      ),
    ).toEqual(['test', 'test', 'impl', undefined, 'refactor', undefined])
  })

  it('takes each change between a failing test and the run that passes for its implementation', () => {
    expect(
      types(
        'Create the folder',
        'Write the failing test for the field',
        'Run test to verify it fails',
        'Add the field',
        'Register the field',
        'Run test to verify it passes',
        'Bump the version',
      ),
    ).toEqual([undefined, 'test', 'test', 'impl', 'impl', undefined, undefined])
  })

  it('begins a cycle again with each test', () => {
    expect(
      types(
        'Write the failing test for a',
        'Add a',
        'Run: it passes',
        'Write the failing test for b',
        'Add b',
      ),
    ).toEqual(['test', 'impl', undefined, 'test', 'impl'])
  })

  it('takes a test that nothing calls failing only before an implementation, or before a run that fails', () => {
    expect(types('Write tests for a', 'Implement a')).toEqual(['test', 'impl'])
    expect(types('Write tests for a', 'Run the tests: they fail', 'Add a')).toEqual(['test', 'test', 'impl'])
    expect(types('Implement a', 'Write tests for a', 'Bump the version')).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(types('Write integration tests', 'Run them')).toEqual([undefined, undefined])
  })

  it('reads the expectation of a run from its text and from its steps', () => {
    const [test, run, change] = plan(['Write tests', 'Run the tests', 'Add a']).phases[0]!.subtasks!
    const phase = (middle: SubtaskDraft): PlanDraft => ({
      phases: [{ id: '1', title: 'P', subtasks: [test!, middle, change!] }],
    })
    expect(typesOf(phase(run!))).toEqual([undefined, undefined, undefined])
    expect(typesOf(phase({ ...run!, body: 'Run: `npm test`\nExpected: FAIL' }))).toEqual([
      'test',
      'test',
      'impl',
    ])
    const steps = [
      { id: 's', action: 'command' as const, command: 'npm test', expectExitCode: 'fail' as const },
    ]
    expect(typesOf(phase({ ...run!, steps }))).toEqual(['test', 'test', 'impl'])
  })

  it('keeps the types that the plan states, and follows them', () => {
    const [test, change] = plan(['Cover a', 'Add a']).phases[0]!.subtasks!
    const phase = (subtasks: SubtaskDraft[]): PlanDraft => ({ phases: [{ id: '1', title: 'P', subtasks }] })
    expect(
      typesOf(
        phase([
          { ...test!, type: 'test' },
          { ...change!, title: 'Implement a' },
        ]),
      ),
    ).toEqual(['test', 'impl'])
    const stated: SubtaskDraft = { id: '1', title: 'Write the failing test', type: 'other' }
    expect(typesOf(phase([stated, { ...change!, title: 'Implement a' }]))[0]).toBe('other')
  })

  it('implies no implementation without a test among its dependencies, where the plan declares some', () => {
    const subtasks = plan(['Write the failing test', 'Add a', 'Add b', 'Add c']).phases[0]!.subtasks!
    subtasks[1]!.dependsOn = ['1.1']
    subtasks[3]!.dependsOn = ['1.2']
    expect(typesOf({ phases: [{ id: '1', title: 'P', subtasks }] })).toEqual([
      'test',
      'impl',
      undefined,
      'impl',
    ])
  })

  it('implies no implementation after a test that is never written', () => {
    for (const status of ['deferred', 'cancelled'] as const) {
      const draft = plan(['Write the failing test', 'Implement it'])
      draft.phases[0]!.subtasks![0]!.status = status
      expect(typesOf(draft)).toEqual([undefined, undefined])
      draft.phases[0]!.subtasks![0]!.type = 'test'
      expect(typesOf(draft)).toEqual(['test', undefined])
    }
  })

  it('takes a failing run after the implementation as a test that waits for another one', () => {
    const titles = ['Write the failing test', 'Add x', 'Run it to see it fail', 'Run it: it passes']
    const once = implyTypes(plan([...titles, 'Implement it']))
    expect(typesOf(once)).toEqual(['test', 'impl', 'test', undefined, 'impl'])
    expect(implyTypes(once)).toBe(once)
  })

  it('leaves a plan alone that does not follow test-first', () => {
    const draft = { ...plan(['Write the failing test', 'Implement it']), tddApproach: false }
    expect(implyTypes(draft)).toBe(draft)
  })

  it('changes nothing but types, and the same plan again nothing', () => {
    const titles = fc.constantFrom(
      'Write the failing test',
      'Run it to see it fail',
      'Implement it',
      'Add x',
      'Run it: it passes',
      'Refactor',
      'Update the docs',
    )
    fc.assert(
      fc.property(fc.array(titles), (all) => {
        const draft = plan(all)
        const once = implyTypes(draft)
        expect(implyTypes(once)).toBe(once)
        const bare = (given: PlanDraft) =>
          planSchema
            .parse(given)
            .phases.map(({ subtasks }) => subtasks.map((each) => ({ ...each, type: '' })))
        expect(bare(once)).toEqual(bare(draft))
      }),
    )
  })
})
