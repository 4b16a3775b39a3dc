import { dispositions, type Disposition, type ReviewComment } from '../../contract/review.ts'
import type { EvaluatorV1, Judgement, ReviewContext } from '../../contract/reviewer.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import { readJudgements } from '../../policy/answer/read-judgements.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { createMemoryFiles } from '../memory/memory-files.ts'
import { createReviewContext, createReviewRequest, phaseOfReview } from './create-review-request.ts'
import { ensureFailure, ensureStops, outcomeOf, reviewFailures, subjectCases } from './subject-cases.ts'

/** An evaluator under test, with a stand-in for its agent or command. */
export interface EvaluatorSubject {
  /** The evaluator. */
  evaluator: EvaluatorV1
  /** The `session` and `command` of the context. Default: both throw. */
  context?: Pick<ReviewContext, 'session' | 'command'>
  /** Releases what the subject holds. */
  close(): void | Promise<void>
}

/** An evaluator to test, and the hooks of its test. */
export interface EvaluatorContractOptions<Subject extends EvaluatorSubject = EvaluatorSubject> {
  /** Creates a new subject. Called once for each case. */
  create(): Subject | Promise<Subject>
  /** Hooks that create a situation. A case without its hook is not covered. */
  faults?:
    | {
        /** Makes the next evaluations give each comment this disposition. */
        judge?(subject: Subject, disposition: Disposition, ids: readonly string[]): void | Promise<void>
        /** Makes every answer of the agent or command something other than judgements. */
        babble?(subject: Subject): void | Promise<void>
        /** Makes the next evaluations fail with this class. */
        fail?(subject: Subject, failure: FailureClass): void | Promise<void>
        /** Makes the next evaluations take longer than any test waits, and end when their signal aborts. */
        hang?(subject: Subject): void | Promise<void>
      }
    | undefined
}

const comments: readonly ReviewComment[] = [
  {
    id: 'one-1',
    reviewer: 'one',
    severity: 'critical',
    message: 'It is wrong.',
    file: 'src/sum.js',
    line: 1,
  },
  { id: 'two-1', reviewer: 'two', severity: 'minor', message: 'The name is long.' },
]
const ids = comments.map(({ id }) => id)
const tree = { 'src/sum.js': 'export const sum = (a, b) => a + b\n' }

/** Returns the contract of {@link EvaluatorV1} as cases. */
export const evaluatorContract = <Subject extends EvaluatorSubject>({
  create,
  faults = {},
}: EvaluatorContractOptions<Subject>): ContractCase[] => {
  const { judge, babble, fail, hang } = faults
  const test = subjectCases(create)
  return [
    test('it is an evaluator', async ({ evaluator }) => {
      ensureEqual(evaluator.contract, 'evaluator-v1', 'the contract')
    }),
    ...dispositions.map((disposition) =>
      test(
        `the decision to ${disposition} is a judgement of each comment, and survives JSON`,
        async (subject) => {
          await judge?.(subject, disposition, ids)
          const reading = readJudgements({
            judgements: JSON.parse(JSON.stringify(await evaluate(subject))) as unknown,
          })
          ensure(
            'answer' in reading,
            `the judgements can be read${'problem' in reading ? `: ${reading.problem}` : ''}`,
          )
          ensureEqual(
            Object.fromEntries(reading.answer.map(({ id, disposition }) => [id, disposition])),
            Object.fromEntries(ids.map((id) => [id, disposition])),
            'the dispositions',
          )
        },
        { judge },
      ),
    ),
    test(
      'each comment has one judgement, and no other comment has any',
      async (subject) => {
        await judge?.(subject, 'reject', ids)
        const judged = (await evaluate(subject)).map(({ id }) => id)
        ensureEqual([...judged].sort(), [...ids].sort(), 'the ids')
      },
      { judge },
    ),
    test(
      'it evaluates the review of a final result, which has no phase',
      async (subject) => {
        await judge?.(subject, 'defer', ids)
        ensureEqual((await evaluate(subject, { isWhole: true })).length, ids.length, 'the judgements')
      },
      { judge },
    ),
    test(
      'concurrent evaluations are independent',
      async (subject) => {
        await judge?.(subject, 'implement', ids)
        const all = await Promise.all([evaluate(subject), evaluate(subject), evaluate(subject)])
        for (const judgements of all) ensureEqual(judgements.length, ids.length, 'the judgements')
      },
      { judge },
    ),
    test(
      'it changes neither the comments nor the files of the workspace',
      async (subject) => {
        await judge?.(subject, 'implement', ids)
        const files = new Map(Object.entries(tree))
        const given = structuredClone(comments)
        await evaluate(subject, { files, given })
        ensureEqual(given, comments, 'the comments')
        ensureEqual(Object.fromEntries(files), tree, 'the files')
      },
      { judge },
    ),
    test(
      'an answer that cannot be read decides nothing',
      async (subject) => {
        await babble?.(subject)
        const outcome = await outcomeOf(evaluate(subject))
        if ('error' in outcome) return ensureFailure(outcome, 'report_invalid')
        const reading = readJudgements({ judgements: outcome.value })
        ensure('problem' in reading || reading.answer.length === 0, 'it judges no comment')
      },
      { babble },
    ),
    ...reviewFailures.map((failure) =>
      test(
        `a failure of the class ${failure} is reported as a driver error of that class`,
        async (subject) => {
          await fail?.(subject, failure)
          ensureFailure(await outcomeOf(evaluate(subject)), failure)
        },
        { fail },
      ),
    ),
    test(
      'an aborted evaluation stops',
      async (subject) => {
        await hang?.(subject)
        await ensureStops((signal) => evaluate(subject, {}, signal))
      },
      { hang },
    ),
  ]
}

interface Evaluated {
  /** Evaluation of the review of the full run, without a phase. */
  isWhole?: boolean
  files?: Map<string, string>
  given?: readonly ReviewComment[]
}

const evaluate = async (
  { evaluator, context }: EvaluatorSubject,
  { isWhole = false, files = new Map(Object.entries(tree)), given = comments }: Evaluated = {},
  signal = new AbortController().signal,
): Promise<Judgement[]> => {
  const request = createReviewRequest({
    ...(isWhole ? {} : phaseOfReview),
    workspace: { id: 'w', base: '1'.repeat(40), fs: createMemoryFiles(files) },
  })
  return evaluator.evaluate(given, request, createReviewContext(context, signal))
}
