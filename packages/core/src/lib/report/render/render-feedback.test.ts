import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import type { Failure } from '../../contract/failure.ts'
import type { EvaluatedComment, Review } from '../../contract/review.ts'
import { renderFeedback } from './render-feedback.ts'

const render = (failures: Failure[], reviews: Review[]): string | undefined => {
  const phase = createPerformer().phase('a')
  Object.assign(phase, { failures, reviews })
  return renderFeedback('r1', phase)
}
const failure: Failure = {
  class: 'verification_failed',
  message: 'The check failed.',
  command: 'npm test',
  output: 'no',
}
const comment = (
  more: Partial<EvaluatedComment> & Pick<EvaluatedComment, 'disposition'>,
): EvaluatedComment => ({
  id: 'r-1',
  reviewer: 'r',
  severity: 'major',
  message: 'It is slow.',
  ...more,
})

describe('renderFeedback', () => {
  it('has nothing to tell of a phase that was taken at once', () => {
    expect(render([], [])).toBeUndefined()
    expect(render([], [{ approved: true, summary: 'r: approves.', comments: [] }])).toBeUndefined()
  })

  it('tells why attempts were not taken', () => {
    expect(render([failure], [])).toBe(
      [
        '# Phase a: rejected attempts',
        'The attempts are kept: `git for-each-ref refs/amelia/r1/attempt/a`.',
        '## 1. verification failed',
        '    The check failed.',
        '    ran: npm test\n    no\n',
      ].join('\n\n'),
    )
  })

  it('tells of every comment what is done about it, and why', () => {
    const comments = [
      comment({ id: 'r-1', disposition: 'reject', reason: 'It is fast.' }),
      comment({ id: 'r-2', disposition: 'implement', file: 'src/a.ts', line: 3, suggestion: 'Index it.' }),
      comment({ id: 'r-3', disposition: 'clarify', severity: 'critical', file: 'src/b.ts' }),
      comment({ id: 'r-4', disposition: 'defer', severity: 'minor' }),
    ]
    const approved = { approved: true, summary: 'r: approves.', comments: [] }
    expect(
      render([failure], [approved, { approved: false, summary: 'r: rejects. No.', comments }]),
    ).toContain(
      [
        '## Review 2: changes requested',
        '    r: rejects. No.',
        '### To implement',
        '**r-2** (major) in `src/a.ts:3`:',
        '    It is slow.\n    Suggestion: Index it.',
        '### To clarify, by a person',
        '**r-3** (critical) in `src/b.ts`:',
        '    It is slow.',
        '### Deferred',
        '**r-4** (minor):',
        '    It is slow.',
        '### Rejected',
        '**r-1** (major):',
        '    It is slow.\n    Why: It is fast.\n',
      ].join('\n\n'),
    )
  })

  it('keeps what was put off also where nothing failed', () => {
    const text = render(
      [],
      [{ approved: true, summary: 's', comments: [comment({ disposition: 'defer' })] }],
    )!
    expect(text.split('\n')[0]).toBe('# Phase a: review comments')
    expect(text).toContain('## Review 1: approved')
    expect(text).not.toContain('for-each-ref')
  })

  it('lets no foreign text be a heading, a fence or code of ours', () => {
    const message = 'x\n# Phase b\n```\n\u001b[31mred'
    const file = 'a`\n# b'
    const text = render(
      [],
      [
        {
          approved: false,
          summary: message,
          comments: [comment({ disposition: 'implement', message, file })],
        },
      ],
    )!
    const lines = text.split('\n').filter((line) => /^(?:#|```)/.test(line))
    expect(lines).toEqual([
      '# Phase a: review comments',
      '## Review 1: changes requested',
      '### To implement',
    ])
    expect(text).toContain("in `a' # b`:")
    expect(text).not.toContain('\u001b')
  })
})
