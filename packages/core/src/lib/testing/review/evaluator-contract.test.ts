import { describe, expect, it } from 'vitest'
import { driverError } from '../../contract/driver-error.ts'
import { defineEvaluator, type EvaluatorV1 } from '../../contract/reviewer.ts'
import type { Disposition, ReviewComment } from '../../contract/review.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import { driverEvaluator } from '../../run/driver-evaluator.ts'
import { evaluatorContract, type EvaluatorContractOptions } from './evaluator-contract.ts'

type Faults = NonNullable<EvaluatorContractOptions['faults']>

describe('the agent evaluator', () => {
  let act: () => Promise<{ text: string; output?: unknown }>
  const cases = evaluatorContract({
    create: async () => ({
      evaluator: driverEvaluator(),
      context: {
        session: async () => ({ usage: {}, ...(await act()) }),
        command: () => Promise.reject(new Error('This evaluator runs no commands.')),
      },
      close: async () => {},
    }),
    faults: {
      judge: async (_, disposition, ids) => {
        const judgements = ids.map((id) => ({ id, disposition, reason: null }))
        act = async () => ({ text: '', output: { judgements } })
      },
      babble: async () => {
        act = async () => ({ text: 'It is fine.' })
      },
      fail: async (_, failure: FailureClass) => {
        act = () => Promise.reject(driverError(failure))
      },
    },
  })
  for (const { name, covered, run } of cases) if (covered) it(name, run)
  it('covers every case but the one about stopping, which is for its driver', () => {
    expect(cases.flatMap(({ missing }) => missing)).toEqual(['faults.hang'])
  })
})

describe('an evaluator that breaks its contract', () => {
  let disposition: Disposition = 'implement'
  const judge: Faults = {
    judge: async (_, wanted) => {
      disposition = wanted
    },
  }
  type Evaluate = EvaluatorV1['evaluate']
  const broken: [string, string, Evaluate, Faults, RegExp][] = [
    [
      'implements everything',
      'the decision to reject is a judgement of each comment, and survives JSON',
      async (comments) => comments.map(({ id }) => ({ id, disposition: 'implement' })),
      judge,
      /the dispositions: expected .*reject.*, got .*implement/,
    ],
    [
      'invents a disposition',
      'the decision to defer is a judgement of each comment, and survives JSON',
      async (comments) => comments.map(({ id }) => ({ id, disposition: 'later' as Disposition })),
      judge,
      /the judgements can be read: 0.disposition|the judgements can be read/,
    ],
    [
      'judges a comment twice',
      'each comment has one judgement, and no other comment has any',
      async (comments) => [...comments, ...comments].map(({ id }) => ({ id, disposition })),
      judge,
      /the ids/,
    ],
    [
      'needs a phase',
      'it evaluates the review of a final result, which has no phase',
      async (comments, { phase }) => comments.map(({ id }) => ({ id, disposition, reason: phase!.id })),
      judge,
      /undefined/,
    ],
    [
      'sorts the comments in place',
      'it changes neither the comments nor the files of the workspace',
      async (comments) => (comments as ReviewComment[]).reverse().map(({ id }) => ({ id, disposition })),
      judge,
      /the comments/,
    ],
    [
      'writes a file',
      'it changes neither the comments nor the files of the workspace',
      async (comments, { workspace }) => {
        await workspace.fs.writeFile('/note.txt', 'x')
        return comments.map(({ id }) => ({ id, disposition }))
      },
      judge,
      /the files/,
    ],
    [
      'decides without an answer',
      'an answer that cannot be read decides nothing',
      async (comments) => comments.map(({ id }) => ({ id, disposition: 'reject' })),
      { babble: async () => {} },
      /it judges no comment/,
    ],
    [
      'hides a failure',
      'a failure of the class auth is reported as a driver error of that class',
      async () => [],
      { fail: async () => {} },
      /it rejects with a driver error/,
    ],
    [
      'ignores its signal',
      'an aborted evaluation stops',
      async () => [],
      { hang: async () => {} },
      /it rejects with the reason of the signal/,
    ],
  ]
  it.each(broken)('%s: "%s" fails', async (_what, name, evaluate, faults, message) => {
    const evaluator = defineEvaluator({ evaluate })
    const cases = evaluatorContract({ create: async () => ({ evaluator, close: async () => {} }), faults })
    const found = cases.find((each) => each.name === name)
    expect(found?.covered).toBe(true)
    await expect(found?.run()).rejects.toThrow(message)
  })
})
