import { describe, expect, it } from 'vitest'
import type { StepDraft } from '../../plan/model/step.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { splitBatches } from './split-batches.ts'

/** A phase of steps: `a` needs nothing, `b:a` depends on a, `!m` is manual. */
const phaseOf = (id: string, words: string, dependsOn: string[] = []) => ({
  id,
  title: id,
  dependsOn,
  subtasks: words.split(' ').map((word) => {
    const [name = '', needs] = word.replace('!', '').split(':')
    const step: StepDraft = {
      id: name,
      action: word.startsWith('!') ? 'manual' : 'command',
      risk: 'high',
      dependsOn: needs === undefined ? [] : needs.split(','),
    }
    return { id: name, title: name, steps: [step] }
  }),
})
const orderOf = (...phases: ReturnType<typeof phaseOf>[]): Record<string, string[]> => {
  const { plan } = splitBatches(planSchema.parse({ phases }))
  const nameOf = new Map(plan.phases.map(({ id, subtasks }) => [id, subtasks[0]!.id]))
  return Object.fromEntries(
    plan.phases.map(({ id, dependsOn }) => [nameOf.get(id)!, dependsOn.map((other) => nameOf.get(other)!)]),
  )
}

describe('a manual step', () => {
  it('delays only the parts that depend on it, near or far', () => {
    expect(orderOf(phaseOf('1', 'a !m b:a c:m d e:c'))).toEqual({
      a: [],
      m: ['a'],
      b: ['a'],
      c: ['b', 'm'],
      d: ['b'],
      e: ['d', 'c'],
    })
  })

  it('delays everything after it in a plan that declares no dependencies', () => {
    expect(orderOf(phaseOf('1', 'a !m b'))).toEqual({ a: [], m: ['a'], b: ['m'] })
  })

  it('may be the first, and depend on another one', () => {
    expect(orderOf(phaseOf('1', '!m !n:m a b:n'))).toEqual({ m: [], n: ['m'], a: [], b: ['a', 'n'] })
  })

  it('delays no later step of the same subtask less than the earlier ones', () => {
    const phase = phaseOf('1', 'a !m b:a')
    phase.subtasks[1]!.steps.push({ id: 'n', action: 'command', risk: 'low' })
    const { plan } = splitBatches(planSchema.parse({ phases: [phase] }))
    expect(plan.phases.map(({ dependsOn }) => dependsOn)).toEqual([
      [],
      ['1-part-1'],
      ['1-part-1', '1-part-2'],
      ['1-part-1'],
    ])
  })

  it('parts the steps that wait for it from those that do not', () => {
    const phase = phaseOf('1', 'a !m b:a c:m d:a e:c')
    for (const { steps } of phase.subtasks) steps[0]!.risk = 'low'
    const { plan } = splitBatches(planSchema.parse({ phases: [phase] }))
    const content = plan.phases.map(({ subtasks, dependsOn }) => [
      subtasks.map(({ id }) => id).join(''),
      dependsOn.join(' '),
    ])
    expect(content).toEqual([
      ['a', ''],
      ['m', '1-part-1'],
      ['b', '1-part-1'],
      ['c', '1-part-3 1-part-2'],
      ['d', '1-part-3'],
      ['e', '1-part-5 1-part-4'],
    ])
  })

  it('delays the next batch, as every part of a batch does', () => {
    const two = orderOf(phaseOf('1', 'a !m b:a'), phaseOf('2', 'c', ['1']))
    expect(two).toMatchObject({ m: ['a'], b: ['a'], c: ['m', 'b'] })
  })

  it('delays a step that it validates, or that validates it', () => {
    const phase = phaseOf('1', 'a !m b:a c')
    phase.subtasks[1]!.steps[0]!.validatesStep = 'c'
    expect(orderOf(phase)).toMatchObject({ b: ['a'], c: ['b', 'm'] })
  })
})

it('the acceptance checks of a phase wait for all of its parts', () => {
  const phase = { ...phaseOf('1', 'a !m b:a c'), acceptance: [{ command: 'true' }] }
  expect(orderOf(phase)).toMatchObject({ b: ['a'], c: ['m', 'b'] })
})
