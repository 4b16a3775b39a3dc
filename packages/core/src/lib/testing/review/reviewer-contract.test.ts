import { describe, expect, it } from 'vitest'
import { driverError } from '../../contract/driver-error.ts'
import { defineReviewer, type Verdict } from '../../contract/reviewer.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import { commandReviewer } from '../../run/command-reviewer.ts'
import { driverReviewer } from '../../run/driver-reviewer.ts'
import type { ContractCase } from '../contract-case.ts'
import { reviewerContract, type ReviewerSubject } from './reviewer-contract.ts'

const verdicts: Record<'true' | 'false', Verdict> = {
  true: { approved: true, summary: 'Good.', comments: [] },
  false: { approved: false, summary: 'No.', comments: [{ severity: 'major', message: 'It is slow.' }] },
}
const runCases = (cases: readonly ContractCase[], uncovered: number): void => {
  for (const { name, covered, run } of cases) if (covered) it(name, run)
  it('covers every case for which it has a hook', () => {
    expect(cases.filter(({ covered }) => !covered)).toHaveLength(uncovered)
  })
}

describe('the agent reviewer', () => {
  let act: () => Promise<{ text: string; output?: unknown }>
  const create = async (): Promise<ReviewerSubject> => ({
    reviewer: driverReviewer(),
    context: {
      session: async () => ({ usage: {}, ...(await act()) }),
      command: () => Promise.reject(new Error('This reviewer runs no commands.')),
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

describe('the command reviewer', () => {
  let result: { exitCode: number; output: string }
  runCases(
    reviewerContract({
      create: async () => ({
        reviewer: commandReviewer({ id: 'lint', argv: ['lint'] }),
        context: {
          session: () => Promise.reject(new Error('This reviewer starts no sessions.')),
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

describe('reviewerContract', () => {
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

  it('detects a reviewer that approves everything', async () => {
    expect(await broken(() => verdicts.true, { judge: nothing, babble: nothing, fail: nothing })).toEqual([
      'a rejection is a verdict with a reason',
      'an invalid verdict never approves',
      'a failure of the class transient is reported as a driver error of that class',
      'a failure of the class rate_limited is reported as a driver error of that class',
      'a failure of the class auth is reported as a driver error of that class',
      'a failure of the class permission is reported as a driver error of that class',
    ])
  })

  it('detects a rejection without a reason, an invalid verdict, and a written file', async () => {
    const silent = { ...verdicts.false, comments: [] }
    expect(await broken(() => silent, { judge: nothing })).toContain('a rejection is a verdict with a reason')
    expect(await broken(() => 'fine', { judge: nothing })).toContain('an approval is a verdict')
    expect(await broken(() => verdicts.true, { judge: nothing }, 'writes')).toContain(
      'it does not change the files of the workspace',
    )
  })

  it('detects an invalid id and an ignored signal', async () => {
    expect(await broken(() => verdicts.true, {}, 'my reviewer')).toEqual(['it has an id and a scope'])
    expect(await broken(() => verdicts.true, { hang: nothing })).toEqual(['an aborted review stops'])
  })

  it('accepts a reviewer that stops with the signal', async () => {
    const hang = (signal: AbortSignal): Promise<never> =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    expect(await broken(hang, { hang: nothing })).toEqual([])
  })
})
