import type { ReviewContext, ReviewerV1, ReviewRequest, Verdict } from '../../contract/reviewer.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import { readVerdict } from '../../policy/answer/read-verdict.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { createMemoryFiles } from '../memory/memory-files.ts'
import { createReviewContext, createReviewRequest, phaseOfReview } from './create-review-request.ts'
import { ensureFailure, ensureStops, outcomeOf, reviewFailures, subjectCases } from './subject-cases.ts'

/** A reviewer under test, with a stand-in for its agent or command. */
export interface ReviewerSubject {
  /** The reviewer under test. */
  reviewer: ReviewerV1
  /** The `session` and `command` of the review's context. Default: both throw. */
  context?: Pick<ReviewContext, 'session' | 'command'>
  /** Closes the stand-in. Called after each case. */
  close(): void | Promise<void>
}

/** Options of {@link reviewerContract}. */
export interface ReviewerContractOptions<Subject extends ReviewerSubject = ReviewerSubject> {
  /** Creates the subject of one case. */
  create(): Subject | Promise<Subject>
  /** Hooks that create a situation. A case without its hook is not covered. */
  faults?:
    | {
        /** Makes the next reviews approve, or reject with a comment. */
        judge?(subject: Subject, approved: boolean): void | Promise<void>
        /** Makes every answer of the agent or command something other than a verdict. */
        babble?(subject: Subject): void | Promise<void>
        /** Makes the next reviews fail with this class. */
        fail?(subject: Subject, failure: FailureClass): void | Promise<void>
        /** Makes the next reviews take longer than any test waits, and end when their signal aborts. */
        hang?(subject: Subject): void | Promise<void>
      }
    | undefined
}

/** Returns the contract of {@link ReviewerV1} as cases. */
export const reviewerContract = <Subject extends ReviewerSubject>({
  create,
  faults = {},
}: ReviewerContractOptions<Subject>): ContractCase[] => {
  const { judge, babble, fail, hang } = faults
  const test = subjectCases(create)
  return [
    test('it has an id and a scope', async ({ reviewer }) => {
      ensureEqual(reviewer.contract, 'reviewer-v1', 'the contract')
      ensure(
        /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(reviewer.id),
        'the id is letters, digits, dots, underscores and hyphens',
      )
      ensure(reviewer.scope === 'phase' || reviewer.scope === 'run', 'the scope is phase or run')
    }),
    ...[true, false].map((approved) =>
      test(
        approved ? 'an approval is a verdict' : 'a rejection is a verdict with a reason',
        async (subject) => {
          await judge?.(subject, approved)
          const verdict = await review(subject)
          const reading = readVerdict(JSON.parse(JSON.stringify(verdict)))
          ensure(
            'answer' in reading,
            `the verdict survives JSON${'problem' in reading ? `: ${reading.problem}` : ''}`,
          )
          ensureEqual(reading.answer.approved, approved, 'whether it approves')
          ensure(
            approved || reading.answer.comments.some(({ message }) => message.trim() !== ''),
            'a rejection has a comment with a message',
          )
        },
        { judge },
      ),
    ),
    test(
      'it reviews the tests of a phase, and a run, which has no phase',
      async (subject) => {
        await judge?.(subject, true)
        for (const what of [{ judges: 'tests' as const }, { isWhole: true }])
          ensureEqual((await review(subject, what)).approved, true, 'whether it approves')
      },
      { judge },
    ),
    test(
      'concurrent reviews are independent',
      async (subject) => {
        await judge?.(subject, true)
        const verdicts = await Promise.all([review(subject), review(subject), review(subject)])
        ensure(
          verdicts.every(({ approved }) => approved),
          'each approves',
        )
      },
      { judge },
    ),
    test(
      'an invalid verdict never approves',
      async (subject) => {
        await babble?.(subject)
        const outcome = await outcomeOf(review(subject))
        if ('error' in outcome) return ensureFailure(outcome, 'report_invalid')
        const reading = readVerdict(outcome.value)
        ensure('problem' in reading || !reading.answer.approved, 'it does not approve')
      },
      { babble },
    ),
    test(
      'it does not change the files of the workspace',
      async (subject) => {
        await judge?.(subject, true)
        const files = new Map(Object.entries(tree))
        await review(subject, { files })
        ensureEqual(Object.fromEntries(files), tree, 'the files')
      },
      { judge },
    ),
    ...reviewFailures.map((failure) =>
      test(
        `a failure of the class ${failure} is reported as a driver error of that class`,
        async (subject) => {
          await fail?.(subject, failure)
          ensureFailure(await outcomeOf(review(subject)), failure)
        },
        { fail },
      ),
    ),
    test(
      'an aborted review stops',
      async (subject) => {
        await hang?.(subject)
        await ensureStops((signal) => review(subject, {}, signal))
      },
      { hang },
    ),
  ]
}

const tree = { 'src/sum.js': 'export const sum = (a, b) => a + b\n' }

interface Judged {
  judges?: ReviewRequest['judges']
  /** Review of the full run, without a phase. */
  isWhole?: boolean
  files?: Map<string, string>
}

const review = async (
  { reviewer, context }: ReviewerSubject,
  { judges = 'change', isWhole = false, files = new Map(Object.entries(tree)) }: Judged = {},
  signal = new AbortController().signal,
): Promise<Verdict> => {
  const workspace = { id: 'w', base: '1'.repeat(40), fs: createMemoryFiles(files) }
  const request = createReviewRequest({
    ...(isWhole ? {} : phaseOfReview),
    judges,
    workspace,
    readFile: async (side, path) =>
      side === 'commit' && path === 'src/sum.js' ? new TextEncoder().encode(tree[path]) : null,
  })
  return reviewer.review(request, createReviewContext(context, signal))
}
