import type { FrozenPhase } from '../../machine/state/frozen-state.ts'
import { driverError } from '../../contract/driver-error.ts'
import type {
  EvaluatorV1,
  Judgement,
  ReviewContext,
  ReviewerV1,
  ReviewRequest,
} from '../../contract/reviewer.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { Failure } from '../../contract/failure.ts'
import { readJudgements } from '../../policy/answer/read-judgements.ts'
import { readVerdict } from '../../policy/answer/read-verdict.ts'
import { redactValue } from '../../text/redact-value.ts'
import type { Review, ReviewComment } from '../../contract/review.ts'
import { listFindings, type Opinion, settleReview } from '../../policy/answer/settle-review.ts'
import { whatIsJudged } from '../../policy/answer/what-is-judged.ts'
import { executionFolder } from '../../report/execution-folder.ts'
import type { Performer } from '../performer.ts'
import { readOnlyFiles } from '../read-only-files.ts'
import { sessionFailure } from '../session-failure.ts'
import { settleAll } from '../settle-all.ts'

/** Comments of earlier rounds that reviewers are told of. */
const maxPrevious = 60

interface Reviewing {
  performer: Performer
  phase: FrozenPhase | undefined
  /** All of the request but the place that each reviewer has to itself. */
  facts: Omit<ReviewRequest, 'workspace'>
}

/**
 * Has all reviewers of a scope judge a commit at once, each in a workspace of its own, and decides about their comments.
 *
 * Without `phase` the whole run is judged. What a reviewer leaves in its workspace is thrown away. A run that is to be reviewed and has no
 * reviewer, because it was opened again without, is not approved: somebody has to see to it.
 */
export const reviewCommit = async (
  performer: Performer,
  phase: FrozenPhase | undefined,
  { commit, round }: { commit: string; round: number },
): Promise<Review> => {
  const scope = phase ? 'phase' : 'run'
  const reviewers = performer.reviewers.filter((reviewer) => reviewer.scope === scope)
  if (reviewers.length === 0)
    return missing(
      `What this run does is to be reviewed, and no reviewer of scope "${scope}" was given.`,
      'its reviewers',
    )
  const reviewing = { performer, phase, facts: await gatherFacts(performer, phase, commit, round) }
  const opinions = await settleAll(reviewers.map((reviewer) => askReviewer(reviewing, reviewer)))
  const findings = listFindings(opinions)
  const open = findings.filter(({ standing }) => standing === 'open').map(({ comment }) => comment)
  const { evaluator } = performer
  const { evaluated } = performer.state.settings.review
  if (evaluated && !evaluator && open.length > 0)
    return missing('What reviewers say in this run is to be evaluated, and no evaluator was given.', 'it')
  if (!evaluator || open.length === 0 || opinions.some((opinion) => 'failure' in opinion))
    return settleReview(opinions, findings)
  const judged = await askEvaluator(reviewing, evaluator, open)
  return 'failure' in judged
    ? { ...settleReview(opinions, findings), approved: false, failure: judged.failure }
    : settleReview(opinions, findings, judged.judgements)
}

const missing = (what: string, whom: string): Review => {
  const message = `${what} Open the run again with ${whom}.`
  return { approved: false, summary: message, comments: [], failure: { class: 'environment', message } }
}

const gatherFacts = async (
  { state, host: { git } }: Performer,
  phase: FrozenPhase | undefined,
  commit: string,
  round: number,
): Promise<Reviewing['facts']> => {
  const base = phase ? phase.attempt.base : state.base
  const folder = executionFolder(state)
  const reviews = phase ? phase.reviews : state.ending.reviews
  return {
    runId: state.runId,
    plan: { goal: state.plan.goal, title: state.plan.title },
    ...(phase && { phase: phase.planned }),
    judges: phase ? whatIsJudged(phase.planned) : 'change',
    base,
    commit,
    files: await git.diff({ from: base, to: commit }),
    readFile: (side, path) => git.readFile(side === 'base' ? base : commit, path),
    checks: phase ? phase.attempt.checks : state.ending.checks,
    ...(folder === undefined ? {} : { folder }),
    round,
    previous: reviews.flatMap(({ comments }) => comments).slice(-maxPrevious),
  }
}

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

/** What cannot be read decides nothing: then every comment is to be implemented. */
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
  return { judgements: 'problem' in reading ? [] : redactValue(reading.answer, reviewing.performer.secrets) }
}

interface Asked {
  role: 'reviewer' | 'evaluator'
  id: string
}

/** Asks somebody in a workspace of the commit. Throws only when the run stops, or git fails. */
const ask = async <Value>(
  { performer, phase, facts }: Reviewing,
  { role, id }: Asked,
  call: (request: ReviewRequest, context: ReviewContext) => Promise<Value>,
): Promise<{ value: Value } | { failure: Failure }> => {
  const { git } = performer.host
  const place = await git.openWorkspace({ runId: performer.state.runId, base: facts.commit })
  const workspace = { ...place, fs: readOnlyFiles(place.fs) }
  let provider: string | undefined
  const context: ReviewContext = {
    signal: performer.signal,
    emit: (progress) => {
      if (phase) performer.progress(phase.id, progress)
    },
    session: async (session, driver = performer.driver) => {
      if (!driver)
        throw driverError('environment', {
          message: `The ${role} "${id}" asks for an agent, and this run has none. Give it a driver of its own, or the run one.`,
        })
      ;({ provider } = driver)
      const request = { ...session, role, workspace, access: 'read', limits: {} } as const
      return performer.session(request, context.emit, driver)
    },
    command: (request) => performer.command({ ...request, workspace: place }),
  }
  try {
    performer.signal.throwIfAborted()
    const who = `${role} "${id}"`
    const phaseId = phase?.id
    const run = (own: Workspace): Promise<Value> => call({ ...facts, workspace: own }, context)
    return { value: await performer.guard({ who, workspace, signal: performer.signal, phaseId, run }) }
  } catch (error) {
    performer.signal.throwIfAborted()
    return { failure: sessionFailure(error, provider, performer.redact) }
  } finally {
    await git.closeWorkspace(place)
  }
}
