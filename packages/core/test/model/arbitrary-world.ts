import fc from 'fast-check'
import type { RunSettings } from '../../src/lib/machine/state/run-settings.ts'
import type { FailureClass } from '../../src/lib/contract/failure-class.ts'
import type { PhaseDraft, Plan } from '../../src/plugin.ts'
import { planSchema } from '../../src/lib/plan/plan-schema.ts'
import { failureClasses } from '../../src/lib/contract/failure-class.ts'

/** The settings of a run that matter in these tests. */
export type Rules = Pick<
  RunSettings,
  | 'concurrency'
  | 'onFailure'
  | 'order'
  | 'trust'
  | 'checkpoints'
  | 'hooks'
  | 'planApproved'
  | 'publish'
  | 'artifacts'
  | 'followUps'
> &
  Pick<RunSettings['retry'], 'maxAttempts' | 'workspace' | 'when' | 'onExhausted' | 'maxReviewRounds'> & {
    /** Whether commits are verified, and the final result again at the end. */
    checks: 'none' | 'each' | 'each and whole'
    /** The scope of reviews. */
    review: RunSettings['review']
  }

/** A plan, and the rules of its run. */
export interface World {
  phases: PhaseDraft[]
  /** Whether the plan has marks in a file of the repository, which the run ticks or leaves. */
  marks?: 'ticked' | 'left' | 'none'
  rules: Rules
  /** The usual failure of a run, so that one failure occurs repeatedly. */
  trouble: FailureClass
}

/** The plan of a world, or of its edited phases. */
export const planOf = (phases: readonly PhaseDraft[], { marks = 'none' }: Pick<World, 'marks'>): Plan => {
  const mark = { work: 1, line: 1, column: 1, old: '', new: 'x' }
  return planSchema.parse({ phases, ...(marks !== 'none' && { marks: [mark], paths: ['plan.md'] }) })
}

interface Draft {
  marks: 'ticked' | 'left' | 'none'
  order: number[]
  edges: [number, number][]
  done: number
  given: ('pending' | 'in_progress' | 'deferred')[]
  risks: ('low' | 'medium' | 'high')[]
  files: string[][]
  commands: boolean[]
  rules: Rules
  trouble: FailureClass
}

const each = <Value>(size: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
  fc.array(value, { minLength: size, maxLength: size })

const often = <Value>(usual: Value, rare: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: rare })

const rules: fc.Arbitrary<Rules> = fc.record({
  concurrency: fc.integer({ min: 1, max: 4 }),
  onFailure: fc.constantFrom('halt', 'continue'),
  order: often<Rules['order']>('dataflow', fc.constant('batches')),
  trust: fc.constantFrom('autonomous', 'autonomous', 'standard', 'paranoid'),
  checkpoints: often<Rules['checkpoints']>('trust', fc.constant('custom')),
  hooks: fc.constantFrom('on', 'off'),
  planApproved: often(true, fc.constant(false)),
  publish: often<Rules['publish']>('phase', fc.constantFrom('single', 'message-only')),
  artifacts: fc.constantFrom('commit', 'none'),
  maxAttempts: fc.integer({ min: 1, max: 3 }),
  workspace: fc.constantFrom('reset', 'reset', 'keep'),
  when: often<Rules['when']>('now', fc.constant('siblings')),
  onExhausted: fc.constantFrom<Rules['onExhausted']>('attended', 'fail', 'ask'),
  maxReviewRounds: fc.integer({ min: 1, max: 3 }),
  checks: fc.constantFrom('none', 'each', 'each and whole'),
  review: fc.record({
    phase: fc.constantFrom<Rules['review']['phase']>(false, true, 'agent'),
    run: fc.constantFrom<Rules['review']['run']>(false, false, true, 'agent'),
  }),
  followUps: often<NonNullable<Rules['followUps']>>({}, fc.constant({ p0: { session: { id: 'earlier' } } })),
})

/** Every phase depends on smaller numbers only, and the plan's order is shuffled. */
export const arbitraryWorld: fc.Arbitrary<World> = fc
  .integer({ min: 1, max: 7 })
  .chain((size): fc.Arbitrary<Draft> => {
    const numbers = [...Array(size).keys()]
    return fc.record({
      order: fc.shuffledSubarray(numbers, { minLength: size, maxLength: size }),
      edges: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), {
        maxLength: size * 2,
      }),
      // Done phases build on done phases.
      done: often(0, fc.nat(size)),
      given: each(size, often<Draft['given'][0]>('pending', fc.constantFrom('in_progress', 'deferred'))),
      risks: each(size, fc.constantFrom('low', 'medium', 'high')),
      files: each(size, often<string[]>([], fc.subarray(['a', 'b'], { minLength: 1 }))),
      commands: each(size, often(false, fc.constant(true))),
      marks: fc.constantFrom('ticked', 'left', 'none'),
      rules,
      trouble: fc.constantFrom(...failureClasses),
    })
  })
  .map((draft) => ({
    marks: draft.marks,
    rules: draft.rules,
    trouble: draft.trouble,
    phases: draft.order.map((number): PhaseDraft => {
      const id = `p${number}`
      const below = draft.edges.filter(([from, to]) => from === number && to < number)
      const above = draft.edges.filter(([from, to]) => from === number && to > number)
      const steps = [{ id: `${id}.1.1`, action: 'command' as const, command: 'x' }]
      return {
        id,
        title: id,
        dependsOn: [...new Set(below.map(([, to]) => `p${to}`))],
        conflictsWith: [...new Set(above.map(([, to]) => `p${to}`))],
        status: number < draft.done ? 'done' : draft.given[number]!,
        risk: draft.risks[number]!,
        files: draft.files[number]!,
        subtasks: draft.commands[number] ? [{ id: `${id}.1`, title: id, steps }] : [],
      }
    }),
  }))
