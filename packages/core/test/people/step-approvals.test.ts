import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunOptions } from '../../src/index.ts'
import { memoryHost } from '../../src/testing.ts'
import { crashAfter } from '../crash-after.ts'
import { runPlan, told } from '../run-plan.ts'
import { phase } from '../sample-plan.ts'

const deployment = { id: 'deploy', action: 'command', command: 'deploy it', risk: 'high' } as const
const plan = { phases: [phase('a', [], { subtasks: [{ id: 'a.1', title: 'do', steps: [deployment] }] })] }

/** Approves each question about the step, and records what ran and what was asked, in order. */
const recordSteps = (order: string[]) => ({
  commands: ({ argv }: { argv: readonly string[] }) => {
    order.push(argv.join(' '))
    return 0
  },
  onGate: (({ choices, kind, details }) => {
    if (kind !== 'blocker') return choices.approve?.()
    order.push(`asked: ${details.join('; ')}`)
    return choices.approve?.()
  }) satisfies RunOptions['onGate'],
})

const asked = 'asked: runs: deploy it'
const askedAgain = `${asked}; it was approved before, and may have run since`

describe('an approval of a step', () => {
  it('counts for one attempt', async () => {
    const order: string[] = []
    const { commands, onGate } = recordSteps(order)
    let checks = 0
    const { report } = await runPlan({
      plan,
      verify: { test: ['check'] },
      world: {
        commands: (request) => (request.argv[0] === 'check' ? (checks++ === 0 ? 1 : 0) : commands(request)),
      },
      onGate,
    })
    expect(report.status).toBe('completed')
    expect(order).toEqual([asked, 'deploy it', askedAgain, 'deploy it'])
  })

  it('counts for one attempt if the first one conflicts with another phase', async () => {
    const order: string[] = []
    const { commands, onGate } = recordSteps(order)
    const write = (id: string) =>
      phase(id, [], {
        subtasks: [
          {
            id: `${id}.1`,
            title: 'do',
            steps: [
              { id: `${id}.w`, action: 'code', filePath: 'same.txt', codeChange: id, replace: true },
              ...(id === 'b' ? [deployment] : []),
            ],
          },
        ],
      })
    const { report, events } = await runPlan({
      plan: { phases: [write('a'), write('b')] },
      world: { commands },
      onGate,
    })
    expect(report.status).toBe('completed')
    expect(told(events, 'phase_returned')).toEqual(['phase_returned b'])
    expect(order).toEqual([asked, 'deploy it', askedAgain, 'deploy it'])
  })

  it('counts for one run of the step if a stop interrupts it', async () => {
    const order: string[] = []
    const { onGate } = recordSteps(order)
    const host = memoryHost({
      commands: async ({ signal }) => {
        order.push('deploy it')
        if (order.length > 2) return 0
        run.cancel({ phaseId: 'a', stepId: 'deploy' })
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
        return 1
      },
    })
    const run = await createRun({
      ...{ plan, host, trust: 'autonomous', planApproved: true, artifacts: 'none' },
      onGate: (gate) =>
        gate.kind === 'blocker' && gate.blocker === 'user_cancelled'
          ? gate.choices.continue?.()
          : onGate(gate),
    })
    expect((await run.start()).status).toBe('completed')
    expect(order).toEqual([asked, 'deploy it', askedAgain, 'deploy it'])
  })

  it('does not count twice, wherever the process dies', async () => {
    for (const when of ['before', 'after'] as const)
      for (let records = 1; ; records++) {
        const order: string[] = []
        const { commands, onGate } = recordSteps(order)
        const host = crashAfter(records, when, { commands })
        const first = await runPlan({ plan, host, runId: 'r', onGate }).catch(() => undefined)
        if (first) break
        host.revive()
        const again = await openRun({ host, runId: 'r', onGate }).catch(() => undefined)
        if (!again) continue
        expect((await again.start()).status).toBe('completed')
        const runs = order.filter((line) => line === 'deploy it').length
        expect(runs, `${when} ${records}: ${order.join(', ')}`).toBeLessThanOrEqual(order.length - runs)
      }
  })
})
