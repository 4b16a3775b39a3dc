import type { RunStoreV1 } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { checkCall } from '../boundary/check-call.ts'
import { checkedHost } from '../boundary/checked-host.ts'
import { batchLimits } from '../../policy/dispatch/batch-limits.ts'
import { createRunState, type RunStart } from '../../machine/state/run-state.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import type { Fork } from '../../event/fork.ts'
import { copyJson, type Meta } from '../../plan/field/meta.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { checkedPlan } from '../../read/checked-plan.ts'
import { placeIssues } from '../../plan/source/locate-line.ts'
import { checkConfinement } from '../settings/check-confinement.ts'
import { checkFilters } from '../settings/check-filters.ts'
import { checkIgnored } from '../settings/check-ignored.ts'
import { checkFunctions } from '../settings/check-functions.ts'
import { checkLabels } from '../settings/check-labels.ts'
import { checkMeters } from '../settings/check-meters.ts'
import { checkInPlace } from '../settings/check-in-place.ts'
import { checkRedAndGreen } from '../settings/check-red-and-green.ts'
import { checkRepository } from '../settings/check-repository.ts'
import { chooseTarget } from '../settings/choose-target.ts'
import { beginJournal } from '../journal/begin-journal.ts'
import { createDigest } from '../journal/create-digest.ts'
import { createReportingHub } from '../journal/reporting-hub.ts'
import { executionName } from '../settings/execution-name.ts'
import { isAttended } from '../settings/option/run-adapters.ts'
import { makeRun } from './make-run.ts'
import { readSettings } from '../settings/read-settings.ts'
import { refuseInPlace } from '../settings/refuse-in-place.ts'
import { reserveTarget } from './reserve-target.ts'
import type { Run } from './run.ts'
import type { RunOptions } from '../settings/option/run-options.ts'
import { presetOf } from '../settings/choose-preset.ts'
import { checkPhaseNames, listDrivers } from '../settings/list-drivers.ts'
import { readDrivers } from '../settings/read-drivers.ts'
import { type HasDriver, type PlanShape, shapePlan } from '../settings/shape-plan.ts'

/**
 * Implements `createRun`; with `fork`, the run begins on a commit of another run, or, if it `follows` that
 * run, at the tip of a branch that contains it.
 */
export const setUpRun = async (
  given: RunOptions,
  fork?: Fork,
  {
    follows = false,
    followUps,
    continues = [],
  }: { follows?: boolean } & Pick<RunSettings, 'followUps' | 'continues'> = {},
): Promise<Run> => {
  checkCall('createRun', given)
  const options = { ...given, host: checkedHost(given.host) }
  const { host } = options
  refuseInPlace(options.inPlace === true, options.dispatcher)
  const confinement = checkConfinement(host)
  const drivers = readDrivers(options.driver)
  const { labels, secrets = [] } = options
  checkLabels(labels, options.meta, secrets)
  const { trackerId } = options
  const draft = {
    ...checkedPlan(options.plan, options.secrets),
    ...(trackerId !== undefined && { trackerId }),
  }
  const rules = readSettings({ ...options, plan: draft })
  const shape = shapeOf(draft, options)
  const hasDriver: HasDriver = (shaped) => listDrivers(drivers, shaped).hasDriver
  const { plan, issues } = await shapePlan(draft, { ...rules, shape, hasDriver })
  if (rules.tdd === 'full') checkRedAndGreen(plan)
  checkFunctions(plan, options)
  checkPhaseNames(plan, options)
  const { all, input } = listDrivers(drivers, plan)
  checkMeters(all, options)
  const repository = await host.git.inspect()
  const head = fork?.commit ?? checkRepository(repository, options.inPlace ? undefined : rules.publish)
  const now = host.clock.now()
  const name = executionName(plan, now)
  const place = options.inPlace ? await checkInPlace(host.git, repository, options, rules) : undefined
  // An invalid target is refused here; its name is reserved when the run starts.
  const { target, targetCommit, base } = place ?? (await chooseTarget(host.git, head, options.target, name))
  const contains = follows && targetCommit !== null && (await host.git.isAncestor(head, targetCommit))
  if (fork && targetCommit !== null && !contains)
    throw new AmeliaError(
      'TARGET_INVALID',
      `A fork creates its target branch, but ${target} exists${follows ? ' and does not contain the adopted commits' : ''}. Choose another \`target\`, or omit it.`,
      { target },
    )
  const runId = options.runId ?? `${name.slice(0, 10)}-${host.uniqueId()}`
  if (options.runId !== undefined) await refuseStored(host.store, runId)
  const meta = (plan.meta ?? options.meta) && {
    ...plan.meta,
    ...(copyJson(options.meta) as Meta | undefined),
  }
  const hooks = host.git.runHooks ? rules.hooks : 'off'
  const settings = {
    ...rules,
    hooks,
    execution: name,
    shape,
    ...(labels && Object.keys(labels).length > 0 && { labels: { ...labels } }),
    ...(meta && { meta }),
    ...(fork && { forkedFrom: fork }),
    ...(followUps && { followUps }),
    ...(continues.length > 0 && { continues }),
    ...(place && { inPlace: { dirty: place.dirty } }),
    ...(confinement && { confinement }),
    ...(host.git.shared && { shared: host.git.shared }),
  }
  const { hub, onListenerError } = createReportingHub(runId, options)
  const start: RunStart = { runId, plan, settings, targetCommit }
  const state = createRunState(start)
  const attended = isAttended(options) && ({ attended: true } as const)
  const first = { type: 'run_started' as const, base, target, ...input, ...attended }
  return makeRun({
    ...options,
    state,
    hub,
    onListenerError,
    digest: createDigest(),
    warnings: [...issues, ...placeIssues(await checkIgnored(plan, host.git), draft)],
    first,
    async lock() {
      await checkFilters(host.git)
      // The lease comes first: a reservation of a run without an owner and without records does not count.
      const lease = await host.store.acquire(runId).catch((error: unknown) => {
        throw AmeliaError.is(error, 'RUN_LOCKED') ? runExists(runId) : error
      })
      try {
        if (options.runId !== undefined) await refuseStored(host.store, runId)
        const { artifacts } = settings
        const wanted = options.target
        const reserved = await reserveTarget({ host, runId, head, place, wanted, name, artifacts })
        first.target = reserved.target
        settings.execution = reserved.execution
        await lease.append([beginJournal(start)])
        return { lease, nextSeq: 2 }
      } catch (error) {
        await lease.release().catch(onListenerError)
        throw error
      }
    },
  })
}

const refuseStored = async (store: RunStoreV1, runId: string): Promise<void> => {
  const records = await store.load(runId).catch((error: unknown) => {
    if (AmeliaError.is(error, 'RUN_NOT_FOUND')) return []
    throw error
  })
  if (records.length > 0) throw runExists(runId)
}

const runExists = (runId: string): AmeliaError =>
  new AmeliaError(
    'RUN_EXISTS',
    `Run ${runId} exists already. Open it with openRun, or choose another \`runId\`.`,
    { runId },
  )

/** Decides whether the plan runs as one phase, with split batches, or as it is. */
const shapeOf = (
  plan: Plan,
  { enablePhasedExecution = true, preset, splitBatches: limits }: RunOptions,
): PlanShape => {
  if (!enablePhasedExecution) return 'joined'
  const usual = plan.format === 'execution-plan' ? batchLimits : false
  return (limits ?? presetOf(plan, preset).splitBatches ?? usual) || 'as it is'
}
