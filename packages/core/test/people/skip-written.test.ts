import { describe, expect, it } from 'vitest'
import { runPlan } from '../run-plan.ts'
import { batch, code } from '../seeds/seed-plans.ts'

describe('a skipped step that had written its file', () => {
  // seed: intelligent-execution 57
  it.each([
    ['at once', ['skip']],
    ['after a retry', ['retry', 'skip']],
    ['after two retries', ['retry', 'retry', 'skip']],
  ])('leaves nothing of it, and keeps the steps before: %s', async (_, answers) => {
    const left = [...answers]
    const { report, host } = await runPlan({
      plan: {
        goal: 'Log out',
        phases: [batch('1', [], code('first'), code('s', { validationCommand: 'check' }), code('last'))],
      },
      preset: 'intelligent',
      world: { commands: () => ({ exitCode: 1, output: 'wrong' }) },
      onGate: (gate) => {
        if (gate.kind !== 'blocker') return undefined
        return left.shift() === 'skip' ? gate.choices.skip?.() : gate.choices.retry?.()
      },
    })
    expect(left).toEqual([])
    expect(report.phases[0]).toMatchObject({ status: 'completed' })
    const commit = report.phases[0]?.commit ?? ''
    const file = async (path: string) => (await host.git.readFile(commit, path)) !== null
    expect([await file('first.txt'), await file('s.txt'), await file('last.txt')]).toEqual([
      true,
      false,
      true,
    ])
  })
})
