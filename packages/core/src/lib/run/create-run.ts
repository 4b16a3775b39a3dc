import type { DriverV1 } from '../contract/driver.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import { batchLimits } from '../policy/batch-limits.ts'
import { checkTdd } from '../policy/check-tdd.ts'
import { splitBatches } from '../policy/split-batches.ts'
import { joinPhases } from '../plan/join-phases.ts'
import { resolveGraph } from '../graph/resolve-graph.ts'
import type { Input } from '../machine/input.ts'
import { createRunState, type RunStart } from '../machine/run-state.ts'
import type { PlanIssue } from '../plan/plan-issue.ts'
import { type Plan, planSchema } from '../plan/plan-schema.ts'
import { validatePlan } from '../plan/validate-plan.ts'
import { checkPatterns } from './check-patterns.ts'
import { checkRepository } from './check-repository.ts'
import { checkSteps } from './check-steps.ts'
import { chooseTarget } from './choose-target.ts'
import { coreVersion } from './core-version.ts'
import { createDigest } from './create-digest.ts'
import { createEventHub } from './event-hub.ts'
import { executionName } from './execution-name.ts'
import { makeRun } from './make-run.ts'
import { readSettings } from './read-settings.ts'
import type { Run } from './run.ts'
import type { RunOptions } from './run-options.ts'

/** The version of what the journal holds. */
export const journalVersion = 3

/** The first record of a journal. */
export interface RunRecord extends RunStart {
  type: 'run_created'
  version: typeof journalVersion
  /** The version of this package that began the run. */
  by: string
}

/** Every other record. */
export type JournalEntry = Input & {
  /** The digest of everything that was decided before it. Absent where it was written together with the record before. */
  after?: number
}

/**
 * Makes a run. Everything is checked here, the repository too, and nothing is written or executed: that is `start`'s.
 *
 * Throws `PLAN_INVALID`, `OPTION_INVALID`, `DRIVER_MISSING`, `NOT_A_REPOSITORY`, `REPOSITORY_NOT_READY`, `TARGET_INVALID`.
 */
export const createRun = async (options: RunOptions): Promise<Run> => {
  const { host, driver, onListenerError = () => {} } = options
  const given = readTracker(checkedPlan(options.plan), options.trackerId)
  const rules = readSettings({ ...options, tdd: options.tdd ?? usualTdd(given) })
  checkMeters(options)
  const { plan, issues } = preparePlan(given, options)
  const untested = rules.tdd === 'off' ? [] : checkTdd(given)
  if (untested.length > 0) throw invalid(untested)
  const unreadable = await checkPatterns(plan)
  if (unreadable.length > 0) throw invalid(unreadable)
  if (!driver) checkSteps(plan)
  const head = checkRepository(await host.git.inspect())
  const now = host.clock.now()
  const name = executionName(plan, now)
  const { target, targetCommit, base } = await chooseTarget(host.git, head, options.target, name)
  const runId = `${name.slice(0, 10)}-${host.uniqueId()}`
  const hooks = host.git.runHooks ? rules.hooks : 'off'
  const settings = { ...rules, hooks, execution: name } as const
  const start: RunStart = { runId, plan, settings, targetCommit }
  const state = createRunState(start)
  return makeRun({
    ...options,
    state,
    hub: createEventHub(onListenerError),
    digest: createDigest(),
    warnings: issues,
    first: { type: 'run_started', base, target, ...(driver && { provider: driver.provider }) },
    async hold() {
      const lease = await host.store.acquire(runId)
      const record: RunRecord = { type: 'run_created', version: journalVersion, by: coreVersion, ...start }
      await lease.append([{ seq: 1, value: record }])
      return { lease, nextSeq: 2 }
    },
  })
}

/** A budget that nobody could watch is refused. */
const checkMeters = (options: RunOptions): void => {
  const { driver, reviewers = [], evaluator } = options
  for (const agent of new Set([driver, evaluator?.driver, ...reviewers.map((reviewer) => reviewer.driver)]))
    if (agent) checkMeter(agent, options)
}

const checkMeter = (driver: DriverV1, { budget = {}, phaseBudget = {} }: RunOptions): void => {
  for (const kind of ['tokens', 'usd'] as const) {
    const option = budget[kind] !== undefined ? 'budget' : 'phaseBudget'
    const wanted = budget[kind] ?? phaseBudget[kind]
    if (wanted === undefined || driver.meters.includes(kind)) continue
    const counts = driver.meters.length === 0 ? 'nothing' : driver.meters.join(' and ')
    throw new AmeliaError(
      'OPTION_INVALID',
      `The driver "${driver.id}" cannot count ${kind}: it counts ${counts}. Give another budget, or another driver.`,
      { option },
    )
  }
}

/** Only where the author has said what is a test and what an implementation can the plan be held to it unasked. */
const usualTdd = ({ format, tddApproach }: Plan): RunOptions['tdd'] & string =>
  format === 'subtask-list' && tddApproach ? 'static' : 'off'

/** The plan as it is run: in one piece, or with its batches cut to what one look can take in. */
const preparePlan = (
  plan: Plan,
  { enablePhasedExecution = true, preset, splitBatches: limits }: RunOptions,
): { plan: Plan; issues: PlanIssue[] } => {
  if (!enablePhasedExecution) return { plan: joinPhases(plan), issues: [] }
  const isBatched = preset === 'intelligent' || plan.format === 'execution-plan'
  const wanted = limits ?? (isBatched ? batchLimits : false)
  return wanted === false ? { plan, issues: [] } : splitBatches(plan, wanted)
}

const checkedPlan = (draft: RunOptions['plan']): Plan => {
  const parsed = planSchema.safeParse(draft)
  if (!parsed.success) {
    const [first] = parsed.error.issues
    const where = first?.path.join('.') || 'the plan'
    throw invalid([
      { severity: 'error', code: 'PLAN_SCHEMA', message: `${where}: ${first?.message}`, line: 1, column: 1 },
    ])
  }
  const plan = parsed.data
  const issues = [...validatePlan(plan), ...resolveGraph(plan.phases).issues]
  const errors = issues.filter(({ severity }) => severity === 'error')
  if (plan.phases.length === 0)
    errors.push({
      severity: 'error',
      code: 'NO_PHASES',
      message: 'The plan has no phases.',
      line: 1,
      column: 1,
    })
  if (errors.length > 0) throw invalid(errors)
  return plan
}

const invalid = (issues: PlanIssue[]): AmeliaError =>
  new AmeliaError('PLAN_INVALID', `The plan cannot be run: line ${issues[0]!.line}: ${issues[0]!.message}`, {
    issues,
  })

const readTracker = (plan: Plan, wanted: string | undefined): Plan => {
  const trackerId = wanted ?? plan.trackerId
  if (trackerId === undefined) return plan
  if (
    !/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u.test(trackerId) ||
    trackerId.includes('..') ||
    trackerId.endsWith('.')
  )
    throw new AmeliaError(
      'OPTION_INVALID',
      `"${trackerId}" cannot be a tracker id: letters, digits, ".", "_" and "-" make one, 64 at most.`,
      { option: 'trackerId' },
    )
  return { ...plan, trackerId }
}
