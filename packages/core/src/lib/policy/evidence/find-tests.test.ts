import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import type { PlanDraft } from '../../plan/model/plan.ts'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { findTests } from './find-tests.ts'

const find = (phases: PhaseDraft[], limit?: number) =>
  Object.fromEntries(
    findTests(planSchema.parse({ phases } satisfies PlanDraft), limit === undefined ? {} : { limit }),
  )
const test = (id: string, ...dependsOn: string[]): SubtaskDraft => ({
  id,
  title: id,
  type: 'test',
  dependsOn,
})
const impl = (id: string, ...dependsOn: string[]): SubtaskDraft => ({
  id,
  title: id,
  type: 'impl',
  dependsOn,
})
const other = (id: string, ...dependsOn: string[]): SubtaskDraft => ({ id, title: id, dependsOn })
const phase = (id: string, subtasks: SubtaskDraft[], ...dependsOn: string[]): PhaseDraft => ({
  id,
  title: id,
  subtasks,
  dependsOn,
})

describe('where dependencies are declared', () => {
  // seed: phased-execution 39
  it('follows them through any kind of subtask and across phases', () => {
    expect(
      find([
        phase('1', [test('1a'), test('1b')]),
        phase('2', [impl('2a', '1a'), impl('2b', '1b')], '1'),
        phase('3', [test('3a', '2a', '2b'), impl('4a', '3a'), other('4b', '2a'), impl('4c', '4b')], '2'),
      ]),
    ).toEqual({ '2a': ['1a'], '2b': ['1b'], '4a': ['1a', '1b', '3a'], '4c': ['1a'] })
  })

  it('takes nothing from the order: one declaration is enough', () => {
    expect(find([phase('1', [test('a'), impl('b', 'a'), impl('c')])])).toEqual({ b: ['a'], c: [] })
  })

  it('passes over unknown ids, circles, itself and second ids', () => {
    expect(
      find([
        phase('1', [
          impl('a', 'b', 'a', 'gone'),
          impl('b', 'a', 't'),
          test('t', 'b'),
          other('t', 'a'),
          impl('a'),
        ]),
      ]),
    ).toEqual({ a: ['t'], b: ['t'] })
  })
})

describe('where nothing is declared', () => {
  it('a subtask comes after those before it and after the phases that its phase depends on', () => {
    expect(
      find([
        phase('1', [test('1a'), impl('1b'), test('1c')]),
        phase('empty', [], '1'),
        phase('2', [impl('2a'), test('2b')], 'empty', 'gone'),
        phase('3', [impl('3a'), test('3b'), impl('3c')]),
      ]),
    ).toEqual({ '1b': ['1a'], '2a': ['1a', '1c'], '3a': [], '3c': ['3b'] })
  })

  it('phases that wait for each other end', () => {
    expect(find([phase('1', [impl('a')], '2'), phase('2', [test('b')], '1')])).toEqual({ a: ['b'] })
  })
})

describe('steps', () => {
  const step = (id: string, type: 'test' | 'impl', more: object): SubtaskDraft => ({
    id,
    title: id,
    type,
    steps: [{ id: `${id}.s`, action: 'manual', ...more }],
  })

  it('declare dependencies of their subtasks, across phases too', () => {
    expect(
      find([
        phase('1', [step('t', 'test', {}), step('u', 'test', {})]),
        phase('2', [step('i', 'impl', { dependsOn: ['u.s', 'gone'] }), step('j', 'impl', {})], '1'),
      ]),
    ).toEqual({ i: ['u'], j: ['t', 'u'] })
  })

  // seed: intelligent-execution 24
  it('are tied to what they validate, the later to the earlier', () => {
    expect(
      find([
        phase('1', [
          step('t', 'test', { validatesStep: 'i.s' }),
          step('i', 'impl', {}),
          step('j', 'impl', { dependsOn: ['i.s'] }),
          step('k', 'impl', {}),
          step('u', 'test', { validatesStep: 'k.s' }),
          step('v', 'test', {}),
          step('w', 'impl', { validatesStep: 'v.s' }),
        ]),
      ]),
    ).toEqual({ i: ['t'], j: ['t'], k: [], w: ['v'] })
  })
})

it.each([
  ['pending', true],
  ['in_progress', true],
  ['done', true],
  ['skipped', true],
  ['deferred', false],
  ['cancelled', false],
] as const)('a test that is %s counts: %s', (status, yes) => {
  const found = { b: yes ? ['a'] : [] }
  expect(find([phase('1', [{ ...test('a'), status }, impl('b', 'a')])])).toEqual(found)
  expect(find([{ ...phase('1', [test('a')]), status }, phase('2', [impl('b', 'a')])])).toEqual(found)
})

const anyPhases = fc
  .array(
    fc.record({
      type: fc.constantFrom('test', 'impl', 'impl', 'other'),
      dependsOn: fc.array(fc.nat({ max: 12 }), { maxLength: 3 }),
    }),
    { maxLength: 12 },
  )
  .map((all): PhaseDraft[] => [
    phase(
      '1',
      all.map(({ type, dependsOn }, index) => ({
        id: `${index}`,
        title: 'Work',
        type: type as 'test',
        dependsOn: dependsOn.map(String),
      })),
    ),
  ])

it('past the limit no list is empty that should not be, every name is right and no test is lost', () => {
  fc.assert(
    fc.property(anyPhases, fc.nat({ max: 20 }), (phases, limit) => {
      const whole = find(phases)
      const short = find(phases, limit)
      expect(Object.keys(short)).toEqual(Object.keys(whole))
      for (const [id, tests] of Object.entries(short)) {
        expect(whole[id]).toEqual(expect.arrayContaining(tests))
        expect(tests.length > 0).toBe(whole[id]!.length > 0)
      }
      expect(new Set(Object.values(short).flat())).toEqual(new Set(Object.values(whole).flat()))
    }),
    { numRuns: 500 },
  )
})
