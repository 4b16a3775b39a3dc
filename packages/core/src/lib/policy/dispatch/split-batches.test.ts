import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveGraph } from '../../graph/resolve-graph.ts'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { type Risk } from '../../plan/field/risk.ts'
import { batchLimits } from './batch-limits.ts'
import { findTests } from '../evidence/find-tests.ts'
import { splitBatches } from './split-batches.ts'
import { runsOf } from '../../../../../../test/fixtures/runs-of.ts'

const risks: Record<string, Partial<StepDraft>> = {
  l: { risk: 'low' },
  m: { risk: 'medium' },
  h: { risk: 'high' },
  j: { risk: 'low', requiresHumanJudgment: true },
}
/** Steps by letters: low, medium, high, judgment. Spaces part subtasks. */
const subtasks = (phase: string, letters: string): SubtaskDraft[] =>
  letters.split(' ').map((word, at) => ({
    id: `${phase}-${at + 1}`,
    title: 's',
    steps: [...word].map(
      (letter, index): StepDraft => ({
        id: `${phase}:${at + 1}:${index + 1}`,
        action: 'command',
        ...risks[letter],
      }),
    ),
  }))
const phase = (id: string, letters: string, more: Partial<PhaseDraft> = {}): PhaseDraft => ({
  id,
  title: `T${id}`,
  risk: 'low',
  subtasks: subtasks(id, letters),
  ...more,
})
const split = (...phases: PhaseDraft[]) => splitBatches(planSchema.parse({ phases }))
describe('the parts of a split phase', () => {
  it('are tied to each other and to what depended on the phase', () => {
    const { plan } = split(
      phase('1', 'l'),
      phase('2', 'h h h', { dependsOn: ['1'], parallelWith: ['3'] }),
      phase('3', 'h h', { dependsOn: ['1'], parallelWith: ['2'] }),
      phase('4', 'l', { dependsOn: ['2', '3', '1'], parallelWith: ['2'] }),
    )
    expect(plan.phases.map(({ id, dependsOn, parallelWith }) => [id, dependsOn, parallelWith])).toEqual([
      ['1', [], []],
      ['2-part-1', ['1'], ['3-part-1', '3-part-2']],
      ['2-part-2', ['2-part-1'], ['3-part-1', '3-part-2']],
      ['2-part-3', ['2-part-2'], ['3-part-1', '3-part-2']],
      ['3-part-1', ['1'], ['2-part-1', '2-part-2', '2-part-3']],
      ['3-part-2', ['3-part-1'], ['2-part-1', '2-part-2', '2-part-3']],
      ['4', ['2-part-3', '3-part-2', '1'], ['2-part-1', '2-part-2', '2-part-3']],
    ])
    expect(plan.phases[1]).toMatchObject({ title: 'T2 (part 1 of 3)', risk: 'high' })
  })

  it('keep out of the way of ids that are there', () => {
    const { plan } = split(
      phase('2', 'h h'),
      phase('2-part-2', 'l', { dependsOn: ['2'] }),
      phase('A', 'h h'),
      phase('a-part-1', 'l'),
    )
    expect(plan.phases.map(({ id }) => id)).toEqual([
      ...['2-part-1.2', '2-part-2.2', '2-part-2', 'A-part-1.2', 'A-part-2.2', 'a-part-1'],
    ])
    expect(plan.phases[2]?.dependsOn).toEqual(['2-part-2.2'])
    const pieces = split({
      id: '1',
      title: 'T',
      subtasks: [
        { id: 'x', title: 'x', steps: [...subtasks('1', 'hhh')[0]!.steps!] },
        { id: 'X-2', title: 'x' },
        { id: 'y', title: 'y', dependsOn: ['x', 'X-2'] },
      ],
    })
    expect(
      pieces.plan.phases.flatMap((each) => each.subtasks.map(({ id, dependsOn }) => [id, dependsOn])),
    ).toEqual([
      ['x', []],
      ['x-2-2', []],
      ['x-3', []],
      ['X-2', []],
      ['y', ['x', 'x-2-2', 'x-3', 'X-2']],
    ])
  })

  it('have their share of files and of the estimate', () => {
    const [a, b, c] = subtasks('1', 'h h h')
    const minutes = (subtask: SubtaskDraft, estimatedMinutes: number): SubtaskDraft => ({
      ...subtask,
      steps: subtask.steps!.map((step) => ({ ...step, estimatedMinutes })),
    })
    const { plan } = split({
      id: '1',
      title: 'T',
      files: ['a', 'b', 'own'],
      estimate: 10,
      subtasks: [{ ...minutes(a!, 1), files: ['a'] }, { ...minutes(b!, 1), files: ['b'] }, minutes(c!, 1)],
    })
    expect(plan.phases.map(({ files, estimate }) => [files, estimate])).toEqual([
      [['own', 'a'], 3.33],
      [['own', 'b'], 3.34],
      [['own'], 3.33],
    ])
    const none = split(phase('1', 'h h', { files: ['a'], estimate: 4 }))
    expect(none.plan.phases.map(({ files, estimate }) => [files, estimate])).toEqual([
      [['a'], 2],
      [['a'], 2],
    ])
    const zero = split({ id: '1', title: 'T', estimate: 4, subtasks: [minutes(a!, 0), minutes(b!, 0)] })
    expect(zero.plan.phases.map(({ estimate }) => estimate)).toEqual([2, 2])
    expect(split(phase('1', 'h h')).plan.phases[0]?.estimate).toBeUndefined()
  })

  it('have the risk of their riskiest step, or the one that the author warns of', () => {
    const of = (risk: Risk, letters: string) =>
      split(phase('1', letters, { risk })).plan.phases.map((each) => each.risk)
    expect(of('low', 'l h m')).toEqual(['low', 'high', 'medium'])
    expect(of('high', 'l h m')).toEqual(['low', 'high', 'medium'])
    expect(of('high', 'l l l l l l')).toEqual(['high', 'high'])
  })

  it('leave what tests come before what as it was', () => {
    const typed = (steps: string, type: 'test' | 'impl'): SubtaskDraft => ({
      ...subtasks(type, steps)[0]!,
      type,
    })
    for (const dependsOn of [[], ['test-1']]) {
      const parts = [typed('llllllh', 'test'), { ...typed('hh', 'impl'), dependsOn }]
      const { plan } = split({ id: '1', title: 'T', subtasks: parts })
      expect([...findTests(plan)]).toEqual([
        ['impl-1', ['test-1', 'test-1-2', 'test-1-3']],
        ['impl-1-2', ['test-1', 'test-1-2', 'test-1-3']],
      ])
    }
  })
})

it('a warning for each phase names its parts, says why and where', () => {
  const source = 'a\n  - batch_number: 2\nb'
  const phases = [
    phase('2', 'l l h j', { line: 2 }),
    phase('3', 'l'),
    phase('4', Array(10).fill('h').join(' ')),
  ]
  const { issues } = splitBatches(planSchema.parse({ phases, source }))
  expect(issues).toMatchObject([
    { severity: 'warning', code: 'BATCH_SPLIT', line: 2, column: 3 },
    { severity: 'warning', code: 'BATCH_SPLIT', line: 1, column: 1 },
  ])
  expect(issues[0]?.message).toBe(
    'Phase 2 is done in 3 parts, one after the other: 2-part-1 (2 steps, low risk), 2-part-2 (step 2:3:1, high risk), ' +
      "2-part-3 (step 2:4:1, for a person's judgment). At most 5 steps of low risk go together, 3 where one is of medium " +
      "risk, 1 where one is of high risk; a step for a person's judgment and a manual step stand alone.",
  )
  expect(issues[1]?.message).toContain('4-part-8 (step 4:8:1, high risk) and 2 more.')
})

const anyPlan = fc
  .array(
    fc.record({
      words: fc.array(fc.array(fc.constantFrom('l', 'l', 'm', 'h', 'j'), { maxLength: 8 }), { maxLength: 6 }),
      dependsOn: fc.array(fc.nat({ max: 7 }), { maxLength: 3 }),
      parallelWith: fc.array(fc.nat({ max: 7 }), { maxLength: 2 }),
      status: fc.constantFrom('pending', 'pending', 'in_progress', 'done'),
      estimate: fc.option(fc.nat({ max: 50 }), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((all) =>
    planSchema.parse({
      phases: all.map(({ words, dependsOn, parallelWith, status, estimate }, at) => ({
        ...phase(`${at}`, words.map((word) => word.join('')).join(' ')),
        dependsOn: dependsOn.filter((id) => id < at).map(String),
        parallelWith: parallelWith.filter((id) => id !== at && id < all.length).map(String),
        status,
        ...(estimate !== undefined && { estimate }),
      })),
    }),
  )
const steps = (plan: Plan) => plan.phases.flatMap((each) => each.subtasks.flatMap((subtask) => subtask.steps))

it('every step once and in order, limits kept, estimates kept, the same again', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const result = splitBatches(plan)
      expect(steps(result.plan)).toEqual(steps(plan))
      expect(splitBatches(result.plan)).toEqual({ plan: result.plan, issues: [] })
      expect(new Set(result.plan.phases.map(({ id }) => id)).size).toBe(result.plan.phases.length)
      const parts = result.plan.phases.flatMap((each) => each.subtasks.map(({ id }) => id))
      expect(new Set(parts).size).toBe(parts.length)
      for (const each of result.plan.phases) {
        if (each.status === 'done') continue
        const own = each.subtasks.flatMap((subtask) => subtask.steps)
        const most = own.map(({ risk }) => batchLimits[risk]).reduce((one, other) => Math.min(one, other), 5)
        expect(own.length).toBeLessThanOrEqual(own.some((step) => step.requiresHumanJudgment) ? 1 : most)
        for (const estimate of [each.estimate ?? 0]) expect(estimate).toBeGreaterThanOrEqual(0)
      }
      const sum = ({ phases }: Plan) => phases.reduce((total, { estimate }) => total + (estimate ?? 0), 0)
      expect(sum(result.plan)).toBeCloseTo(sum(plan), 6)
    }),
    { numRuns: runsOf(500) },
  )
})

it('dependencies among the phases stay as they are', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const after = splitBatches(plan).plan
      expect(resolveGraph(after.phases).graph).toBeDefined()
      const stem = (id: string): string => id.replace(/-part-.*/, '')
      expect(waits(after, stem)).toEqual(waits(plan, stem))
      const claims = (of: Plan) =>
        new Set(
          of.phases.flatMap(({ id, parallelWith }) =>
            parallelWith.map((other) => `${stem(id)}|${stem(other)}`),
          ),
        )
      expect(claims(after)).toEqual(claims(plan))
    }),
    { numRuns: runsOf(300) },
  )
})

/** Every pair of phases of which the first waits for the second. */
const waits = ({ phases }: Plan, name: (id: string) => string): Set<string> => {
  const known = new Map<string, Set<string>>()
  const pairs = new Set<string>()
  for (const { id, dependsOn } of phases) {
    const all = new Set(dependsOn.flatMap((other) => [other, ...(known.get(other) ?? [])]))
    known.set(id, all)
    for (const other of all) if (name(other) !== name(id)) pairs.add(`${name(id)} ${name(other)}`)
  }
  return pairs
}

it('a hundred thousand steps', () => {
  const many = Array.from({ length: 1_000 }, (_, at) =>
    phase(`${at}`, Array(100).fill('l').join(' '), { dependsOn: at > 0 ? [`${at - 1}`] : [] }),
  )
  expect(splitBatches(planSchema.parse({ phases: many })).plan.phases).toHaveLength(20_000)
})
