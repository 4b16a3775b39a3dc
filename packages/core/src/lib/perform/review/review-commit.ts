import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import type { DriverV1 } from '../../contract/driver.ts'
import { driverError } from '../../contract/driver-error.ts'
import type {
  Criterion,
  EvaluatorV1,
  Judgement,
  ReviewContext,
  ReviewerV1,
  ReviewRequest,
} from '../../contract/reviewer.ts'
import { withFiles, type Workspace } from '../../contract/workspace.ts'
import type { Failure } from '../../contract/failure.ts'
import { readSuccessCriteria } from '../../plan/read-success-criteria.ts'
import { readJudgements } from '../../policy/answer/read-judgements.ts'
import { readVerdict } from '../../policy/answer/read-verdict.ts'
import { redactValue } from '../../text/secret/redact-value.ts'
import type { Review, ReviewComment } from '../../contract/review.ts'
import { listFindings, type Opinion, settleReview } from '../../policy/answer/settle-review.ts'
import { turnOffReviews } from '../../policy/answer/turn-off-reviews.ts'
import { phaseRisk } from '../../policy/dispatch/phase-risk.ts'
import { whatIsJudged } from '../../policy/answer/what-is-judged.ts'
import { takesRed } from '../../policy/evidence/takes-red.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import { type Performer, workContext } from '../performer.ts'
import { readOnlyFiles } from '../read-only-files.ts'
import { runCommand } from '../command/run-command.ts'
import { sessionFailure } from '../session-failure.ts'
import { awaitAll } from '../await-all.ts'
import { checkReviewCall } from './check-review-call.ts'

/** Comments of earlier rounds that reviewers receive. */
const maxPrevious = 60
/** Criteria of the plan that one review answers: of a phase, and of the final result. */
const maxCriteria = { phase: 20, run: 60 }

interface Reviewing {
  performer: Performer
  phase: FrozenPhase | undefined
  /** The request without the workspace and its tools, which each reviewer has its own of. */
  facts: Omit<ReviewRequest, 'workspace' | 'tools'>
}

/**
 * Runs all reviewers of a scope on a commit in parallel, each in a separate workspace, and decides about
 * their comments.
 *
 * Without `phase`, the final result is reviewed. Changes in a reviewer's workspace are discarded. A run that
 * needs reviews but was resumed without reviewers is not approved.
 *
 * If a reviewer fails, this process keeps the verdicts of the others, and asks only that one when the review
 * is repeated.
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
  const reviewing = { performer, phase, facts: await gatherFacts(performer, phase, commit, round) }
  const { verdicts } = performer
  const keyOf = ({ id }: ReviewerV1): string => [phase?.id ?? '', commit, round, id].join(' ')
  const opinions = await awaitAll(
    reviewers.map(async (reviewer) => {
      const opinion = verdicts.get(keyOf(reviewer)) ?? (await askReviewer(reviewing, reviewer))
      if (!('failure' in opinion)) verdicts.set(keyOf(reviewer), opinion)
      return opinion
    }),
  )
  const review = await decide(reviewing, opinions)
  if (!review.failure) for (const reviewer of reviewers) verdicts.delete(keyOf(reviewer))
  return review
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
    return withAdvice(reviewing, opinions, settleReview(opinions, findings))
  const judged = await askEvaluator(reviewing, evaluator, open)
  return 'failure' in judged
    ? { ...settleReview(opinions, findings), approved: false, failure: judged.failure }
    : settleReview(opinions, findings, judged.judgements)
}

/** Adds how to run without reviews to a default review whose verdict cannot be read. */
const withAdvice = ({ performer, phase }: Reviewing, opinions: readonly Opinion[], review: Review): Review =>
  performer.state.settings.review[phase ? 'phase' : 'run'] === 'agent' &&
  opinions.some((opinion) => 'problem' in opinion)
    ? { ...review, summary: `${review.summary} ${turnOffReviews}` }
    : review

const missing = (what: string, whom: string): Review => {
  const message = `${what} Resume the run with ${whom}.`
  return { approved: false, summary: message, comments: [], failure: { class: 'environment', message } }
}

const gatherFacts = async (
  { state, host: { git } }: Performer,
  phase: FrozenPhase | undefined,
  commit: string,
  round: number,
): Promise<Reviewing['facts']> => {
  const { run } = workContext(state, phase)
  const base = phase ? phase.attempt.base : state.base
  const folder = executionFolder(state)
  const reviews = phase ? phase.reviews : state.ending.reviews
  const criteria = phase ? phaseCriteria(phase) : openCriteria(state)
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
    files: await git.diff({ from: base, to: commit }),
    readFile: (side, path) => git.readFile(side === 'base' ? base : commit, path),
    checks: phase ? phase.attempt.checks : state.ending.checks,
    ...(criteria.length > 0 && { criteria }),
    ...(folder === undefined ? {} : { folder }),
    round,
    previous: reviews.flatMap(({ comments }) => comments).slice(-maxPrevious),
  }
}

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
  const { secrets } = reviewing.performer
  const said = await ask(reviewing, { role: 'reviewer', id }, (request, context) =>
    reviewer.review(request, context),
  )
  if ('failure' in said) {
    const { failure } = said
    return failure.class === 'report_invalid'
      ? { reviewer: id, problem: failure.message }
      : { reviewer: id, failure }
  }
  const reading = readVerdict(said.value)
  return 'problem' in reading
    ? { reviewer: id, problem: reading.problem }
    : { reviewer: id, verdict: redactValue(reading.answer, secrets) }
}

/** An unreadable answer decides nothing, so every comment is implemented. */
const askEvaluator = async (
  reviewing: Reviewing,
  evaluator: EvaluatorV1,
  comments: readonly ReviewComment[],
): Promise<{ judgements: Judgement[] } | { failure: Failure }> => {
  const said = await ask(reviewing, { role: 'evaluator', id: 'evaluator' }, (request, context) =>
    evaluator.evaluate(comments, request, context),
  )
  if ('failure' in said) return said.failure.class === 'report_invalid' ? { judgements: [] } : said
  const reading = readJudgements({ judgements: said.value })
  if ('answer' in reading) return { judgements: redactValue(reading.answer, reviewing.performer.secrets) }
  const reason = `The evaluator's answer cannot be read: ${reading.problem}`
  return { judgements: comments.map(({ id }) => ({ id, disposition: 'implement', reason })) }
}

interface Asked {
  role: 'reviewer' | 'evaluator'
  id: string
}

/** Calls a reviewer or evaluator in a workspace of the commit. Throws only if the run stops or git fails. */
const ask = async <Value>(
  { performer, phase, facts }: Reviewing,
  { role, id }: Asked,
  call: (request: ReviewRequest, context: ReviewContext) => Promise<Value>,
): Promise<{ value: Value } | { failure: Failure }> => {
  const { git } = performer.host
  const place = await git.openWorkspace({ runId: performer.state.runId, base: facts.commit })
  const workspace = withFiles(place, readOnlyFiles(place.fs))
  let provider: string | undefined
  // One driver for the whole call: a repaired answer continues its session.
  let own: DriverV1 | undefined
  const who = `${role} "${id}"`
  const context: ReviewContext = {
    signal: performer.signal,
    emit: (progress) => {
      if (phase) performer.progress(phase.id, progress)
    },
    session: async (session, driver = (own ??= performer.driverFor(role))) => {
      checkReviewCall(who, 'session', 'session', session)
      checkReviewCall(who, 'session', 'driver', driver)
      if (!driver)
        throw driverError('environment', {
          message: `The ${role} "${id}" needs an agent, but this run has none. Give the ${role} or the run a driver.`,
        })
      ;({ provider } = driver)
      const request = { ...session, role, workspace, access: 'read', limits: {} } as const
      return performer.session(request, context.emit, driver)
    },
    command: async (request) => {
      checkReviewCall(who, 'command', 'command', request)
      return runCommand(performer, { ...request, workspace: place })
    },
  }
  try {
    performer.signal.throwIfAborted()
    const phaseId = phase?.id
    const { signal } = performer
    const run = (own: Workspace): Promise<Value> =>
      call({ ...facts, workspace: own, tools: performer.tools(own) }, context)
    return { value: await performer.guard({ who, workspace, signal, phaseId, run }) }
  } catch (error) {
    performer.signal.throwIfAborted()
    return { failure: sessionFailure(error, provider, performer) }
  } finally {
    await git.closeWorkspace(place)
  }
}
