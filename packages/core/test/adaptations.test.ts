import { describe, expect, it } from 'vitest'
import { renderReport } from '../src/view.ts'
import { createScriptedDriver, type SessionScript } from '../src/testing.ts'
import { runPlan, type RunPlanOptions } from './run-plan.ts'
import { batch, code, command } from './seeds/seed-plans.ts'

/** An agent that fixes a step: `make` fails until it has. */
const run = async (session: SessionScript, more: Partial<RunPlanOptions> = {}) => {
  let fixed = false
  const driver = createScriptedDriver(async (...call) => {
    const said = await session(...call)
    fixed = true
    return said
  })
  const result = await runPlan({
    plan: { title: 'Work', phases: [batch('1', [], code('first'), command('s', 'make'), code('last'))] },
    preset: 'intelligent',
    preValidate: false,
    artifacts: 'commit',
    driver,
    world: { commands: () => (fixed ? 0 : 2) },
    ...more,
  })
  const step = result.events.find((event) => event.type === 'step_completed' && event.stepId === 's')
  const paths = [...result.host.git.filesOf(result.report.head)]
  const summary = paths.find(([path]) => path.endsWith('phase-1/summary.md'))?.[1] ?? ''
  const page = paths.find(([path]) => path.endsWith('/report.md'))?.[1] ?? ''
  return { ...result, step, summary, page }
}

describe('a step fixed by an agent', () => {
  it('is shown with its step, in the summary of its phase and in the report', async () => {
    const { report, step, summary, page } = await run(async ({ workspace: { fs } }) => {
      await fs.writeFile('/Makefile', 'all:\n')
      await fs.writeFile('/README.md', 'fixed\n')
      return { text: 'There was no Makefile.\n# Not a heading' }
    })
    expect(report.status).toBe('completed')
    expect(step).toMatchObject({
      adapted: true,
      command: 'make',
      adaptation: { files: ['Makefile', 'README.md'], said: 'There was no Makefile.\n# Not a heading' },
    })
    const line = 'Step s: changed Makefile, README.md, then ran make.'
    expect(report.phases[0]?.adaptedSteps).toEqual([line])
    expect(renderReport(report)).toContain(`Fixed by an agent: ${line}`)
    expect(summary).toContain(
      `with the agent's own summary:\n\n> ${line}\n> There was no Makefile.\n> # Not a heading\n`,
    )
    expect(summary).not.toContain("The agent's own summary, not verified")
    expect(page).toContain(`fixed by an agent: ${line}`)
  })

  it('is fixed as a person says, below the question', async () => {
    const prompts: string[] = []
    const { report } = await run(
      ({ prompt }) => {
        prompts.push(prompt)
        if (prompts.length === 1) throw new Error('I do not know make.')
      },
      {
        onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.fix?.('Use the old Makefile.') : undefined),
      },
    )
    expect(report.status).toBe('completed')
    expect(prompts[0]).not.toContain('## Instruction')
    expect(prompts[1]).toContain(
      '## Instruction\nA person was asked about this step. Follow the answer:\n    Use the old Makefile.',
    )
  })

  it('is reported even without changes or an explanation', async () => {
    const { report, step } = await run(() => {})
    expect(step).toMatchObject({ adaptation: { files: [], said: '' } })
    expect(report.phases[0]?.adaptedSteps).toEqual(['Step s: no file changed, then ran make.'])
  })

  it('is bounded, and contains no secret', async () => {
    const {
      report,
      step,
      events,
      host,
      run: made,
    } = await run(
      async ({ workspace: { fs } }) => {
        for (let number = 10; number < 60; number++) await fs.writeFile(`/made/${number}.txt`, '')
        return { text: `the word is correct horse battery\n${'long '.repeat(5_000)}` }
      },
      { secrets: ['correct horse battery'] },
    )
    const { adaptation } = step as { adaptation: { files: string[]; more: number; said: string } }
    expect(adaptation.files).toHaveLength(40)
    expect(adaptation.more).toBe(10)
    expect(adaptation.said.length).toBeLessThanOrEqual(4_000)
    expect(report.phases[0]?.adaptedSteps?.[0]).toContain('made/49.txt and 10 more, then ran make.')
    const everything = JSON.stringify([events, await host.store.load(made.id), report])
    expect(everything).not.toContain('correct horse')
    expect(everything).toContain('the word is [redacted]')
  })

  it('is reported for a step that still fails', async () => {
    const { events } = await run(({ workspace: { fs } }) => fs.writeFile('/tried.txt', ''), {
      world: { commands: () => 2 },
    })
    expect(events.find(({ type }) => type === 'step_failed')).toMatchObject({
      adapted: true,
      adaptation: { files: ['tried.txt'], said: '' },
    })
  })
})
