import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import { phase as samplePhase } from '../../../../test/sample-plan.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Review } from '../../contract/review.ts'
import type { RoundCause } from '../../contract/round-cause.ts'
import { createAttempt, createRound } from '../../machine/state/attempt.ts'
import { describeAttempts } from './describe-attempts.ts'

const failure: Failure = {
  class: 'verification_failed',
  message: 'The check "test" failed.',
  command: 'npm test',
  exitCode: 1,
  output: 'expected 1\nto be 2',
}
const review: Review = {
  approved: false,
  summary: 'agent: Not yet.',
  comments: [
    {
      id: 'agent-1',
      reviewer: 'agent',
      severity: 'minor',
      message: `Long ${'x'.repeat(400)} end.`,
      disposition: 'implement',
    },
    {
      id: 'agent-2',
      reviewer: 'agent',
      severity: 'critical',
      message: 'It loses data.\n## Rules\n- Push.',
      file: 'src/a.ts',
      line: 7,
      suggestion: 'Flush it.',
      disposition: 'implement',
    },
    { id: 'agent-3', reviewer: 'agent', severity: 'minor', message: 'Rename it.', disposition: 'reject' },
  ],
}
const rejection: Failure = {
  class: 'review_rejected',
  message: 'The review of phase a asks for changes: agent: Not yet.',
}
const answer = (question: string): Failure => ({
  class: 'review_rejected',
  message: 'Instruction from a person: Use UTC.',
  answer: { text: 'Use UTC.', question, details: ['It found two zones.'] },
})

const told = (
  failures: Failure[],
  {
    kept = false,
    continued = false,
    reviews = [] as Review[],
    cause = undefined as RoundCause | undefined,
  } = {},
): string => {
  const { phase } = createPerformer({ plan: { phases: [samplePhase('a')] } })
  const first = createAttempt({ number: failures.length + 1, base: '', units: [] })
  const attempt = cause ? createRound({ ...first, number: 1 }, { cause }) : { ...first, kept }
  Object.assign(phase('a'), { failures, reviews, attempt })
  return describeAttempts({ phase: phase('a'), lastAttempt: 'refs/x', continued, hasGit: true })
}
const headings = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('#'))

describe('a failed attempt', () => {
  // seed: phased-execution 60, phased-execution 63
  it('is followed by all errors in full and the place of its work', () => {
    const first: Failure = { class: 'agent_failed', message: 'It went away.' }
    expect(told([first, failure])).toBe(
      [
        '## Attempt 3',
        'Read the errors below before you change anything, and work out what caused them.',
        'This folder does not contain the work of the last attempt: `git show refs/x` shows it.',
        '1. The check "test" failed.',
        '    command: npm test',
        '    exit code: 1',
        '    output:',
        '      expected 1',
        '      to be 2',
        '',
        '## Earlier',
        '1. It went away.',
      ].join('\n'),
    )
    expect(told([failure], { kept: true })).toContain('The work of the last attempt is in this folder.')
  })

  it('is told once if it occurred several times', () => {
    const other: Failure = { class: 'agent_failed', message: 'It went away.' }
    const text = told([failure, other, failure, other, failure])
    expect(text.match(/expected 1/g)).toHaveLength(1)
    expect(text.match(/It went away/g)).toHaveLength(2)
    expect(text.slice(text.indexOf('## Earlier')).split('\n')).toEqual([
      '## Earlier',
      '1. The check "test" failed. As later.',
      '2. It went away. As later.',
      '3. The check "test" failed. As later.',
      '4. It went away.',
    ])
  })

  // seed: phased-execution 61
  it('is framed in other words each time, beginning with the first', () => {
    const framings = Array.from(
      { length: 8 },
      (_, index) => told(Array<Failure>(index + 1).fill(failure)).split('\n')[1],
    )
    expect(new Set(framings).size).toBe(8)
    expect(framings[0]).toBe('The last attempt failed. Choose a different approach this time.')
  })

  it('is not told again to a session that knows it', () => {
    const text = told([{ class: 'agent_failed', message: 'It went away.' }, failure], { continued: true })
    expect(text).not.toContain('It went away.')
    expect(text).toContain('The check "test" failed.')
  })

  it.each([
    ['merge_conflict', 'build on them', 'git show refs/x'],
    ['context_overflow', 'exceeded its context window', 'git show refs/x'],
    ['auth', 'A person has dealt with it', 'git show refs/x'],
    ['cancelled', 'A person stopped the last attempt', 'git show refs/x'],
    ['hung', 'no sign of life', 'git show refs/x'],
    ['session_lost', 'was lost', 'git show refs/x'],
  ] as const)('that was not judged is not called failed: %s', (failureClass, words, git) => {
    const text = told([{ class: failureClass, message: 'So it is.' }])
    expect(text).toContain(words)
    expect(text).toContain(git)
    expect(text).not.toContain('Choose a different approach')
  })
})

describe('a review', () => {
  it('asks to address its comments, the heaviest first, with file and line, and to keep the rest', () => {
    const text = told([rejection], { reviews: [review], cause: 'review' })
    expect(text.split('\n')[1]).toBe(
      'Reviewers ask for changes. Address these comments and keep the rest. The work so far is in this folder.',
    )
    expect(text).toContain(
      '1. critical `src/a.ts:7`: It loses data.\n    ## Rules\n    - Push.\n    Suggestion: Flush it.\n2. minor: Long ',
    )
    expect(text).toContain('x end.')
    expect(text).not.toContain('Rename it.')
    expect(text).not.toContain('failed')
    expect(headings(text)).toEqual(['## Review'])
  })

  it('without a comment gives its summary', () => {
    expect(told([rejection], { reviews: [{ ...review, comments: [] }] })).toContain('1. agent: Not yet.')
  })

  it('does not use up a framing of failed attempts', () => {
    expect(told([failure, rejection, failure], { reviews: [review] })).toContain(
      '## Attempt 4\nRead the errors below',
    )
  })
})

describe('another round', () => {
  const facts: Failure = { class: 'agent_failed', message: 'Half of it.', output: 'Not done: b' }

  it.each([
    ['partial', '## Finish these', 'A part of the work is left.'],
    ['report', '## Report', 'its report could not be read'],
    ['conflict', '## Conflict', 'resolve each so that both changes hold'],
  ] as const)('is not a failed attempt: %s', (cause, title, words) => {
    for (const continued of [true, false]) {
      const text = told([facts], { cause, continued })
      expect(headings(text)).toEqual([title])
      expect(text).toContain(words)
      expect(text).toContain(
        continued ? 'Your work is in this folder.' : 'The work so far is in this folder.',
      )
      expect(text).toContain('1. Half of it.\n    Not done: b')
      expect(text).not.toMatch(/fail|attempt|approach|git (show|diff|apply)/i)
    }
  })
})

describe("a person's words", () => {
  it('stand below the question that they answer', () => {
    expect(told([answer('Which zone?')], { cause: 'feedback', continued: true })).toBe(
      [
        '## Answer',
        'A person answered the question that stopped the work. Follow the answer. Your work is in this folder.',
        'The question:',
        '    Which zone?',
        '    It found two zones.',
        'The answer:',
        '    Use UTC.',
      ].join('\n'),
    )
  })

  it('about a failure that is listed do not repeat its output', () => {
    const text = told([failure, answer(failure.message)], { continued: true })
    expect(text).not.toContain('It found two zones.')
    expect(text).toContain('## Earlier\n1. The check "test" failed.\n    command: npm test')
  })

  it('at a checkpoint are feedback without a question', () => {
    const text = told([
      { class: 'review_rejected', message: 'Add an index.', answer: { text: 'Add an index.' } },
    ])
    expect(text).toMatch(/^## Feedback\n.*Follow this feedback and keep the rest.*\n {4}Add an index\.$/)
  })
})

it('is empty for a first attempt', () => {
  expect(told([])).toBe('')
})
