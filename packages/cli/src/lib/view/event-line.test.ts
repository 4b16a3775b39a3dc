import type { RunEvent } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { eventLine, idWidthOf } from './event-line.ts'

type Draft<T> = T extends unknown ? Omit<T, 'seq' | 'at' | 'runId'> : never

const line = (event: Draft<RunEvent>, since = 0) =>
  eventLine({ ...event, seq: 1, at: '', runId: 'r1' }, since)
type Case = [Draft<RunEvent>, string | undefined]

const failure = { class: 'agent_failed', message: 'It\nbroke \u001b[31mbadly.' } as const

it.each<Case>([
  [
    {
      type: 'run_started',
      goal: 'g',
      phases: ['1', '2'],
      base: '0123456789',
      publish: 'phase',
      target: 'refs/heads/amelia/x',
      concurrency: 4,
    },
    'started r1: 2 phases from 0123456 to amelia/x',
  ],
  [{ type: 'run_resumed', phases: ['1', '2'] }, 'resumed with phases 1, 2'],
  [{ type: 'run_resumed', phases: ['3'] }, 'resumed with phase 3'],
  [{ type: 'run_resumed', phases: [] }, 'resumed'],
  [
    { type: 'run_draining', reason: 'phase_failed' },
    'draining: a phase failed, so running phases finish and no others start',
  ],
  [{ type: 'run_draining', reason: 'requested' }, 'draining: running phases finish and no others start'],
])('%o', (event, text) => {
  expect(line(event)).toBe(text === undefined ? undefined : `00:00  run     ${text}`)
})

it.each<Case>([
  [{ type: 'phase_started', phaseId: '2a', title: 'Back', attempt: 1, base: '' }, 'started: Back'],
  [{ type: 'phase_started', phaseId: '2a', title: 'Back', attempt: 2, base: '' }, 'started, attempt 2: Back'],
  [
    { type: 'phase_delayed', phaseId: '2a', attempt: 1, waitMs: 65_000, failure },
    'retrying in 1m 05s: It broke badly.',
  ],
  [
    {
      type: 'phase_delayed',
      phaseId: '2a',
      attempt: 1,
      waitMs: 0,
      failure: { ...failure, class: 'rate_limited' },
    },
    'continuing with another agent: It broke badly.',
  ],
  ...(
    [
      ['refused', 'continuing with another agent'],
      ['hung', 'continuing at once'],
      ['budget_exceeded', 'waiting for more budget'],
    ] as const
  ).map(
    ([name, text]): Case => [
      { type: 'phase_delayed', phaseId: '2a', attempt: 1, waitMs: 0, failure: { ...failure, class: name } },
      `${text}: It broke badly.`,
    ],
  ),
  [
    {
      type: 'phase_completed',
      phaseId: '2a',
      title: '',
      attempt: 1,
      commit: 'abcdef0123',
      durationMs: 2_400,
    },
    'completed: abcdef0, 2.4 s',
  ],
  [
    { type: 'phase_retry', phaseId: '2a', attempt: 1, tries: 1, maxAttempts: 2, failure },
    'attempt 1 of 2 failed: It broke badly.',
  ],
  [{ type: 'phase_failed', phaseId: '2a', attempt: 2, failure }, 'failed: It broke badly.'],
  [{ type: 'phase_blocked', phaseId: '2a', blockedBy: '1' }, 'blocked by 1'],
  [{ type: 'phase_skipped', phaseId: '2a', reason: 'no' }, 'skipped: no'],
  [
    { type: 'phase_locked', phaseId: '2a', waitsFor: '1', files: ['a', 'b'] },
    'waiting for 1, which writes a, b',
  ],
  [
    { type: 'phase_waiting', phaseId: '2a', attempt: 1, for: 'checkpoint' },
    'verified; waiting at its checkpoint',
  ],
  [{ type: 'phase_waiting', phaseId: '2a', attempt: 1, for: 'blocker' }, 'waiting for an answer'],
  [
    { type: 'phase_waiting', phaseId: '2a', attempt: 1, for: 'strategy' },
    'verified; waiting for the checkpoint strategy',
  ],
  [
    { type: 'checkpoint_decided', phaseId: '2a', attempt: 1, requestId: 'r', pause: false, late: true },
    'checkpoint strategy: pass (too late, ignored)',
  ],
  [
    {
      type: 'checkpoint_decided',
      phaseId: '2a',
      attempt: 1,
      requestId: 'r',
      pause: true,
      reason: 'it is Friday',
    },
    'checkpoint strategy: pause: it is Friday',
  ],
  [{ type: 'phase_continued', phaseId: '2a', attempt: 1 }, 'resumed'],
  [{ type: 'phase_cancelled', phaseId: '2a' }, 'cancelled'],
  [{ type: 'subtask_started', phaseId: '2a', subtaskId: '2a.1', title: 'Test' }, '2a.1 Test'],
  [
    { type: 'subtask_completed', phaseId: '2a', subtaskId: '2a.1', done: 2, of: 3 },
    'completed: 2a.1 (2/3 subtasks)',
  ],
  [
    { type: 'subtask_completed', phaseId: '2a', subtaskId: '2a.1', done: 2, of: 3, claimed: true },
    'claimed: 2a.1 (2/3 subtasks)',
  ],
  [{ type: 'subtask_completed', phaseId: '2a', subtaskId: '2a.1', done: 1, of: 1 }, undefined],
  [{ type: 'subtask_failed', phaseId: '2a', subtaskId: '2a.1', failure }, '2a.1 failed: It broke badly.'],
  [
    {
      type: 'step_completed',
      phaseId: '2a',
      subtaskId: 's',
      stepId: 't',
      command: 'npm test',
      durationMs: 340,
    },
    'ran: npm test (340 ms)',
  ],
  [{ type: 'step_completed', phaseId: '2a', subtaskId: 's', stepId: 't', durationMs: 3 }, undefined],
  [
    { type: 'step_failed', phaseId: '2a', subtaskId: 's', stepId: 't', failure, durationMs: 3 },
    'step t failed: It broke badly.',
  ],
  [
    {
      type: 'verification_completed',
      phaseId: '2a',
      on: 'merged',
      passed: false,
      checks: [
        { name: 'lint', argv: [], passed: true, exitCode: 0, output: '', durationMs: 1 },
        { name: 'test', argv: [], passed: false, exitCode: 1, output: '', durationMs: 1 },
      ],
    },
    'verified after merging: lint passed, test failed',
  ],
  [{ type: 'gate_resolved', phaseId: '2a', gateId: 'g', choice: 'retry' }, 'answered: retry'],
  [
    {
      type: 'repository_moved',
      phaseId: '2a',
      planted: false,
      changes: [
        {
          name: 'refs/heads/x',
          before: 'a'.repeat(40),
          after: null,
          restore: `git branch x ${'a'.repeat(40)}`,
        },
      ],
      more: 2,
    },
    `your repository changed: refs/heads/x was deleted (it was aaaaaaaaaaaa). To undo it: git branch x ${'a'.repeat(40)}; and 2 more`,
  ],
  [{ type: 'commit_created', phaseId: '2a', attempt: 1, commit: '', files: [] }, undefined],
])('%o', (event, text) => {
  expect(line(event, 605_000)).toBe(text === undefined ? undefined : `10:05  2a      ${text}`)
})

it('names a batch of several phases', () => {
  const counts = { completed: 1, external: 1, skipped: 0, failed: 1, blocked: 0 }
  const phases = ['1', '2', '3']
  expect(line({ type: 'batch_started', batch: 1, of: 2, phases }, 0)).toBe(
    '00:00  run     batch 1 of 2 started: 1, 2, 3',
  )
  expect(line({ type: 'batch_failed', batch: 1, phases, counts }, 0)).toBe(
    '00:00  run     batch 1 failed: 1 completed, 1 not run, 1 failed',
  )
  expect(line({ type: 'batch_completed', batch: 1, phases, counts }, 0)).toContain('batch 1 completed: ')
  expect(line({ type: 'batch_started', batch: 2, of: 2, phases: ['4'] }, 0)).toBeUndefined()
})

describe('a failure', () => {
  it('of a step is printed once, not again for its subtask and its attempt', () => {
    const told = new Map<string, string>()
    const print = (event: Parameters<typeof line>[0]): string | undefined =>
      eventLine({ ...event, seq: 1, at: '', runId: 'r1' }, 0, told)?.slice(15)
    const of = { phaseId: '2a', failure: { ...failure, command: 'npm test', exitCode: 1, stepId: 't' } }
    const lines = (attempt: number) => [
      print({ type: 'phase_started', phaseId: '2a', title: 'Copy', attempt, base: '' } as never),
      print({ type: 'step_failed', ...of, subtaskId: 's', stepId: 't', durationMs: 3 }),
      print({ type: 'subtask_failed', ...of, subtaskId: 's' }),
      print({ type: 'phase_retry', ...of, attempt, tries: 1, maxAttempts: 2 } as never),
    ]
    const all = ['step t exited with 1', undefined, 'attempt 1 of 2 failed']
    expect(lines(1).slice(1)).toEqual(all)
    // The next attempt fails in the same way.
    expect(lines(2)[1]).toBe(all[0])
    expect(print({ type: 'phase_failed', ...of, attempt: 2, failure })).toBe('failed')
  })
})

it('aligns the texts of phases with long ids', () => {
  const width = idWidthOf({ phases: [{ id: '2' }, { id: '2.feedback' }] })
  const event = { type: 'run_resumed' as const, phases: [], seq: 1, at: '', runId: 'r1' }
  expect(eventLine(event, 0, new Map(), width)).toBe('00:00  run         resumed')
})
