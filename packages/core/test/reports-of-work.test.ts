import { describe, expect, it } from 'vitest'
import { renderReport } from '../src/lib/report/render/render-report.ts'
import { renderReportPage } from '../src/lib/report/render/page/render-report-page.ts'
import { createScriptedDriver, type SessionScript } from '../src/testing.ts'
import { type PlanRun, runPlan, type RunPlanOptions, statuses, told } from './run-plan.ts'

const plan = { title: 'Work', phases: [{ id: 'a', title: 'A' }] }
const done = { status: 'done', summary: 'All of it.', subtasks: [], files: [], notDone: [] }

/** Returns the summary in the commit of the only phase. */
const summaryOf = ({ host, report }: PlanRun): string =>
  String([...host.git.filesOf(report.head)].find(([path]) => path.endsWith('summary.md'))?.[1])

/** Runs a plan with an agent that reports. */
const runReporting = async (script: SessionScript, options: Partial<RunPlanOptions> = {}) => {
  const driver = Object.assign(createScriptedDriver(script), { resume: 'process' as const })
  const result = await runPlan({
    plan,
    preset: 'phased',
    driver: { ...driver, reports: 'output' },
    ...options,
  })
  return { ...result, requests: driver.requests }
}

const write: SessionScript = async ({ workspace }) => {
  await workspace.fs.writeFile('/a.ts', 'a')
  return { output: done }
}

describe("an agent's report of incomplete work", () => {
  // seed: phased-execution 25, phased-execution 28, phased-execution 30
  it('is accepted: the session goes on, and is told the rest', async () => {
    const { report, events, requests } = await runReporting((_, __, number) => ({
      output:
        number === 0
          ? { ...done, status: 'partial', summary: 'The rest is too large.', notDone: ['the parser'] }
          : done,
    }))
    expect(statuses(report)).toEqual({ a: 'completed' })
    expect(told(events, 'phase_retry', 'phase_returned', 'phase_completed')).toEqual([
      'phase_returned a',
      'phase_completed a',
    ])
    expect(report.phases[0]).toMatchObject({ attempt: 1 })
    expect(requests[1]).toMatchObject({ resume: 'session-0' })
    expect(requests[1]?.prompt).toContain('## Finish these\n')
    expect(requests[1]?.prompt).toContain(
      '1. The agent says that it did only a part of it: The rest is too large.\n    Not done: the parser\n',
    )
  })

  it('opens a gate if repeated unchanged, or fails the phase without attempts left', async () => {
    const output = { ...done, status: 'failed', summary: 'It cannot be done.' }
    const { report } = await runReporting(() => ({ output }))
    expect(report.status).toBe('failed')
    expect(report.phases[0]?.failure).toMatchObject({ class: 'agent_failed' })
    const more = { maxAttempts: 5, workspace: 'reset', session: 'fresh' } as const
    const { report: asked } = await runReporting(() => ({ output }), { retry: more })
    expect(asked).toMatchObject({ status: 'waiting', gates: [{ blocker: 'repeated_failure' }] })
  })

  it('opens a gate at once if a person is needed, and the agent receives the answer', async () => {
    const { report, requests } = await runReporting(
      ({ prompt }) => ({
        output: prompt.includes('Take the second.')
          ? done
          : { ...done, status: 'blocked', summary: 'Which of two?', notDone: ['the choice'] },
      }),
      {
        onGate: (gate) => {
          expect(gate).toMatchObject({
            kind: 'blocker',
            blocker: 'agent_asks',
            question: 'The agent needs a decision: Which of two?',
            details: ['Not done: the choice'],
          })
          return gate.kind === 'blocker' ? gate.choices.answer?.('Take the second.') : undefined
        },
      },
    )
    expect(statuses(report)).toEqual({ a: 'completed' })
    expect(requests).toHaveLength(2)
    expect(requests[1]?.prompt).toContain(
      'The question:\n    The agent needs a decision: Which of two?\n    Not done: the choice\nThe answer:\n    Take the second.\n',
    )
  })

  it('resumes the session if the rules say so', async () => {
    const retry = { maxAttempts: 3, session: 'continue', workspace: 'keep' } as const
    const { report, requests } = await runReporting(
      async ({ workspace }, _, number) => {
        await workspace.fs.writeFile(`/${number}.txt`, 'x')
        return { output: number === 0 ? { ...done, status: 'partial' } : done }
      },
      { retry },
    )
    expect(statuses(report)).toEqual({ a: 'completed' })
    expect(requests.map(({ resume }) => resume)).toEqual([undefined, 'session-0'])
    expect(requests[1]?.prompt).toMatch(/^Continue with phase a/)
    expect(await requests[1]?.workspace.fs.readdir('/')).toEqual(expect.arrayContaining(['0.txt', '1.txt']))
  })
})

describe("an agent's report of finished work", () => {
  // seed: phased-execution 30
  it('fault 32: does not count if the checks fail', async () => {
    const { report } = await runReporting(write, {
      verify: { test: ['npm', 'test'] },
      world: { commands: () => ({ exitCode: 1, output: 'red' }) },
    })
    expect(statuses(report)).toEqual({ a: 'failed' })
    expect(report.phases[0]?.failure).toMatchObject({ class: 'verification_failed' })
  })

  // seed: phased-execution 27, phased-execution 29
  it('fault 32: is compared with the change, and the summary warns about other files', async () => {
    const ran = await runReporting(
      async ({ workspace }) => {
        await workspace.fs.writeFile('/src/a.ts', 'a')
        return { output: { ...done, files: ['src/a.ts', './src', 'src/b.ts', 'no`such'] } }
      },
      { artifacts: 'commit' },
    )
    const summary = summaryOf(ran)
    expect(summary).toContain('> All of it.')
    expect(summary).toContain(
      "Warning: the agent reported files that this change does not contain: `src/b.ts`, `no'such`\n",
    )
  })

  it('fault 32: does not replace a change, and the summary warns about the files', async () => {
    const ran = await runReporting(() => ({ output: { ...done, files: ['src/a.ts'] } }), {
      artifacts: 'commit',
    })
    const summary = summaryOf(ran)
    expect(summary).toContain('Changed no file.')
    expect(ran.report.phases).toMatchObject([{ unchanged: true }])
    expect(renderReport(ran.report)).toContain('Changed no file.')
    expect(renderReportPage(ran.report)).toContain('- a: changed no file\n- a: reported')
    expect(ran.events.find(({ type }) => type === 'phase_completed')).toMatchObject({ unchanged: true })
    expect(summary).toContain(
      'Warning: the agent reported files that this change does not contain: `src/a.ts`',
    )
  })

  it('fault 32: returns the attempt if checks are configured and it changes nothing', async () => {
    const options = { artifacts: 'commit', verify: { test: ['npm', 'test'] } } as const
    const idle = await runReporting(() => ({ output: done }), options)
    expect(statuses(idle.report)).toEqual({ a: 'failed' })
    expect(idle.report.phases[0]?.failure).toMatchObject({ class: 'agent_failed' })
    const needless = await runReporting(
      (_, __, number) => ({ output: number === 0 ? done : { ...done, status: 'already_done' } }),
      options,
    )
    expect(needless.report).toMatchObject({ status: 'completed', phases: [{ attempt: 1, unchanged: true }] })
    const boastful = await runReporting(async ({ workspace }, __, number) => {
      await workspace.fs.writeFile('/a.ts', 'a')
      return { output: { ...done, files: number === 0 ? ['a.ts', '.env'] : ['a.ts'] } }
    }, options)
    expect(boastful.requests).toHaveLength(1)
    expect(boastful.report).toMatchObject({
      status: 'completed',
      phases: [{ attempt: 1, unconfirmedFiles: ['.env'] }],
    })
  })

  it('is discarded with its attempt', async () => {
    let checks = 0
    const ran = await runReporting(
      async ({ workspace }, __, number) => {
        await workspace.fs.writeFile(`/${number}.ts`, '')
        return { output: { ...done, files: number === 0 ? ['0.ts'] : [], summary: `Try ${number}.` } }
      },
      {
        retry: { workspace: 'reset' },
        artifacts: 'commit',
        verify: { test: ['npm', 'test'] },
        world: { commands: () => (checks++ === 0 ? 1 : 0) },
      },
    )
    const summary = summaryOf(ran)
    expect(summary).toContain('Attempts: 2.')
    expect(summary).not.toContain('Warning')
  })
})

describe('fault 31: no report', () => {
  it('is never a success: one repair, another round in the session, then a question', async () => {
    const { report, requests } = await runReporting(() => ({ text: 'Done!' }))
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          blocker: 'repeated_failure',
          question: expect.stringContaining('It is the same failure as in round 1.') as string,
          choices: expect.arrayContaining(['approve', 'retry']) as string[],
        },
      ],
    })
    expect(requests.map(({ access, resume }) => [access, resume])).toEqual([
      ['write', undefined],
      ['read', 'session-0'],
      ['write', 'session-1'],
      ['read', 'session-2'],
    ])
  })

  it('leaves the work, which a person may have verified as it is', async () => {
    const { report, host } = await runReporting(
      async ({ workspace }) => {
        await workspace.fs.writeFile('/a.ts', 'a')
        return { text: 'Done!' }
      },
      {
        verify: { test: ['npm', 'test'] },
        onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.approve?.() : undefined),
      },
    )
    expect(report).toMatchObject({
      status: 'completed',
      phases: [{ attempt: 1, checks: [{ passed: true }] }],
    })
    expect([...host.git.filesOf(report.head).keys()]).toContain('a.ts')
  })

  it('is requested for each part if parts have separate sessions', async () => {
    const parts = {
      title: 'Work',
      phases: [
        {
          id: 'a',
          title: 'A',
          subtasks: [
            { id: 'a1', title: 'One' },
            { id: 'a2', title: 'Two' },
          ],
        },
      ],
    }
    const ran = await runReporting(
      ({ unit }) => ({ output: { ...done, files: [unit?.kind === 'subtask' ? unit.subtaskId : ''] } }),
      { plan: parts, preset: 'subtasks', artifacts: 'commit' },
    )
    expect(statuses(ran.report)).toEqual({ a: 'completed' })
    // Without a check, a list of files that nothing confirms is asked about once.
    expect(ran.requests).toHaveLength(3)
    const summary = summaryOf(ran)
    expect(summary).toContain(
      'Warning: the agent reported files that this change does not contain: `a1`, `a2`',
    )
  })
})
