import { checkPlan, planBatches, type PlanDraft } from '@amelia/core'
import { defineReviewer } from '@amelia/core/plugin'
import { taskHeading } from '@amelia/parser-task-heading'
import { localSource } from '../../src/lib/source/local-source.ts'
import type { DashboardSource } from '../../src/lib/source/dashboard-source.ts'
import { largePlan } from './large-plan.ts'
import { makeHost, startRun, work } from './make-run.ts'
import { searchPlan, startChoices } from './start-choices.ts'
import { shopPlan } from './shop-plan.ts'

/** A picture: its source, and the clicks and texts that lead to it. */
export interface PictureState {
  source: DashboardSource
  runId?: string
}

const allowed: Partial<DashboardSource> = {
  readAccess: async () => ({
    access: 'start',
    canStart: true,
    canResume: true,
    canRevert: true,
    canCheck: true,
  }),
  checkPlan: async (text) => {
    const { issues, plan, graph } = checkPlan(text, { parsers: [taskHeading()] })
    return {
      issues,
      ...(plan && { plan }),
      ...(plan && graph && { batches: planBatches(graph, plan.phases) }),
      ...(plan && { needsAgent: plan.phases.map(({ id }) => id) }),
    }
  },
  startRun: async () => ({ runId: 'started' }),
  readStart: async () => startChoices,
  readPlan: async () => searchPlan,
  resumeRun: async () => {},
  revertRun: async () => {},
}

const sourceOf = (host: ReturnType<typeof makeHost>): DashboardSource => ({
  ...localSource({ host }),
  ...allowed,
})

/** A source that loses its connection after the first items. */
const losing = (source: DashboardSource): DashboardSource => {
  const listeners = new Set<(error: unknown, delayMs: number) => void>()
  return {
    ...source,
    onRetry(listener) {
      listeners.add(listener)
      // Each event of the run counts as a connection again.
      setInterval(() => listener(new Error('lost'), 1_000), 50)
      return () => listeners.delete(listener)
    },
  }
}

const failing =
  (check: string) =>
  ({ argv }: { argv: readonly string[] }) =>
    argv.includes(check)
      ? {
          exitCode: 1,
          output:
            'FAIL test/tokens.test.ts\n  expected 402 to be 200\n    at pay (src/pay.ts:41:9)\n\n1 failed, 118 passed',
        }
      : 0

/** The plan without tests that must fail first: the fakes of commands do not know them. */
const noTests: PlanDraft = {
  ...shopPlan,
  phases: shopPlan.phases.map(({ subtasks: _, ...phase }) => phase),
}

/** The plan without a phase that a person is asked about. */
const lowRisk: PlanDraft = {
  ...shopPlan,
  phases: shopPlan.phases.map((phase) => ({ ...phase, risk: 'low' })),
}

/** The states, by name. Each run is real: it is made by the engine with fakes of agents and commands. */
export const states: Record<string, () => Promise<PictureState>> = {
  'empty-list': async () => ({ source: sourceOf(makeHost(0)) }),
  'plan-approval': async () => {
    const host = makeHost(2)
    return {
      source: sourceOf(host),
      runId: await startRun(host, { ...shopPlan, byAgent: true }, { trust: 'standard' }),
    }
  },
  'parallel-phases': async () => {
    const host = makeHost(9)
    const script = work(host.clock, { '2a': Infinity, '2b': Infinity, '2c': Infinity })
    return { source: sourceOf(host), runId: await startRun(host, shopPlan, { script }) }
  },
  checkpoint: async () => {
    const host = makeHost(14)
    return {
      source: sourceOf(host),
      runId: await startRun(host, lowRisk, { trust: 'standard' }),
    }
  },
  decide: async () => {
    const host = makeHost(20, () => 0)
    const source = sourceOf(host)
    const reviewers = [
      defineReviewer({
        ...{ id: 'careful', scope: 'phase' },
        review: async ({ phase }) => ({
          approved: true,
          summary: 'It does what the plan asks for.',
          comments:
            phase?.id === '2b'
              ? [
                  {
                    ...{ severity: 'minor', file: 'src/checkout/part-2b.ts', line: 7 },
                    message: 'Name the part in the message too.',
                  },
                ]
              : [],
        }),
      }),
    ]
    const phases = lowRisk.phases.map(({ subtasks: _, ...phase }) => phase)
    const runId = await startRun(
      host,
      { ...lowRisk, phases },
      {
        ...{ trust: 'standard', verify: { test: ['npm', 'test'] }, reviewers },
        onGate: ({ id: gateId }) => (gateId.includes('batch-1') ? { gateId, choice: 'approve' } : undefined),
      },
    )
    return { source, runId }
  },
  blocker: async () => {
    const host = makeHost(25, failing('test'))
    const options = { verify: { test: ['npm', 'test'] }, retry: { onExhausted: 'ask' } } as const
    return { source: sourceOf(host), runId: await startRun(host, noTests, options) }
  },
  cancel: async () => states['parallel-phases']!(),
  retry: async () => {
    const host = makeHost(
      12,
      (() => {
        let calls = 0
        return ({ argv }: { argv: readonly string[] }) =>
          argv.includes('test') && ++calls === 2 ? failing('test')({ argv }) : 0
      })(),
    )
    const first = work(host.clock, { '2b': Infinity, '2c': Infinity })
    const second = work(host.clock, { '2a': Infinity })
    let sessions = 0
    const script: typeof first = (request, ...rest) =>
      (request.phase?.id === '2a' && ++sessions > 1 ? second : first)(request, ...rest)
    return {
      source: sourceOf(host),
      runId: await startRun(host, noTests, { script, verify: { test: ['npm', 'test'] } }),
    }
  },
  failed: async () => {
    const host = makeHost(40, failing('test'))
    return {
      source: sourceOf(host),
      runId: await startRun(host, noTests, { verify: { test: ['npm', 'test'] } }),
    }
  },
  finished: async () => {
    const host = makeHost(60)
    return { source: sourceOf(host), runId: await startRun(host, lowRisk) }
  },
  'large-plan': async () => {
    const host = makeHost(120)
    const script = work(host.clock, { p30: Infinity, p31: Infinity, p33: Infinity })
    return { source: sourceOf(host), runId: await startRun(host, largePlan(64), { script }) }
  },
  'connection-lost': async () => {
    const { source, runId } = await states['parallel-phases']!()
    return { source: losing(source), ...(runId !== undefined && { runId }) }
  },
  'plan-check': async () => states['finished']!(),
  'new-run': async () => states['finished']!(),
}
