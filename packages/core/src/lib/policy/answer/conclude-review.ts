import type { Judgement, Verdict } from '../../contract/reviewer.ts'
import { boundOutput } from '../../text/bound-output.ts'
import type { Failure } from '../../contract/failure.ts'
import { firstLine } from '../../text/first-line.ts'
import type { EvaluatedComment, Review, ReviewComment, Severity } from '../../contract/review.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'

/** Comments that are kept of one reviewer. */
const maxComments = 30

/** The most characters of a summary or a reason. */
const maxSentences = 1_000

/** The result of one reviewer: its verdict, or the reason why it gave none. */
export type Opinion = { reviewer: string } & ({ verdict: Verdict } | { failure: Failure })

/** A comment, and who may decide about it. */
export interface Finding {
  comment: ReviewComment
  /**
   * `open`: an evaluator, or the rule for its severity. `approved`: it holds nothing up. `final`: it is to be
   * implemented, whoever says what.
   */
  standing: 'open' | 'approved' | 'final'
}

const rank: Record<Severity, number> = { critical: 0, major: 1, minor: 2 }

/**
 * Lists the comments of all reviewers, each with a unique id. If a reviewer has too many, the most severe are
 * kept.
 */
export const listFindings = (opinions: readonly Opinion[]): Finding[] => opinions.flatMap(findingsOf)

const findingsOf = (opinion: Opinion): Finding[] => {
  const { reviewer } = opinion
  const final = (message: string): Finding[] => [
    { comment: { id: `${reviewer}-1`, reviewer, severity: 'critical', message }, standing: 'final' },
  ]
  if ('failure' in opinion) return []
  const { verdict } = opinion
  const comments = verdict.comments
    .filter(({ message }) => message.trim() !== '')
    .sort((one, other) => rank[one.severity] - rank[other.severity])
    .slice(0, maxComments)
    .map(
      ({ severity, message, file, line, suggestion }, index): ReviewComment => ({
        id: `${reviewer}-${index + 1}`,
        reviewer,
        severity,
        message: plain(message),
        ...(file === undefined || file.trim() === '' ? {} : { file: firstLine(file) }),
        ...(line === undefined ? {} : { line }),
        ...(suggestion === undefined || suggestion.trim() === '' ? {} : { suggestion: plain(suggestion) }),
      }),
    )
  if (!rejects(verdict)) return comments.map((comment) => ({ comment, standing: 'approved' }))
  const summary = shorten(verdict.summary)
  if (comments.length === 0)
    return final(summary === '' ? `"${reviewer}" rejects the change and does not say why.` : summary)
  return comments.map((comment) => ({ comment, standing: 'open' }))
}

/** An approval with a critical comment contradicts itself and counts as a rejection. */
const rejects = ({ approved, comments }: Verdict): boolean =>
  !approved || comments.some(({ severity }) => severity === 'critical')

/**
 * One review from what all reviewers said (seed: phased-execution, Evaluator Integration for Phase Review).
 *
 * `judgements` are the evaluator's. Without one, what is critical or major is to be implemented and what is
 * minor put off. A comment that an evaluator says nothing of, or two things, is to be implemented.
 */
export const concludeReview = (
  opinions: readonly Opinion[],
  findings: readonly Finding[],
  judgements?: readonly Judgement[],
): Review => {
  const judged = judgements && byComment(judgements)
  const comments = findings.map(({ comment, standing }): EvaluatedComment => {
    if (standing === 'final') return { ...comment, disposition: 'implement' }
    if (standing === 'approved')
      return { ...comment, disposition: 'defer', reason: 'Its reviewer approves of the change.' }
    if (!judged) return { ...comment, disposition: comment.severity === 'minor' ? 'defer' : 'implement' }
    return {
      ...comment,
      ...(judged.get(comment.id) ?? { disposition: 'implement', reason: 'Nothing was decided about it.' }),
    }
  })
  const failure = opinions.flatMap((opinion) => ('failure' in opinion ? [opinion.failure] : []))[0]
  return {
    approved: !failure && comments.every(({ disposition }) => disposition !== 'implement'),
    summary: opinions.map(summaryOf).join('\n'),
    comments,
    ...(failure ? { failure } : {}),
  }
}

const byComment = (judgements: readonly Judgement[]): Map<string, Omit<Judgement, 'id'>> => {
  const judged = new Map<string, Omit<Judgement, 'id'>>()
  for (const { id, disposition, reason } of judgements) {
    const before = judged.get(id)
    const twice = before !== undefined && before.disposition !== disposition
    const why = twice ? 'Two things were decided about it.' : shorten(reason ?? '')
    judged.set(id, {
      disposition: twice ? 'implement' : disposition,
      ...(why === '' ? {} : { reason: why }),
    })
  }
  return judged
}

const summaryOf = (opinion: Opinion): string => {
  const { reviewer } = opinion
  if ('failure' in opinion) return `${reviewer}: could not review. ${shorten(opinion.failure.message)}`
  const { verdict } = opinion
  const left = verdict.comments.length - maxComments
  const more = left > 0 ? ` (${left} more comments are left out.)` : ''
  return `${reviewer}: ${rejects(verdict) ? 'rejects' : 'approves'}. ${shorten(verdict.summary)}${more}`.trim()
}

const plain = (text: string): string => boundOutput(stripAnsi(text).trim())

/** Sentences in one line. */
const shorten = (text: string): string => {
  const line = stripAnsi(text.slice(0, 2 * maxSentences))
    .split(/\s+/)
    .join(' ')
    .trim()
  return line.length > maxSentences ? `${line.slice(0, maxSentences).replace(/[\ud800-\udbff]$/, '')}…` : line
}
