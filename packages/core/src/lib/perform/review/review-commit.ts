import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import type { Criterion, EvaluatorV1, Judgement, ReviewerV1 } from '../../contract/reviewer.ts'
import type { Failure } from '../../contract/failure.ts'
import { readSuccessCriteria } from '../../plan/read-success-criteria.ts'
import { readJudgements } from '../../policy/answer/read-judgements.ts'
import { readVerdict } from '../../policy/answer/read-verdict.ts'
import type { Review, ReviewComment } from '../../contract/review.ts'
import { listFindings, type Opinion, concludeReview } from '../../policy/answer/conclude-review.ts'
import { phaseRisk } from '../../policy/dispatch/phase-risk.ts'
import { whatIsJudged } from '../../policy/answer/what-is-judged.ts'
import { takesRed } from '../../policy/evidence/takes-red.ts'
import { concernsOf } from '../../machine/state/attempt.ts'
import { describeConcern } from '../../policy/answer/describe-concern.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import { boundOutput } from '../../text/bound-output.ts'
import { findProjectRules } from '../brief/find-project-rules.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { type Performer, workContext } from '../performer.ts'
import { awaitAll } from '../await-all.ts'
import { askParty, type Reviewing } from './ask-party.ts'

/** Comments of earlier rounds that reviewers receive. */
const maxPrevious = 60
/** Criteria of the plan that one review answers: of a phase, and of the final result. */
const maxCriteria = { phase: 20, run: 60 }

/**
 * Runs all reviewers of a scope on a commit in parallel, each in a separate workspace, and decides about
 * their comments.
 *
 * Without `phase`, the final result is reviewed. Changes in a reviewer's workspace are discarded. A run that
 * needs reviews but was resumed without reviewers is not approved.
 *
 * The journal receives each verdict at once. If a reviewer fails, or the process ends, a repeated review asks
 * only the reviewers that had not answered.
 */
export const reviewCommit = async (
  performer: Performer,
  phase: FrozenPhase | undefined,
  { commit, round }: { commit: string; round: number },
): Promise<Review> => {
  const scope = phase ? 'phase' : 'run'
  const reviewers = performer.reviewers.filter((reviewer) => reviewer.scope === scope)
  if (reviewers.length === 0)
    return missing(`This run needs a review, but has no reviewer of scope "${scope}".`, 'its reviewers')
  const address = phase && { phaseId: phase.id, dispatch: phase.dispatches }
  const { verdicts } = phase ? phase.attempt : performer.state.ending
  const reviewing = { performer, phase, facts: await gatherFacts(performer, phase, commit, round) }
  const opinions = await awaitAll(
    reviewers.map(async (reviewer): Promise<Opinion> => {
      const { id } = reviewer
      const known = verdicts.get(id)
      if (known?.commit === commit) return { reviewer: id, verdict: known.verdict }
      const opinion = await askReviewer(reviewing, reviewer)
      if ('verdict' in opinion) performer.feed({ type: 'reviewer_answered', ...address, commit, ...opinion })
      return opinion
    }),
  )
  return decide(reviewing, opinions)
}

/** Decides about the comments of all reviewers. */
const decide = async (reviewing: Reviewing, opinions: readonly Opinion[]): Promise<Review> => {
  const { performer } = reviewing
  const findings = listFindings(opinions)
  const open = findings.filter(({ standing }) => standing === 'open').map(({ comment }) => comment)
  const { evaluator } = performer
  const { evaluated } = performer.state.settings.review
  if (evaluated && evaluator === undefined && open.length > 0)
    return missing('This run needs an evaluator for review comments, but has none.', 'one')
  if (!evaluator || open.length === 0 || opinions.some((opinion) => 'failure' in opinion))
    return concludeReview(opinions, findings)
  const judged = await askEvaluator(reviewing, evaluator, open)
  return 'failure' in judged
    ? { ...concludeReview(opinions, findings), approved: false, failure: judged.failure }
    : concludeReview(opinions, findings, judged.answer)
}

const missing = (what: string, whom: string): Review => {
  const message = `${what} Resume the run with ${whom}.`
  return { approved: false, summary: message, comments: [], failure: { class: 'environment', message } }
}

const gatherFacts = async (
  performer: Performer,
  phase: FrozenPhase | undefined,
  commit: string,
  round: number,
): Promise<Reviewing['facts']> => {
  const { state } = performer
  const { git } = performer.host
  const { run } = workContext(state, phase)
  const base = phase ? phase.attempt.base : state.base
  const folder = executionFolder(state)
  const reviews = phase ? phase.reviews : state.ending.reviews
  const claims = phase ? describeClaims(phase) : ''
  const since = phase?.reviewed?.base === base ? phase.reviewed.commit : commit
  const ref = phase && refNames(state.runId).attempt(phase.id, phase.attempt.number)
  const isNamed = ref !== undefined && (await git.readRef(ref)) === commit
  const criteria = phase ? phaseCriteria(phase) : openCriteria(state)
  const files = await git.diff({ from: base, to: commit })
  const projectRules = await findProjectRules(performer, { base: commit, changed: [] })
  return {
    run,
    ...(phase && { attempt: phase.attempt.number, risk: phaseRisk(phase.planned), unit: { kind: 'phase' } }),
    plan: { goal: state.plan.goal, title: state.plan.title },
    ...(phase && { phase: phase.planned }),
    judges: phase
      ? whatIsJudged(phase.planned, takesRed(state.settings) ? state.evidence : undefined)
      : 'change',
    base,
    commit,
    ...(isNamed && { ref }),
    files,
    readFile: (side, path) => git.readFile(side === 'base' ? base : commit, path),
    checks: phase ? phase.attempt.checks : state.ending.checks,
    ...(claims !== '' && { claims }),
    ...(criteria.length > 0 && { criteria }),
    ...(folder === undefined ? {} : { folder }),
    ...(projectRules.length > 0 && { projectRules }),
    round,
    ...(since !== commit && { since }),
    previous: reviews.flatMap(({ comments }) => comments).slice(-maxPrevious),
  }
}

/** The developer's words, and first what it asks to inspect: the prompt may shorten them. */
const describeClaims = ({ attempt }: FrozenPhase): string =>
  boundOutput([...concernsOf(attempt).map(describeConcern), ...attempt.said.values()].join('\n').trim())

/** Lists the criteria that a review of the phase answers. */
const phaseCriteria = (phase: FrozenPhase): Criterion[] => findCriteria(phase).slice(0, maxCriteria.phase)

/**
 * Lists the criteria that no review has answered, of the integrated phases. A phase whose last review the
 * run's agent approved has answers. Other reviewers need not answer criteria.
 */
const openCriteria = ({ phases, settings }: FrozenRun): Criterion[] =>
  phases
    .filter(({ status }) => status === 'completed')
    .flatMap((phase) => {
      const isAnswered = settings.review.phase === 'agent' && phase.reviews.at(-1)?.approved === true
      return findCriteria(phase).slice(isAnswered ? maxCriteria.phase : 0)
    })
    .slice(0, maxCriteria.run)

/** Lists the criteria of the steps that are not skipped, apart from those that the steps' output shows. */
const findCriteria = ({ planned, stepStatus }: FrozenPhase): Criterion[] =>
  planned.subtasks
    .flatMap(({ steps }) => steps)
    .flatMap(({ id, successCriteria }) => {
      const criteria = readSuccessCriteria(successCriteria)
      const counts = criteria && 'prose' in criteria && stepStatus.get(id) !== 'skipped'
      return counts ? [{ name: id, text: criteria.prose }] : []
    })

const askReviewer = async (reviewing: Reviewing, reviewer: ReviewerV1): Promise<Opinion> => {
  const { id } = reviewer
  const said = await askParty(reviewing, {
    role: 'reviewer',
    id,
    name: `reviewer "${id}"`,
    answer: 'verdict',
    call: (request, context) => reviewer.review(request, context),
    read: readVerdict,
  })
  return 'failure' in said ? { reviewer: id, ...said } : { reviewer: id, verdict: said.answer }
}

const askEvaluator = (
  reviewing: Reviewing,
  evaluator: EvaluatorV1,
  comments: readonly ReviewComment[],
): Promise<{ answer: Judgement[] } | { failure: Failure }> =>
  askParty(reviewing, {
    role: 'evaluator',
    id: 'evaluator',
    name: 'evaluator',
    answer: 'decision',
    call: (request, context) => evaluator.evaluate(comments, request, context),
    read: (judgements) => readJudgements({ judgements }),
  })
