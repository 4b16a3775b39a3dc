import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planSchema } from '../../plan/plan-schema.ts'
import { cascadeSkips, type Part, rootOf } from './cascade-skips.ts'

const none = new Set<string>()
/** Subtasks `id<after: step<after step`, one phase each. */
const plan = (...texts: string[]) =>
  planSchema.parse({
    phases: texts.map((text, index) => {
      const [head = '', tail = ''] = text.split(': ')
      const [id = '', after] = head.split('<')
      const steps = tail.split(' ').filter((part) => part !== '')
      return {
        id: `p${index}`,
        title: 'P',
        subtasks: [
          {
            id,
            title: id,
            dependsOn: after?.split(',') ?? [],
            steps: steps.map((step) => {
              const [stepId = '', before] = step.split('<')
              return { id: stepId, action: 'manual', dependsOn: before?.split(',') ?? [] }
            }),
          },
        ],
      }
    }),
  })
const skip = (of: ReturnType<typeof plan>, steps: string[], subtasks: string[] = []) => {
  const found = cascadeSkips(of, { steps: new Set(steps), subtasks: new Set(subtasks) })
  const causes = (parts: ReadonlyMap<string, Part | null>) =>
    Object.fromEntries([...parts].map(([id, because]) => [id, because?.id ?? null]))
  return { steps: causes(found.steps), subtasks: causes(found.subtasks) }
}

describe('rootOf', () => {
  it('keeps a subtask and a step of the same id apart', () => {
    const skipped = cascadeSkips(plan('a: a', 'b: b<a'), { steps: new Set(['a']), subtasks: none })
    expect(rootOf(skipped, { kind: 'subtask', id: 'b' })).toEqual({ kind: 'step', id: 'a' })
    expect(skipped.subtasks.get('b')).toEqual({ kind: 'step', id: 'b' })
  })

  it('ends after as many steps as parts are skipped, whatever the causes say', () => {
    const one: Part = { kind: 'step', id: '1' }
    const other: Part = { kind: 'step', id: '2' }
    const circle = {
      steps: new Map([
        ['1', other],
        ['2', one],
      ]),
      subtasks: new Map(),
    }
    expect(rootOf(circle, one)).toEqual(one)
  })
})

describe('cascadeSkips (seed intelligent-execution, Cascading Skip Handling)', () => {
  it('is nothing without anything skipped', () => {
    expect(cascadeSkips(plan('a: 1 2<1'), { steps: none, subtasks: none })).toEqual({
      steps: new Map(),
      subtasks: new Map(),
    })
  })

  // seed: intelligent-execution 55
  it('names the dependency that was really skipped, not the first one', () => {
    expect(skip(plan('a: 1 2', 'b: 3<1,2 4<3', 'c: 5<1'), ['2'])).toEqual({
      steps: { 2: null, 3: '2', 4: '3' },
      subtasks: { b: '3' },
    })
  })

  it('skips a subtask all of whose steps are skipped, and what depends on it', () => {
    expect(skip(plan('a: 1', 'b<a: 2 3', 'c<b: 4', 'd: 5'), ['1'])).toEqual({
      steps: { 1: null, 2: 'b', 3: 'b', 4: 'c' },
      subtasks: { a: '1', b: 'a', c: 'b' },
    })
    expect(skip(plan('a: 1 2', 'b<a: 3'), ['1']).subtasks).toEqual({})
  })

  it('skips the steps of a subtask, and a subtask without steps', () => {
    expect(skip(plan('a: 1 2', 'b<a'), [], ['a'])).toEqual({
      steps: { 1: 'a', 2: 'a' },
      subtasks: { a: null, b: 'a' },
    })
  })

  it('comes to an end in a circle', () => {
    expect(skip(plan('a: 1<2 2<1'), ['1']).steps).toEqual({ 1: null, 2: '1' })
  })

  it('every skipped part has a skipped cause, and nothing else depends on one', () => {
    const edges = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 20 })
    fc.assert(
      fc.property(edges, fc.array(fc.nat(11), { minLength: 1, maxLength: 3 }), (pairs, roots) => {
        const before = (id: number) =>
          pairs.filter(([to, from]) => to === id && from < id).map(([, from]) => from)
        const of = plan(
          ...Array.from({ length: 6 }, (_, part) => {
            const step = (id: number) =>
              `s${id}${
                before(id).length > 0
                  ? `<${before(id)
                      .map((one) => `s${one}`)
                      .join(',')}`
                  : ''
              }`
            return `t${part}: ${step(part * 2)} ${step(part * 2 + 1)}`
          }),
        )
        const { steps } = cascadeSkips(of, { steps: new Set(roots.map((id) => `s${id}`)), subtasks: none })
        for (let id = 0; id < 12; id++) {
          const causes = before(id).filter((from) => steps.has(`s${from}`))
          expect(steps.has(`s${id}`)).toBe(roots.includes(id) || causes.length > 0)
          const because = steps.get(`s${id}`)
          if (because) expect(causes.map((from) => `s${from}`)).toContain(because.id)
        }
      }),
    )
  })
})
