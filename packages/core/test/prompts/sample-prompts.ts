import type { Failure } from '../../src/lib/contract/failure.ts'
import type { EvaluatedComment, Review } from '../../src/lib/contract/review.ts'
import type { ReviewRequest } from '../../src/lib/contract/reviewer.ts'
import { createAttempt } from '../../src/lib/machine/state/attempt.ts'
import type { PhaseState } from '../../src/lib/machine/state/phase-state.ts'
import type { Check } from '../../src/lib/machine/state/run-settings.ts'
import type { Plan } from '../../src/lib/plan/model/plan.ts'
import { buildAdaptation } from '../../src/lib/prompt/build-adaptation.ts'
import { buildArchitect, buildPlanRepair, buildPlanRevision } from '../../src/lib/prompt/build-architect.ts'
import { buildContinuation } from '../../src/lib/prompt/build-continuation.ts'
import { buildEvaluation, buildEvaluationRepair } from '../../src/lib/prompt/build-evaluation.ts'
import { buildReview, buildVerdictRepair } from '../../src/lib/prompt/build-review.ts'
import { buildSendBack } from '../../src/lib/prompt/build-send-back.ts'
import { buildSignpost, type Signpost } from '../../src/lib/prompt/build-signpost.ts'
import { buildValidation } from '../../src/lib/prompt/build-validation.ts'
import { buildReportRepair } from '../../src/lib/prompt/report-rules.ts'
import { createMemoryFiles } from '../../src/lib/testing/memory/memory-files.ts'
import { createReviewRequest } from '../../src/lib/testing/review/create-review-request.ts'
import { createPerformer, readStep } from '../performer-fixture.ts'
import { wordCountPlan } from './word-count-plan.ts'

const checks: Check[] = [
  { name: 'test', argv: ['npm', 'test'], when: 'always', optional: false },
  { name: 'lint', argv: ['npx', 'eslint', '.'], when: 'green', optional: false },
]
const base = 'b'.repeat(40)
const folder = 'docs/amelia/2026-11-23-word-count'
const dir = '/var/lib/amelia/slots/word-count-1/workspace'

interface Given extends Partial<Omit<Signpost, 'phase'>> {
  id?: string
  attempt?: number
  kept?: boolean
  state?: Partial<PhaseState>
}

const signpost = ({
  id = '1',
  attempt = 1,
  kept = false,
  state = {},
  plan = wordCountPlan(),
  ...more
}: Given = {}): string => {
  const { performer, phase } = createPerformer({ plan })
  const created = createAttempt({ number: attempt, base, units: [] })
  Object.assign(phase(id), { attempt: { ...created, kept }, ...state })
  return buildSignpost({
    plan,
    index: performer.state.graph.index,
    runId: '2026-11-23-a1',
    phase: phase(id),
    unit: { kind: 'phase' },
    checks: { checks, expects: 'green' },
    folder,
    projectRules: ['AGENTS.md'],
    dir,
    reports: 'output',
    todo: true,
    ...more,
  })
}

/** The plan with so many boxes in its first task. */
const withBoxes = (count: number): Plan => {
  const plan = wordCountPlan()
  const [first, ...others] = plan.phases
  const box = first!.subtasks[0]!
  const subtasks = Array.from({ length: count }, (_, index) => ({
    ...box,
    id: `1.${index + 1}`,
    title: `Step ${index + 1}: Count one more kind of white space`,
  }))
  return { ...plan, phases: [{ ...first!, subtasks }, ...others] }
}

const output = [
  '> word-count@1.0.0 test',
  '> node --test',
  ...Array.from({ length: 8 }, (_, index) => `ok ${index + 1} - counts text ${index + 1}`),
  'not ok 9 - counts tabs',
  '  AssertionError: Expected values to be strictly equal:',
  '  1 !== 2',
  '      at test/count.test.js:14:10',
  ...Array.from({ length: 18 }, (_, index) => `ok ${index + 10} - counts text ${index + 10}`),
  '# tests 27',
  '# pass 26',
  '# fail 1',
].join('\n')

const failed: Failure = {
  class: 'verification_failed',
  message: 'The check "test" failed.',
  command: 'npm test',
  exitCode: 1,
  output,
}

const comments: EvaluatedComment[] = [
  {
    id: 'agent-1',
    reviewer: 'agent',
    severity: 'minor',
    message: 'The name of this test does not state what it checks.',
    file: 'test/count.test.js',
    line: 8,
    disposition: 'implement',
  },
  {
    id: 'agent-2',
    reviewer: 'agent',
    severity: 'major',
    message: 'A file that does not exist ends in a stack trace.\nUsers need to see the name of the file.',
    file: 'src/cli.js',
    line: 12,
    suggestion: 'Print the name of the file and exit with 1.',
    disposition: 'implement',
  },
]
const review: Review = { approved: false, summary: 'agent: One error is not handled.', comments }
const rejected: Failure = {
  class: 'review_rejected',
  message: 'The review of phase 2 asks for changes: agent: One error is not handled.',
}

const interrupted = { class: 'rate_limited', message: 'API error 429: try again in 20 minutes' } as const

const request = (more: Partial<ReviewRequest> = {}): ReviewRequest =>
  createReviewRequest({
    plan: wordCountPlan(),
    phase: wordCountPlan().phases[1]!,
    base,
    commit: 'c'.repeat(40),
    files: [
      { path: 'src/cli.js', status: 'added', added: 21, removed: 0 },
      { path: 'test/cli.test.js', status: 'added', added: 34, removed: 0 },
    ],
    workspace: { id: 'w', base, dir, fs: createMemoryFiles(new Map()) },
    ref: 'refs/amelia/run-1/attempt/2/1',
    checks: [
      { name: 'test', argv: ['npm', 'test'], exitCode: 0, output: '', durationMs: 900, passed: true },
      {
        ...{ name: 'acceptance 2', argv: ['node', 'src/cli.js', 'none'], exitCode: 1, output: '' },
        ...{ durationMs: 90, passed: true, note: 'fails without the implementation' },
      },
    ],
    claims: 'The command prints the number of words.\nNot done: The help text.',
    folder,
    ...more,
  })

/** The review of the final result, with the records of the run in its tree. */
const finalRequest = (): ReviewRequest => {
  const { phase: _, claims: __, ref: ___, ...whole } = request()
  const record = { path: `${folder}/plan.md`, status: 'added', added: 60, removed: 0 } as const
  const criteria = [{ name: '2.1', text: 'Words are separated by any white space' }]
  return { ...whole, files: [record, ...whole.files], criteria }
}

const step = readStep({
  id: '1.1.1',
  description: 'Count the words in the fixture',
  command: 'node src/cli.js test/fixture.txt',
  expectedOutputPattern: '^12$',
})

const architect = {
  goal: 'Count the words of a text file from the command line.',
  context: 'The command is named `words`.',
  format: 'task-heading',
  tdd: true,
} as const

/** One prompt of each kind, by the name of its golden file. */
export const samplePrompts: Record<string, string> = {
  phase: signpost({ id: '2' }),
  'phase-with-text-report': signpost({ id: '2', reports: 'text' }),
  part: signpost({
    unit: { kind: 'subtask', subtaskId: '1.3' },
    state: {
      subtaskStatus: new Map([
        ['1.1', 'completed'],
        ['1.2', 'completed'],
      ]),
    },
  }),
  'part-of-tests': signpost({
    unit: { kind: 'subtask', subtaskId: '1.1' },
    checks: { checks, expects: 'part' },
  }),
  'many-boxes': signpost({ plan: withBoxes(40), reports: 'text', projectRules: ['AGENTS.md', 'CLAUDE.md'] }),
  'long-assignment': signpost({ plan: wordCountPlan('Read this carefully.\n\n'.repeat(100)) }),
  'failed-check': signpost({ attempt: 2, state: { failures: [failed] } }),
  'failed-again': signpost({
    attempt: 3,
    kept: true,
    state: {
      failures: [
        failed,
        { class: 'agent_failed', message: 'The agent says that it did only a part of it: tabs are left.' },
      ],
    },
  }),
  'failed-check-continued': signpost({
    attempt: 2,
    kept: true,
    continued: true,
    state: { failures: [failed] },
  }),
  review: signpost({ id: '2', attempt: 2, state: { failures: [rejected], reviews: [review] } }),
  'review-continued': signpost({
    id: '2',
    attempt: 2,
    kept: true,
    continued: true,
    state: { failures: [rejected], reviews: [review] },
  }),
  answer: signpost({
    attempt: 2,
    kept: true,
    continued: true,
    state: {
      failures: [
        {
          class: 'review_rejected',
          message: 'Instruction from a person: No, they are one word.',
          answer: {
            text: 'No, they are one word.',
            question: 'The agent needs a decision: Does a hyphen separate words?',
            details: ['- 1.3 blocked: waits for the answer', 'Not done: words with hyphens'],
          },
        },
      ],
    },
  }),
  feedback: signpost({
    attempt: 2,
    state: {
      failures: [
        {
          class: 'review_rejected',
          message: 'Export the separator too.',
          answer: { text: 'Export the separator too.' },
        },
      ],
    },
  }),
  continuation: buildContinuation({
    unit: 'phase 1',
    interruption: { failure: interrupted, done: [], dir },
    reports: 'output',
  }),
  'lost-session': signpost({
    interruption: {
      failure: { class: 'session_lost', message: 'No conversation found with session ID 5f0c' },
      done: ['1.1 Write the failing test'],
    },
  }),
  'report-repair': buildReportRepair('The report is missing.', 'text'),
  reviewer: buildReview(request()),
  'reviewer-second-round': buildReview(
    request({ round: 2, since: 'd'.repeat(40), ref: 'refs/amelia/run-1/attempt/2/2', previous: comments }),
  ),
  'final-reviewer': buildReview(finalRequest()),
  'reviewer-of-tests': buildReview(request({ judges: 'tests', phase: wordCountPlan().phases[0]! })),
  'verdict-repair': buildVerdictRepair('The verdict has no summary.'),
  evaluator: buildEvaluation(comments, request()),
  'evaluation-repair': buildEvaluationRepair('The answer is not JSON.'),
  architect: buildArchitect(architect),
  'plan-revision': buildPlanRevision({ feedback: 'Count hyphenated words as one. Leave out task 3.' }),
  'plan-repair': buildPlanRepair([
    {
      severity: 'error',
      code: 'DEPENDENCY_UNKNOWN',
      message: 'Task 2 depends on task 9, which does not exist.',
      line: 31,
      column: 1,
    },
  ]),
  'restore-tests': buildSendBack({
    reason: 'evidence_changed',
    details: [
      'test/count.test.js: tests of the base fail or are missing: test/count.test.js > counts words',
      '  @@ -4,2 +4,2 @@',
      "  -test('counts words', () => equal(count('a b'), 2))",
      "  +test('counts words', { skip: true }, () => equal(count('a b'), 2))",
    ],
    reports: 'output',
    continued: true,
    dir,
  }),
  'nothing-changed': buildSendBack({
    reason: 'nothing_changed',
    details: ['declared: src/count.js', 'declared: test/count.test.js'],
    reports: 'output',
    continued: true,
    dir,
  }),
  validation: buildValidation({ plan: wordCountPlan(), phase: wordCountPlan().phases[0]!, steps: [step] }),
  adaptation: buildAdaptation({
    plan: wordCountPlan(),
    phase: wordCountPlan().phases[0]!,
    step,
    failure: {
      class: 'verification_failed',
      message: 'step 1.1.1 (line 30): output did not match /^12$/',
      command: 'node src/cli.js test/fixture.txt',
      exitCode: 0,
      output: '11',
    },
  }),
}
