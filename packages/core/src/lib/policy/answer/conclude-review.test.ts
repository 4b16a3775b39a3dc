import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Judgement, Verdict, VerdictComment } from '../../contract/reviewer.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Review } from '../../contract/review.ts'
import { listFindings, type Opinion, concludeReview } from './conclude-review.ts'

const conclude = (opinions: Opinion[], judgements?: Judgement[]): Review =>
  concludeReview(opinions, listFindings(opinions), judgements)

const reject = (...comments: VerdictComment[]): Verdict => ({ approved: false, summary: 'No.', comments })
const approve = (...comments: VerdictComment[]): Verdict => ({ approved: true, summary: 'Yes.', comments })
const critical: VerdictComment = { severity: 'critical', message: 'It loses data.' }
const major: VerdictComment = {
  severity: 'major',
  message: 'It is slow.',
  file: 'src/a.ts',
  line: 3,
  suggestion: 'Index it.',
}
const minor: VerdictComment = { severity: 'minor', message: 'Name it better.' }
const failure: Failure = { class: 'auth', message: 'Log in.', provider: 'p' }

describe('concludeReview', () => {
  it('approves when everybody does, and tells of what they said', () => {
    expect(
      conclude([
        { reviewer: 'a', verdict: approve() },
        { reviewer: 'b', verdict: approve(minor) },
      ]),
    ).toEqual({
      approved: true,
      summary: 'a: approves. Yes.\nb: approves. Yes.',
      comments: [
        {
          id: 'b-1',
          reviewer: 'b',
          ...minor,
          disposition: 'defer',
          reason: 'Its reviewer approves of the change.',
        },
      ],
    })
  })

  it('without an evaluator has critical and major comments implemented, and minor ones put off', () => {
    const review = conclude([{ reviewer: 'a', verdict: reject(minor, major, critical) }])
    expect(review.approved).toBe(false)
    expect(review.comments).toEqual([
      { id: 'a-1', reviewer: 'a', ...critical, disposition: 'implement' },
      { id: 'a-2', reviewer: 'a', ...major, disposition: 'implement' },
      { id: 'a-3', reviewer: 'a', ...minor, disposition: 'defer' },
    ])
  })

  it('is not held up by what is put off, whoever rejects', () => {
    expect(conclude([{ reviewer: 'a', verdict: reject(minor) }]).approved).toBe(true)
  })

  it('sorts comments as the evaluator says: only one to implement keeps the commit out', () => {
    const opinions: Opinion[] = [{ reviewer: 'a', verdict: reject(critical, major, minor, minor) }]
    const judged = (first: Judgement['disposition']): Judgement[] => [
      { id: 'a-1', disposition: first, reason: 'So it is.' },
      { id: 'a-2', disposition: 'reject' },
      { id: 'a-3', disposition: 'defer' },
      { id: 'a-4', disposition: 'clarify' },
    ]
    const review = conclude(opinions, judged('implement'))
    expect(review.approved).toBe(false)
    expect(review.comments.map(({ disposition }) => disposition)).toEqual([
      'implement',
      'reject',
      'defer',
      'clarify',
    ])
    expect(review.comments[0]!.reason).toBe('So it is.')
    expect(conclude(opinions, judged('defer')).approved).toBe(true)
  })

  it('has implemented what an evaluator says nothing of, or two things', () => {
    const review = conclude(
      [{ reviewer: 'a', verdict: reject(minor, minor) }],
      [
        { id: 'a-1', disposition: 'reject' },
        { id: 'a-1', disposition: 'defer' },
        { id: 'b-1', disposition: 'reject' },
      ],
    )
    expect(review.approved).toBe(false)
    expect(review.comments).toMatchObject([
      { disposition: 'implement', reason: 'Two things were decided about it.' },
      { disposition: 'implement', reason: 'Nothing was decided about it.' },
    ])
  })

  it.each([
    ['no comment', reject(), 'No.'],
    ['blank comments', reject({ severity: 'major', message: ' \n' }), 'No.'],
    ['nothing at all', { ...reject(), summary: ' ' }, '"a" rejects the change and does not say why.'],
    ['a critical comment that is blank', approve({ severity: 'critical', message: '' }), 'Yes.'],
  ])('takes a rejection with %s for one critical comment', (_, verdict, message) => {
    const review = conclude([{ reviewer: 'a', verdict }], [{ id: 'a-1', disposition: 'reject' }])
    expect(review.approved).toBe(false)
    expect(review.comments).toEqual([
      { id: 'a-1', reviewer: 'a', severity: 'critical', message, disposition: 'implement' },
    ])
  })

  it('takes who approves of something critical at the worse word', () => {
    const review = conclude([{ reviewer: 'a', verdict: approve(critical) }])
    expect(review.approved).toBe(false)
    expect(review.summary).toBe('a: rejects. Yes.')
  })

  it('approves nothing when a reviewer could not do its work, and keeps what the others say', () => {
    const review = conclude([
      { reviewer: 'a', verdict: approve() },
      { reviewer: 'b', failure },
      { reviewer: 'c', verdict: reject(major) },
      { reviewer: 'd', failure: { class: 'transient', message: 'Later.' } },
    ])
    expect(review.approved).toBe(false)
    expect(review.failure).toBe(failure)
    expect(review.comments.map(({ id }) => id)).toEqual(['c-1'])
    expect(review.summary).toContain('b: could not review. Log in.')
  })

  it('bounds what a reviewer says, keeps the heaviest, and says what is left out', () => {
    const comments = [...Array.from({ length: 40 }, () => minor), critical]
    const long = {
      ...critical,
      message: 'x'.repeat(50_000),
      suggestion: 'y'.repeat(50_000),
      file: 'z'.repeat(5_000),
    }
    const review = conclude([
      { reviewer: 'a', verdict: { ...reject(...comments, long), summary: 's '.repeat(9_000) } },
    ])
    expect(review.comments).toHaveLength(30)
    expect(review.comments.slice(0, 2).map(({ severity }) => severity)).toEqual(['critical', 'critical'])
    expect(review.summary).toContain('(12 more comments are left out.)')
    expect(JSON.stringify(review).length).toBeLessThan(16_000)
  })

  it('takes out what a terminal would obey', () => {
    const verdict = {
      ...reject({ ...major, message: '\u001b[2Jgone', file: 'a\u001b[31m.ts\nb' }),
      summary: '\u001b[1mNo',
    }
    const { summary, comments } = conclude([{ reviewer: 'a', verdict }])
    expect(summary).toBe('a: rejects. No')
    expect(comments[0]).toMatchObject({ message: 'gone', file: 'a.ts' })
  })
})

const comment: fc.Arbitrary<VerdictComment> = fc.record({
  severity: fc.constantFrom('critical', 'major', 'minor'),
  message: fc.oneof(fc.string(), fc.constant(' ')),
})
const verdict = fc.record({
  approved: fc.boolean(),
  summary: fc.string(),
  comments: fc.array(comment, { maxLength: 6 }),
})
const said = fc.oneof(
  { weight: 6, arbitrary: fc.record({ verdict }) },
  { weight: 2, arbitrary: fc.constant({ failure }) },
)
const everybody: fc.Arbitrary<Opinion[]> = fc
  .array(said, { minLength: 1, maxLength: 4 })
  .map((all) => all.map((one, index) => ({ reviewer: `r${index}`, ...one })))
const judgements: fc.Arbitrary<Judgement[]> = fc.array(
  fc.record({
    id: fc.tuple(fc.nat(4), fc.nat(6)).map(([reviewer, number]) => `r${reviewer}-${number + 1}`),
    disposition: fc.constantFrom('implement', 'reject', 'defer', 'clarify'),
    reason: fc.string(),
  }),
  { maxLength: 20 },
)
const asked = fc.option(judgements, { nil: undefined })

describe('properties of a review', () => {
  it('approves exactly when nobody failed and nothing is to be implemented', () => {
    fc.assert(
      fc.property(everybody, asked, (opinions, judged) => {
        const review = conclude(opinions, judged)
        const open = review.comments.some(({ disposition }) => disposition === 'implement')
        expect(review.approved).toBe(!open && review.failure === undefined)
      }),
    )
  })

  it('fails closed: without a plain verdict of each nothing is approved, whatever an evaluator says', () => {
    fc.assert(
      fc.property(everybody, asked, (opinions, judged) => {
        fc.pre(opinions.some((opinion) => !('verdict' in opinion)))
        expect(conclude(opinions, judged).approved).toBe(false)
      }),
    )
  })

  it('fails closed: a rejection without a usable comment is never approved', () => {
    fc.assert(
      fc.property(everybody, asked, (opinions, judged) => {
        const silent: Opinion = { reviewer: 'silent', verdict: reject() }
        expect(conclude([...opinions, silent], judged).approved).toBe(false)
      }),
    )
  })

  it('loses no comment, names each once, and gives it one of four dispositions', () => {
    fc.assert(
      fc.property(everybody, asked, (opinions, judged) => {
        const { comments } = conclude(opinions, judged)
        const usable = opinions.flatMap((opinion) =>
          'verdict' in opinion ? opinion.verdict.comments.filter(({ message }) => message.trim() !== '') : [],
        )
        expect(comments.length).toBeGreaterThanOrEqual(usable.length)
        expect(new Set(comments.map(({ id }) => id)).size).toBe(comments.length)
        for (const { disposition } of comments)
          expect(['implement', 'reject', 'defer', 'clarify']).toContain(disposition)
      }),
    )
  })

  it('rejects, defers or leaves for a person only what an evaluator says so of, but for minor or approved comments', () => {
    fc.assert(
      fc.property(everybody, asked, (opinions, judged) => {
        const review = conclude(opinions, judged)
        for (const { id, reviewer, severity, disposition } of review.comments) {
          if (disposition === 'implement') continue
          const own = opinions.find((opinion) => opinion.reviewer === reviewer)!
          const approves = 'verdict' in own && own.verdict.approved
          const saidSo = judged?.some(
            (judgement) => judgement.id === id && judgement.disposition === disposition,
          )
          expect(approves || (judged === undefined && severity === 'minor') || saidSo).toBe(true)
        }
      }),
    )
  })

  it('more to implement is never more approval', () => {
    fc.assert(
      fc.property(everybody, judgements, (opinions, judged) => {
        const stricter = judged.map((judgement) => ({ ...judgement, disposition: 'implement' as const }))
        if (conclude(opinions, stricter).approved) expect(conclude(opinions, judged).approved).toBe(true)
      }),
    )
  })
})
