import { describe, expect, it } from 'vitest'
import { driverError } from '../contract/driver-error.ts'
import { defineReviewer, type Verdict } from '../contract/reviewer.ts'
import type { FailureClass } from '../contract/failure-class.ts'
import { commandReviewer, driverReviewer } from '../run/doors.ts'
import type { ContractCase } from './contract-case.ts'
import { reviewerContract, type ReviewerSubject } from './reviewer-contract.ts'

const verdicts: Record<'true' | 'false', Verdict> = {
  true: { approved: true, summary: 'Good.', comments: [] },
  false: { approved: false, summary: 'No.', comments: [{ severity: 'major', message: 'It is slow.' }] },
}
const runCases = (cases: readonly ContractCase[], uncovered: number): void => {
  for (const { name, covered, run } of cases) if (covered) it(name, run)
  it('covers all that it can bring about', () => {
    expect(cases.filter(({ covered }) => !covered)).toHaveLength(uncovered)
  })
}

describe('the reviewer that is an agent', () => {
  let act: () => Promise<{ text: string; output?: unknown }>
  const create = async (): Promise<ReviewerSubject> => ({
    reviewer: driverReviewer(),
    context: {
      session: async () => ({ usage: {}, ...(await act()) }),
      command: () => Promise.reject(new Error('It runs no command.')),
    },
    close: async () => {},
  })
  runCases(
    reviewerContract({
      create,
      faults: {
        judge: async (_, approved) => {
          act = async () => ({ text: '', output: verdicts[`${approved}`] })
        },
        babble: async () => {
          act = async () => ({ text: 'It is fine.' })
        },
        fail: async (_, failure: FailureClass) => {
          act = () => Promise.reject(driverError(failure))
        },
      },
    }),
    1,
  )
})

describe('the reviewer that is a command', () => {
  let result: { exitCode: number; output: string }
  runCases(
    reviewerContract({
      create: async () => ({
        reviewer: commandReviewer({ id: 'lint', argv: ['lint'] }),
        context: {
          session: () => Promise.reject(new Error('It asks no agent.')),
          command: async () => ({ truncated: false, durationMs: 1, ...result }),
        },
        close: async () => {},
      }),
      faults: {
        judge: async (_, approved) => {
          result = { exitCode: approved ? 0 : 1, output: 'x' }
        },
        babble: async () => {
          result = { exitCode: 0, output: '{"approved": "yes"}' }
        },
      },
    }),
    5,
  )
})

describe('the contract of reviewers', () => {
  const broken = async (
    review: (signal: AbortSignal) => unknown,
    faults: Parameters<typeof reviewerContract>[0]['faults'],
    id = 'broken',
  ): Promise<string[]> => {
    const cases = reviewerContract({
      create: async () => ({
        reviewer: defineReviewer({
          id,
          scope: 'phase',
          review: async (request, { signal }) => {
            if (id === 'writes') await request.workspace.fs.writeFile('/x', 'x')
            return (await review(signal)) as Verdict
          },
        }),
        close: async () => {},
      }),
      ...(faults && { faults }),
    })
    const failed: string[] = []
    for (const { name, run } of cases) await run().catch(() => failed.push(name))
    return failed
  }
  const nothing = async (): Promise<void> => {}

  it('notices a reviewer that approves of everything', async () => {
    expect(await broken(() => verdicts.true, { judge: nothing, babble: nothing, fail: nothing })).toEqual([
      'a rejection is a verdict that says why',
      'what is no verdict never approves',
      'a failure of the class transient comes as a driver error of that class',
      'a failure of the class rate_limited comes as a driver error of that class',
      'a failure of the class auth comes as a driver error of that class',
      'a failure of the class permission comes as a driver error of that class',
    ])
  })

  it('notices one that rejects without saying why, one that gives no verdict, and one that writes', async () => {
    const silent = { ...verdicts.false, comments: [] }
    expect(await broken(() => silent, { judge: nothing })).toContain('a rejection is a verdict that says why')
    expect(await broken(() => 'fine', { judge: nothing })).toContain('an approval is a verdict')
    expect(await broken(() => verdicts.true, { judge: nothing }, 'writes')).toContain(
      'it leaves the files of the workspace as they are',
    )
  })

  it('notices an id that names nothing, and a signal that is passed over', async () => {
    expect(await broken(() => verdicts.true, {}, 'my reviewer')).toEqual([
      'it says who it is and what it judges',
    ])
    expect(await broken(() => verdicts.true, { hang: nothing })).toEqual(['a review that is aborted stops'])
  })

  it('lets one pass that stops with the signal', async () => {
    const hang = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    expect(await broken(hang, { hang: nothing })).toEqual([])
  })
})
