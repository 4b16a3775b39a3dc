import { readFileSync } from 'node:fs'
import { choosePreset, createRun, type PresetName, presets, readPlan, type RunOptions } from '@amelia/core'
import { createScriptedDriver, recordEvents } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { executionPlan } from '@amelia/parser-execution-plan'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { describe, expect, it } from 'vitest'
import { git, repository } from './fixtures/repository.ts'

const files: Record<PresetName, string> = {
  phased: 'phased/plan.md',
  subtasks: 'subtasks/plan.md',
  taskLoop: 'task-loop/plan.md',
  intelligent: 'intelligent/plan.yaml',
  autobuild: 'autobuild/plan.md',
}
const parsers = [phaseTable(), taskHeading(), subtaskList(), executionPlan()]
const planOf = (preset: PresetName) =>
  readPlan(readFileSync(new URL(`../examples/presets/${files[preset]}`, import.meta.url), 'utf8'), {
    parsers,
  })

const run = async (preset: PresetName, options: Partial<RunOptions> = {}) => {
  const repo = repository()
  const plan = planOf(preset)
  const created = await createRun({
    plan,
    preset,
    host: nodeHost({ repo }),
    trust: 'autonomous',
    planApproved: true,
    onGate: (gate) => {
      if (gate.kind === 'checkpoint') return gate.choices.approve()
      return gate.kind === 'blocker' && gate.blocker === 'needs_judgment'
        ? gate.choices.approve?.()
        : undefined
    },
    ...options,
  })
  const events = recordEvents(created)
  const report = await created.start()
  const phases = git(repo, 'log', '--format=%(trailers:key=Amelia-Phase,valueonly)', `main..${report.target}`)
  return { repo, plan, events, report, commits: phases.split('\n').filter((id) => id !== '') }
}

/**
 * Creates an agent that writes one file per session and reports how many sessions run in parallel. The
 * sessions after the first one end once `together` of them are running.
 */
const createAgent = (together: number) => {
  let active = 0
  let most = 0
  let meet = (): void => {}
  const met = new Promise<void>((resolve) => {
    meet = resolve
  })
  const driver = createScriptedDriver(async ({ workspace: { fs } }, _context, session) => {
    most = Math.max(most, ++active)
    if (most >= together) meet()
    if (session > 1) await met
    await fs.writeFile(`/done/${session}.txt`, `${session}\n`)
    active--
  })
  return { driver, most: () => most }
}

it.each(Object.keys(files) as PresetName[])(
  'the example of %s gets that preset from its format',
  (preset) => {
    // A phase table is phased unless the run says otherwise.
    expect(choosePreset(planOf(preset)).preset).toBe(preset === 'autobuild' ? 'phased' : preset)
  },
)

describe('each preset runs its example on a real repository', () => {
  it.each(Object.keys(files) as PresetName[])('%s, with an agent', async (preset) => {
    const { driver, most } = createAgent(preset === 'subtasks' ? 2 : 1)
    const steps = preset === 'intelligent' || preset === 'autobuild' ? 'driver' : 'engine'
    const { report, commits, plan } = await run(preset, { driver, steps })
    expect(report.status).toBe('completed')
    expect(commits.toSorted()).toEqual(report.phases.map(({ id }) => id).toSorted())
    const subtasks = plan.phases.flatMap((phase) => phase.subtasks).length
    const sessions = (role: string): number =>
      driver.requests.filter((request) => request.role === role).length
    expect(sessions('developer')).toBe(preset === 'subtasks' ? subtasks : report.phases.length)
    expect(sessions('reviewer'), 'one review of each phase, and of the final result').toBe(
      report.phases.length + (presets[preset].finalReview ? 1 : 0),
    )
    expect(most()).toBeLessThanOrEqual(presets[preset].concurrency)
  })

  it.each(['intelligent', 'autobuild'] as const)('%s, without an agent', async (preset) => {
    const { report, commits, events } = await run(preset)
    expect(report.status).toBe('completed')
    expect(commits).toHaveLength(report.phases.length)
    const ran = events.filter((event) => event.type === 'step_completed')
    expect(ran.length).toBeGreaterThan(5)
  })

  it('intelligent asks before a step of high risk and before its integration, even with full trust', async () => {
    const { report } = await run('intelligent', { onGate: () => undefined })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [{ kind: 'blocker', blocker: 'needs_judgment' }],
    })
    expect(report.phases.filter(({ status }) => status === 'completed').length).toBeGreaterThan(0)
    const approved = await run('intelligent', {
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.approve?.() : undefined),
    })
    expect(approved.report).toMatchObject({ status: 'waiting', gates: [{ kind: 'checkpoint' }] })
  })
})
