import { describe, expect, it } from 'vitest'
import { createScriptedDriver, type SessionScript } from '../src/testing.ts'
import { type PlanRun, runPlan, type RunPlanOptions, statuses, told } from './run-plan.ts'

const plan = { title: 'Work', phases: [{ id: 'a', title: 'A' }] }
const done = { status: 'done', summary: 'All of it.', subtasks: [], files: [], notDone: [] }

/** The summary in the commit of the only phase. */
const summaryOf = ({ host, report }: PlanRun): string =>
  String([...host.git.filesOf(report.head)].find(([path]) => path.endsWith('summary.md'))?.[1])

/** Runs a plan with an agent that reports. */
const runReporting = async (script: SessionScript, options: Partial<RunPlanOptions> = {}) => {
  const driver = createScriptedDriver(script)
  const result = await runPlan({
    plan,
    preset: 'phased',
    driver: { ...driver, reports: 'output' },
    ...options,
  })
  return { ...result, requests: driver.requests }
}

describe('what an agent says against itself', () => {
  it('is believed: the phase is tried again, and is told what was left', async () => {
    const { report, events, requests } = await runReporting((_, __, number) => ({
      output:
        number === 0
          ? { ...done, status: 'partial', summary: 'The rest is too large.', notDone: ['the parser'] }
          : done,
    }))
    expect(statuses(report)).toEqual({ a: 'completed' })
    expect(told(events, 'phase_retry', 'phase_completed')).toEqual(['phase_retry a', 'phase_completed a'])
    expect(requests[1]?.prompt).toContain(
      '1. The agent says that it did only a part of it: The rest is too large.\n    Not done: the parser\n',
    )
  })

  it('twice in the same words is a question, or the end where no attempt is left', async () => {
    const output = { ...done, status: 'failed', summary: 'It cannot be done.' }
    const { report } = await runReporting(() => ({ output }))
    expect(report.status).toBe('failed')
    expect(report.phases[0]?.failure).toMatchObject({ class: 'agent_failed' })
    const more = { maxAttempts: 5, workspace: 'reset', session: 'fresh' } as const
    const { report: asked } = await runReporting(() => ({ output }), { retry: more })
    expect(asked).toMatchObject({ status: 'waiting', gates: [{ blocker: 'repeated_failure' }] })
  })

  it('and that it needs a person opens a gate at once, whose answer it is told', async () => {
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
            blocker: 'unexpected_state',
            question: 'The agent says that it cannot go on without a person: Which of two?',
            details: ['Not done: the choice'],
          })
          return gate.kind === 'blocker' ? gate.choices.fix?.('Take the second.') : undefined
        },
      },
    )
    expect(statuses(report)).toEqual({ a: 'completed' })
    expect(requests).toHaveLength(2)
  })

  it('and is gone on with in its session where the rules say so', async () => {
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
    expect(requests[1]?.prompt).toMatch(/^Go on with phase a/)
    expect(await requests[1]?.workspace.fs.readdir('/')).toEqual(expect.arrayContaining(['0.txt', '1.txt']))
  })
})

describe('what an agent says for itself', () => {
  it('fault 32: does not count where the checks fail', async () => {
    const { report } = await runReporting(() => ({ output: done }), {
      verify: { test: ['npm', 'test'] },
      world: { commands: () => ({ exitCode: 1, output: 'red' }) },
    })
    expect(statuses(report)).toEqual({ a: 'failed' })
    expect(report.phases[0]?.failure).toMatchObject({ class: 'verification_failed' })
  })

  it('fault 32: is held against the change, and what is no part of it is told in the summary', async () => {
    const ran = await runReporting(
      async ({ workspace }) => {
        await workspace.fs.writeFile('/src/a.ts', 'a')
        return { output: { ...done, files: ['src/a.ts', './src', 'src/b.ts', 'no`such`\n# file'] } }
      },
      { artefacts: 'commit' },
    )
    const summary = summaryOf(ran)
    expect(summary).toContain('> All of it.')
    expect(summary).toContain(
      "Warning: the agent says that it changed what is no part of this change: `src/b.ts`, `no'such' # file`\n",
    )
  })

  it('fault 32: changes nothing where nothing was changed, and the summary says that', async () => {
    const ran = await runReporting(() => ({ output: { ...done, files: ['src/a.ts'] } }), {
      artefacts: 'commit',
    })
    const summary = summaryOf(ran)
    expect(summary).toContain('Changed 0 files (+0 -0 lines).')
    expect(summary).toContain(
      'Warning: the agent says that it changed what is no part of this change: `src/a.ts`',
    )
  })

  it('of an attempt that was thrown away is forgotten with it', async () => {
    let checks = 0
    const ran = await runReporting(
      (_, __, number) => ({
        output: { ...done, files: number === 0 ? ['0.ts'] : [], summary: `Try ${number}.` },
      }),
      {
        artefacts: 'commit',
        verify: { test: ['npm', 'test'] },
        world: { commands: () => (checks++ === 0 ? 1 : 0) },
      },
    )
    const summary = summaryOf(ran)
    expect(summary).toContain('It took 2 attempts.')
    expect(summary).not.toContain('Warning')
  })
})

describe('fault 31: no report', () => {
  it('is never a success: one repair, another attempt, and the end', async () => {
    const { report, requests } = await runReporting(() => ({ text: 'Done!' }))
    expect(statuses(report)).toEqual({ a: 'failed' })
    expect(report.phases[0]?.failure).toMatchObject({ class: 'report_invalid' })
    expect(requests.map(({ access, resume }) => [access, resume])).toEqual([
      ['write', undefined],
      ['read', 'session-0'],
      ['write', undefined],
      ['read', 'session-2'],
    ])
  })

  it('is asked of each part where parts are done in sessions of their own', async () => {
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
      { plan: parts, preset: 'subtasks', artefacts: 'commit' },
    )
    expect(statuses(ran.report)).toEqual({ a: 'completed' })
    expect(ran.requests).toHaveLength(2)
    const summary = summaryOf(ran)
    expect(summary).toContain(
      'Warning: the agent says that it changed what is no part of this change: `a1`, `a2`',
    )
  })
})
