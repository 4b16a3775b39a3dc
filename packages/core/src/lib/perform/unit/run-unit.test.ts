import { describe, expect, it } from 'vitest'
import { createPerformer, type PerformerOptions } from '../../../../test/performer-fixture.ts'
import { driverError } from '../../contract/driver-error.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import type { PlanStatus } from '../../plan/field/plan-status.ts'
import { runUnit } from './run-unit.ts'

const subtask = (id: string, steps: StepDraft[] = [], status: PlanStatus = 'pending'): SubtaskDraft => ({
  id,
  title: id,
  steps,
  status,
})
const command = (id: string): StepDraft => ({ id, action: 'command', command: id })

const run = async (
  subtasks: SubtaskDraft[],
  options: PerformerOptions = {},
  unit: Parameters<typeof runUnit>[1] = { kind: 'phase' },
) => {
  const fixture = createPerformer({
    ...options,
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A', subtasks }] },
  })
  const { performer, driver, host, inputs, phase, open } = fixture
  const workspace = await open('a')
  const result = await runUnit({ performer, dispatch: 1, phase: phase('a'), workspace }, unit)
  return {
    result,
    sessions: driver.requests.map((request) => request.unit),
    commands: host.commands.requests.map(({ argv }) => argv[0]),
    told: inputs.map((input) =>
      [input.type, 'stepId' in input ? input.stepId : 'subtaskId' in input ? input.subtaskId : ''].join(' '),
    ),
  }
}
const completed = { outcome: 'completed', sessions: {} }

describe('runUnit', () => {
  it('runs a phase without subtasks, or without steps, in one session', async () => {
    for (const subtasks of [
      [],
      [subtask('a1'), subtask('a2')],
      [subtask('a1'), subtask('a2', [command('x')], 'done')],
    ])
      expect(await run(subtasks)).toEqual({
        result: { outcome: 'completed', sessions: { phase: 'session-0' } },
        sessions: [{ kind: 'phase' }],
        commands: [],
        told: [],
      })
  })

  it('runs subtask by subtask if some have steps', async () => {
    expect(await run([subtask('a1', [command('x'), command('y')]), subtask('a2')])).toEqual({
      result: { outcome: 'completed', sessions: { a2: 'session-0' } },
      sessions: [{ kind: 'subtask', subtaskId: 'a2' }],
      commands: ['x', 'y'],
      told: [
        'subtask_started a1',
        'step_started x',
        'step_finished x',
        'step_started y',
        'step_finished y',
        'subtask_finished a1',
        'subtask_started a2',
        'subtask_finished a2',
      ],
    })
  })

  it('does not run subtasks that are done, skipped or deferred in the plan', async () => {
    const nothing = { result: completed, sessions: [], commands: [], told: [] }
    for (const status of ['done', 'skipped', 'deferred', 'cancelled'] as const) {
      expect(await run([subtask('a1', [command('x')], status)])).toEqual(nothing)
      expect(await run([subtask('a1', [], status)]), 'without steps').toEqual(nothing)
    }
  })

  it('stops at the first step that fails', async () => {
    const { result, commands, told } = await run(
      [subtask('a1', [command('x'), command('y')]), subtask('a2', [command('z')])],
      {
        world: { commands: () => 1 },
      },
    )
    expect(result).toMatchObject({ outcome: 'failed', failure: { class: 'verification_failed' } })
    expect(commands).toEqual(['x'])
    expect(told).toEqual(['subtask_started a1', 'step_started x', 'step_finished x', 'subtask_finished a1'])
  })

  it('runs one step of a subtask, and ends the subtask with its last one', async () => {
    const subtasks = [subtask('a1', [command('x'), command('y')])]
    const unit = (stepId: string) => ({ kind: 'step', subtaskId: 'a1', stepId }) as const
    expect((await run(subtasks, {}, unit('x'))).told).toEqual([
      'subtask_started a1',
      'step_started x',
      'step_finished x',
    ])
    expect((await run(subtasks, {}, unit('y'))).told).toContain('subtask_finished a1')
  })
})

describe('a session', () => {
  const session = async (error: unknown) => (await run([], { session: () => Promise.reject(error) })).result

  it('fails with the class that its driver gives', async () => {
    expect(await session(driverError('rate_limited', { message: 'Slow down.', retryAfterMs: 9 }))).toEqual({
      outcome: 'failed',
      failure: { class: 'rate_limited', message: 'Slow down.', provider: 'scripted', retryAfterMs: 9 },
    })
  })

  it('fault 35: counts any other error of a driver as a failure of the agent', async () => {
    const failed = (message: string) => ({
      outcome: 'failed',
      failure: { class: 'agent_failed', message, provider: 'scripted' },
    })
    expect(await session(new Error('boom'))).toEqual(failed('boom'))
    expect(await session('boom')).toEqual(failed('boom'))
    for (const name of ['on_fire', 'toString', '__proto__'])
      expect(await session(new AmeliaError('DRIVER_FAILED', 'boom', { class: name }))).toEqual(failed('boom'))
  })

  it('does not fail when stopped', async () => {
    const fixture = createPerformer({
      plan: { phases: [{ id: 'a', title: 'A' }] },
      session: () => fixture.stop.abort(new Error('stopped')),
    })
    const workspace = await fixture.open('a')
    const context = { performer: fixture.performer, phase: fixture.phase('a'), dispatch: 1, workspace }
    await expect(runUnit(context, { kind: 'phase' })).rejects.toThrow('stopped')
  })
})
