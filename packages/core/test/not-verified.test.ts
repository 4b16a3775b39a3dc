import { describe, expect, it } from 'vitest'
import { renderReport } from '../src/view.ts'
import { runPlan } from './run-plan.ts'
import { phase } from './sample-plan.ts'

const text = 'not verified: no check is configured'
const run = async (verify: Record<string, string[]>) => {
  const shown: string[] = []
  const { host, report } = await runPlan({
    plan: { goal: 'Goal', phases: [phase('a')] },
    verify,
    artifacts: 'commit',
    trust: 'standard',
    world: { commands: () => 0 },
    onGate: (gate) => {
      if (gate.kind === 'checkpoint') shown.push(...gate.details)
      return gate.choices.approve?.()
    },
  })
  const file = (name: string): string =>
    [...host.git.filesOf(report.head)].find(([path]) => path.endsWith(name))?.[1] ?? ''
  return {
    gate: shown.join('\n'),
    status: renderReport(report),
    summary: file('phase-a/summary.md'),
    page: file('report.md'),
    state: file('execution-state.json'),
  }
}

describe('a run without checks', () => {
  it('shows at the checkpoint, in the report and in its files that nothing was verified', async () => {
    const places = await run({})
    expect(places.gate).toContain(text)
    expect(places.status).toContain('Not verified: no check is configured.')
    expect(places.summary).toContain(`Verification: ${text}.`)
    expect(places.page).toContain(`Verification: ${text}.`)
    expect(JSON.parse(places.state)).toMatchObject({ verification: text })
  })
})

describe('a run with a check', () => {
  it('shows nothing of it', async () => {
    const places = await run({ lint: ['lint'] })
    expect(Object.values(places).filter((place) => place === '')).toEqual([])
    expect(Object.values(places).join('\n')).not.toMatch(/not verified: no check/i)
  })
})
