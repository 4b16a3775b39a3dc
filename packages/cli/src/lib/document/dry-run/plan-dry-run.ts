import {
  choosePreset,
  type Plan,
  planBatches,
  type PresetName,
  presets,
  resolveGraph,
  type SettingValue,
} from '@amelia/core'
import { findShared, planWidth, type Stack, viewPhases } from '@amelia/core/view'
import { planCommands, type PromptPreview } from '@amelia/core/machine'
import type { HostConfinement } from '@amelia/core/plugin'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { describeShared, describeWidth } from '../fact/describe-shared.ts'
import { describeTdd, listRequired } from '../fact/describe-tdd.ts'
import { detectStack } from '../stack/detect-stack.ts'
import { listFailover } from '../../setting/failover/list-failover.ts'
import type { BudgetFlags } from '../../setting/read-budget.ts'
import type { PushOutput } from '../json/dry-run-output.ts'
import type { ReadAgents } from '../../setting/agent/read-agents.ts'
import { describeReviews } from './describe-reviews.ts'
import { countAgentPhases, describeBudget, describeNoBudget } from './describe-budget.ts'
import { needsAgent } from '../fact/needs-agent.ts'
import { readProjectFiles } from '../stack/read-project-files.ts'
import { openPath } from '../fact/open-path.ts'
import { type PlannedWork, planWork, type RunEstimate } from './run-estimate.ts'

/** The options of a run that a dry run shows. */
export interface DryRunOptions extends BudgetFlags {
  repo: string
  target?: string
  commit?: SettingValue<'publish'> | 'auto'
  inPlace?: boolean
  /** The place that the completed run is pushed to, with `--pr`. */
  push?: PushOutput
  verify: Readonly<Record<string, readonly string[]>>
  preset?: PresetName
  concurrency?: number
  trust?: SettingValue<'trust'>
  batchCheckpoints?: boolean
  autoApproveLowRisk?: boolean
  tdd?: SettingValue<'tdd'>
  oneSession?: boolean
  setup?: string[]
  /** Whether the run's processes are confined. */
  confinement?: HostConfinement
  /** The file with the limit of the repository's runs, if that applies. */
  storedBudget?: string
  /** Estimates the cost and the time of the run from earlier runs. */
  estimate(work: PlannedWork): Promise<RunEstimate>
  /** The first prompt of the run, if it has sessions. */
  firstPrompt(): Promise<PromptPreview | undefined>
  /** The command line as typed. */
  argv: readonly string[]
}

/** The name of the agents that a function of the config file chooses, which are not known before the run. */
const inCode = '(made in code)'

/** The facts that a preview of a run shows. */
export type DryRunFacts = Awaited<ReturnType<typeof planDryRun>>

/**
 * Collects the facts about a run of the plan: its settings, order, and the command to type. `plan` is
 * the plan as it would run.
 */
export const planDryRun = async (
  path: string,
  plan: Plan,
  options: DryRunOptions,
  { all: drivers, options: agents }: Pick<ReadAgents, 'all' | 'options'>,
) => {
  const { preset, reason } = choosePreset(options.oneSession === true ? {} : plan, options.preset)
  const { graph } = resolveGraph(plan.phases)
  const works = agents.driver !== undefined
  const needed = works ? [] : needsAgent(plan)
  const agentPhases = countAgentPhases(plan, works)
  const concurrency = options.inPlace === true ? 1 : (options.concurrency ?? presets[preset].concurrency)
  return {
    plan: path,
    goal: plan.goal,
    format: plan.format,
    commit: options.commit ?? 'phase',
    target: targetOf(options),
    confinement: options.confinement ?? null,
    /** The place that the completed run is pushed to. Null without `--pr`. */
    push: options.push ?? null,
    preset: { preset, reason },
    trust: options.trust ?? presets[preset].trust,
    asks: describeTrust(options, presets[preset].trust),
    concurrency,
    /** The minutes that the plan states for all of it. */
    totalMinutes: plan.totalMinutes ?? null,
    checks: options.verify,
    review: describeReviews(plan, agents, presets[preset].finalReview),
    tdd: describeTdd(plan, { tdd: options.tdd, hasTests: options.verify['test'] !== undefined }) ?? null,
    /** The red and green results that phases must show. */
    requirements: options.verify['test'] === undefined ? [] : listRequired(plan, { tdd: options.tdd }),
    agents:
      works && drivers.length === 0
        ? [{ name: inCode }]
        : drivers.map(({ id, access }) => ({ name: id, ...(access === undefined ? {} : { access }) })),
    /** Agents that stand in for each other while a provider limits its requests, in order of failover. */
    failover: listFailover(agents.driver),
    /** The phases that need an agent, if none is named. */
    needsAgent: needed,
    stack: await readStack(options.repo),
    /** The phases whose order decides how long the run takes at least. */
    criticalPath: graph === undefined ? [] : openPath(plan),
    ...(graph !== undefined && {
      width: planWidth(graph, plan.phases),
      sharedFiles: findShared(graph, plan.phases),
      /** The width, and the phases that run one after the other, in words. */
      order: [describeWidth(graph, plan.phases), ...describeShared(graph, plan.phases)],
    }),
    setup: options.setup ?? [],
    /** Every command of the plan, after the id of its step or phase. */
    commands: planCommands(plan),
    /** The limits of the run's cost, or why it has none. Null without an agent. */
    budget:
      describeBudget(options, options.storedBudget !== undefined) ??
      (agentPhases > 0 ? describeNoBudget({ all: drivers, options: agents }) : null),
    /** The number of phases that an agent works on. */
    agentPhases,
    /** The cost and the time to expect, from earlier runs. */
    ...(await options.estimate(planWork(plan, { agentPhases, concurrency }, agents))),
    firstPrompt: (await options.firstPrompt()) ?? null,
    // The estimates of an execution plan are the minutes of its steps, not points.
    phases: viewPhases(plan).map((phase) =>
      plan.format === 'execution-plan' ? { ...phase, estimate: undefined } : phase,
    ),
    batches: graph === undefined ? [] : planBatches(graph, plan.phases),
    command: commandOf(options.argv, needed.length > 0),
  }
}

const targetOf = ({ target, commit, inPlace }: DryRunOptions): string => {
  if (commit === 'message-only') return 'your checkout, staged and not committed'
  return target ?? (inPlace === true ? 'the current branch' : 'a new branch, amelia/…')
}

/** Describes where the run would ask. */
const describeTrust = (
  { trust, batchCheckpoints = true, autoApproveLowRisk = false }: DryRunOptions,
  usual: SettingValue<'trust'>,
): string => {
  switch (trust ?? usual) {
    case 'paranoid':
      return 'asks after each step'
    case 'standard':
      if (!batchCheckpoints) return 'asks about high risk only'
      return autoApproveLowRisk ? 'asks at each batch, except of low risk' : 'asks at each batch'
    case 'autonomous':
      return 'asks about high risk only'
  }
}

/** The command that runs the plan. `--driver NAME` stands for the agent that it needs. */
const commandOf = (argv: readonly string[], needsDriver: boolean): string => {
  const kept = argv.filter((argument, index) => {
    if (argument === '--dry-run') return false
    const isDriver = argument === '--driver' || argument.startsWith('--driver=')
    return !needsDriver || !(isDriver || argv[index - 1] === '--driver')
  })
  return [...['amelia', ...kept].map(quoteArgument), ...(needsDriver ? ['--driver NAME'] : [])].join(' ')
}

const readStack = async (folder: string): Promise<Stack> => {
  const { names, texts } = await readProjectFiles(folder)
  return detectStack(names, texts)
}
