import { AmeliaError } from '../../error/amelia-error.ts'
import type { RunEvent } from '../../event/run-event.ts'
import type { Plan } from '../../plan/model/plan.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { findPhaseId } from '../../plan/source/find-phase-id.ts'
import { keepIds } from '../../plan/source/rename-ids.ts'
import { comparePlans } from '../../policy/dispatch/compare-plans.ts'
import { describeError } from '../../policy/describe-error.ts'
import { checkCall } from '../boundary/check-call.ts'
import { checkedHost } from '../boundary/checked-host.ts'
import { foldRun } from '../journal/fold-run.ts'
import { type Preset, presets } from '../settings/presets.ts'
import type { CheckOption, RunOptions } from '../settings/option/run-options.ts'
import { checkedPlan } from '../../read/checked-plan.ts'
import { type FollowUps, readFollowUps } from '../settings/read-follow-ups.ts'
import type { Run } from './run.ts'
import { setUpRun } from './set-up-run.ts'

/** Options of `forkRun`. Those of `createRun` replace those of the run that is forked. */
export interface ForkRunOptions
  extends Partial<Omit<RunOptions, 'plan' | 'host' | 'inPlace' | 'allowDirty'>> {
  /** The repository and the store of the run to fork. */
  host: RunOptions['host']
  /** A plan from `readPlan` or `definePlan`, or built in code. Default: that of the run that is forked. */
  plan?: RunOptions['plan'] | undefined
  /** The run to fork. It stays as it is. */
  runId: string
  /**
   * The id of the phase before which the fork begins. A phase that only `plan` has adopts everything.
   */
  from: string
  /**
   * Phases of `plan` that follow up the work of a phase of the run, by id. The first session of such a phase
   * continues the last one of `phaseId`, if its driver can resume it. Any other session starts fresh, with
   * `briefing` in its prompt. Default: none.
   */
  followUps?: FollowUps | undefined
}

/** Implements `forkRun`. */
export const forkStored = async (given: ForkRunOptions): Promise<Run> => {
  checkCall('forkRun', given)
  const { runId, from: named, followUps, ...options } = given
  const host = checkedHost(options.host)
  const events: RunEvent[] = []
  const { state } = foldRun(runId, await host.store.load(runId), { receive: (event) => events.push(event) })
  const before = state.plan
  const after = options.plan ? keepIds(checkedPlan(options.plan, options.secrets), before) : before
  const from = findPhaseId(
    [...before.phases, ...after.phases].map(({ id }) => id),
    named,
  )
  const has = (plan: Plan): boolean => plan.phases.some(({ id }) => id === from)
  const follows = !has(before) && has(after)
  const phases = follows ? allAdopted(state) : adoptedBefore(state, from)
  const last = phases.at(-1)
  const commit = last?.integrated?.commit ?? state.base
  const ids = new Set(phases.map(({ id }) => id))
  checkDebts(state, events, { from, ids })
  const inherited = inheritedOptions(state, options)
  for (const { phaseId, change } of comparePlans(before, after, () => 'completed'))
    if (change === 'again') ids.delete(phaseId)
  const { planApproved: isApproved } = state.settings
  const plan = {
    ...after,
    phases: after.phases.map((phase) => (ids.has(phase.id) ? { ...phase, status: 'done' as const } : phase)),
  }
  await host.git.readTree(commit).catch((error: unknown) => {
    const { message } = describeError(error, (text) => text)
    throw refused(
      runId,
      from,
      `its commit ${commit.slice(0, 7)} cannot be read, perhaps because the run was cleaned (${message})`,
    )
  })
  return setUpRun(
    { ...inherited, planApproved: isApproved && !options.plan, ...options, plan },
    { runId, phaseId: from, commit, adopted: [...ids] },
    {
      follows,
      continues: [
        ...(state.settings.artifacts === 'commit' ? [state.settings.execution] : []),
        ...(state.settings.continues ?? []),
      ],
      ...(followUps && { followUps: readFollowUps(state, plan, followUps, options.secrets) }),
    },
  )
}

/** The integrated phases, in the order of their commits. */
const allAdopted = ({ phases, integrated }: RunState): RunState['phases'] =>
  integrated.map((each) => phases[each]!)

/** The phases whose commits are below the one of `from`, or all that are integrated if it is not. */
const adoptedBefore = (state: RunState, from: string): RunState['phases'] => {
  const index = state.graph.index.get(from)
  const phase = index === undefined ? undefined : state.phases[index]
  if (!phase) {
    const ids = state.phases.map(({ id }) => id).join(', ')
    throw refused(state.runId, from, `its plan has no phase "${from}". Its phases: ${ids}`)
  }
  if (phase.status === 'external')
    throw refused(
      state.runId,
      from,
      `phase ${from} was done before the run, so no commit of the run precedes it`,
    )
  const place = state.integrated.indexOf(phase.index)
  return place < 0 ? allAdopted(state) : allAdopted(state).slice(0, place)
}

/** Refuses a fork between tests and their implementation: nothing in it would answer for the red tests. */
const checkDebts = (
  { runId }: RunState,
  events: readonly RunEvent[],
  { from, ids }: { from: string; ids: ReadonlySet<string> },
): void => {
  const owed = new Map<string, string[]>()
  for (const event of events) {
    if (event.type === 'debt_opened' && ids.has(event.phaseId)) owed.set(event.phaseId, event.owedBy)
    if (event.type === 'debt_paid' && ids.has(event.phaseId)) owed.delete(event.of)
  }
  for (const [phaseId, by] of owed)
    throw refused(
      runId,
      from,
      `the tests of phase ${phaseId} would wait for ${by.join(', ')}, which the fork does not adopt. Fork from ${phaseId}, or from a phase after ${by.join(', ')}`,
    )
}

/** The options of the old run that its journal contains. */
const inheritedOptions = (
  { settings }: RunState,
  { plan, preset }: Pick<ForkRunOptions, 'plan' | 'preset'>,
): Partial<RunOptions> => {
  const { shape = 'as it is', checks, labels, meta, allowSecrets, tick } = settings
  const verify = Object.fromEntries(
    checks.map(({ name, argv, when, optional }): [string, CheckOption] => [
      name,
      { command: argv, when, optional },
    ]),
  )
  return {
    ...(!preset && { preset: presetIn(settings) }),
    ...(checks.length > 0 && { verify }),
    ...(labels && { labels }),
    ...(meta && { meta }),
    ...(allowSecrets && { allowSecrets }),
    ...(tick === false && { tick }),
    // The stored plan has its shape already.
    ...(plan && shape === 'joined' && { enablePhasedExecution: false }),
    splitBatches: plan && typeof shape === 'object' ? shape : false,
  }
}

const presetIn = (settings: RunSettings): Preset => {
  const keys = Object.keys(presets.phased) as (keyof Preset & keyof RunSettings)[]
  const values = Object.fromEntries(keys.map((key) => [key, settings[key]]))
  return { ...(values as unknown as Preset), finalReview: settings.finalReview ?? false }
}

const refused = (runId: string, from: string, why: string): AmeliaError =>
  new AmeliaError('NOT_FORKED', `Run ${runId} cannot be forked from phase "${from}": ${why}.`, {
    runId,
    phaseId: from,
  })
