import type { CheckpointContext, CheckpointStrategyV1 } from '../../contract/checkpoint-strategy.ts'
import { readCheckpointVerdict } from '../../policy/read-checkpoint-verdict.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { ensureStopsInTime } from '../ensure-ends.ts'
import { phaseOfReview } from './create-review-request.ts'
import { outcomeOf, subjectCases } from './subject-cases.ts'

/** A checkpoint strategy under test, with a stand-in for its service. */
export interface CheckpointStrategySubject {
  /** The strategy. */
  strategy: CheckpointStrategyV1
  /** Releases what the subject holds. */
  close(): void | Promise<void>
}

/** A strategy to test, and the hooks of its test. */
export interface CheckpointStrategyContractOptions<
  Subject extends CheckpointStrategySubject = CheckpointStrategySubject,
> {
  /** Creates a new subject. Called once for each case. */
  create(): Subject | Promise<Subject>
  /** Hooks that create a situation. A case without its hook is not covered. */
  faults?:
    | {
        /** Makes the next decisions pass, or pause. */
        decide?(subject: Subject, verdict: 'pass' | 'pause'): void | Promise<void>
        /** Makes the next decisions impossible, for example by a service that answers with an error. */
        fail?(subject: Subject): void | Promise<void>
        /** Makes the next decisions take longer than any test waits. */
        hang?(subject: Subject): void | Promise<void>
      }
    | undefined
}

/** Returns the contract of {@link CheckpointStrategyV1} as cases. */
export const checkpointStrategyContract = <Subject extends CheckpointStrategySubject>({
  create,
  faults = {},
}: CheckpointStrategyContractOptions<Subject>): ContractCase[] => {
  const { decide, fail, hang } = faults
  const test = subjectCases(create)
  return [
    test('it is a strategy, with a valid time limit', async ({ strategy }) => {
      ensureEqual(strategy.contract, 'checkpoint-strategy-v1', 'the contract')
      const { timeoutMs } = strategy
      ensure(
        timeoutMs === undefined || (Number.isFinite(timeoutMs) && timeoutMs > 0),
        '`timeoutMs` is above 0',
      )
    }),
    ...(['pass', 'pause'] as const).map((verdict) =>
      test(
        `the decision to ${verdict} is a verdict`,
        async (subject) => {
          await decide?.(subject, verdict)
          ensureEqual(await read(subject), verdict, 'the verdict')
        },
        { decide },
      ),
    ),
    test(
      'it decides about a phase without files, checks and a review',
      async (subject) => {
        await decide?.(subject, 'pass')
        ensureEqual(await read(subject, { files: [], checks: [], batch: ['1'] }), 'pass', 'the verdict')
      },
      { decide },
    ),
    test(
      'a question that is asked again with its id has a verdict again',
      async (subject) => {
        await decide?.(subject, 'pause')
        const verdicts = [await read(subject), await read(subject)]
        ensureEqual(verdicts, ['pause', 'pause'], 'the verdicts')
      },
      { decide },
    ),
    test(
      'concurrent decisions are independent',
      async (subject) => {
        await decide?.(subject, 'pass')
        const verdicts = await Promise.all(
          ['q1', 'q2', 'q3'].map((requestId) => read(subject, { requestId })),
        )
        ensureEqual(verdicts, ['pass', 'pass', 'pass'], 'the verdicts')
      },
      { decide },
    ),
    test(
      'a decision does not change its context',
      async (subject) => {
        await decide?.(subject, 'pass')
        const context = createContext()
        const before = JSON.stringify(context)
        await subject.strategy.decide(context)
        ensure(JSON.stringify(context) === before, 'the context is unchanged')
      },
      { decide },
    ),
    test(
      'a decision that is impossible never passes',
      async (subject) => {
        await fail?.(subject)
        const outcome = await outcomeOf(decideOnce(subject))
        ensure('error' in outcome || readCheckpointVerdict(outcome.value).pause, 'it throws or pauses')
      },
      { fail },
    ),
    test(
      'a decision ends when its signal aborts',
      async (subject) => {
        await hang?.(subject)
        const stop = new AbortController()
        const running = outcomeOf(decideOnce(subject, { signal: stop.signal }))
        stop.abort(new Error('stopped'))
        await ensureStopsInTime(running)
      },
      { hang },
    ),
  ]
}

const createContext = (more: Partial<CheckpointContext> = {}): CheckpointContext => ({
  requestId: 'q1',
  signal: new AbortController().signal,
  run: { id: 'r1', title: 'Sums' },
  phase: phaseOfReview.phase!,
  risk: 'medium',
  attempt: 1,
  unit: { kind: 'phase' },
  batch: ['1'],
  files: ['src/sum.js'],
  checks: [{ name: 'test', argv: ['npm', 'test'], passed: true, exitCode: 0, output: '', durationMs: 1 }],
  review: { approved: true, summary: 'Good.', comments: [] },
  ...more,
})

const decideOnce = async (
  { strategy }: CheckpointStrategySubject,
  more: Partial<CheckpointContext> = {},
): Promise<unknown> => strategy.decide(createContext(more))

/** Returns the verdict in its short form. Throws for anything but a valid verdict. */
const read = async (
  subject: CheckpointStrategySubject,
  more: Partial<CheckpointContext> = {},
): Promise<'pass' | 'pause'> => {
  const value = await decideOnce(subject, more)
  const { pause, reason = '' } = readCheckpointVerdict(value)
  ensure(!reason.startsWith('The checkpoint strategy returned'), `the verdict is valid: ${reason}`)
  return pause ? 'pause' : 'pass'
}
