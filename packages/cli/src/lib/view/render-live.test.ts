import { type PlanDraft } from '@amelia/core'
import stringWidth from 'string-width'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseRows } from './choose-rows.ts'
import { type LiveView, renderLive } from './render-live.ts'
import {
  applyEvent,
  applyUsage,
  createProgress,
  type PhaseProgress,
  type RunProgress,
} from './run-progress.ts'

type ProgressPlan = Parameters<typeof createProgress>[0]
type Event = Parameters<typeof applyEvent>[1]
type Draft<T> = T extends unknown ? Omit<T, 'seq' | 'at' | 'runId'> : never

const planOf = (draft: Pick<PlanDraft, 'goal' | 'phases'>) => draft as unknown as ProgressPlan
const begin = Date.UTC(2026, 0, 1)

const progressOf = (goal: string, phases: [id: string, title: string][]): RunProgress =>
  createProgress(planOf({ goal, phases: phases.map(([id, title]) => ({ id, title })) }))

/** Applies events at times given in milliseconds after the start. */
const play = (progress: RunProgress, events: [at: number, event: Draft<Event>][]): RunProgress => {
  events.forEach(([at, event], k) => {
    const base = { seq: k + 1, at: new Date(begin + at).toISOString(), runId: 'r' }
    applyEvent(progress, { ...event, ...base })
  })
  return progress
}

const view = (more: Partial<LiveView> = {}): LiveView => ({
  columns: 80,
  rows: 24,
  ascii: false,
  paint: (text) => text,
  now: begin + 65_000,
  ...more,
})

const failure = { class: 'agent_failed', message: 'It broke.' } as const
const started = (phaseId: string, attempt = 1) =>
  ({ type: 'phase_started', phaseId, title: phaseId, attempt, base: 'b' }) as const

it('explains why phases have not begun, in the columns that are left', () => {
  const progress = play(
    progressOf('A goal', [
      ['1', 'Setup'],
      ['2', 'Backend'],
      ['3', 'Frontend'],
    ]),
    [[0, started('1')]],
  )
  const waits: Record<string, ReturnType<NonNullable<LiveView['whyWaiting']>>> = {
    1: { reason: 'place', phases: [], sentence: 'Not shown.' },
    2: { reason: 'dependencies', phases: ['1'], sentence: 'Waits for phase 1.' },
    3: { reason: 'files', phases: ['1'], files: [], sentence: `Waits for phase 1, ${'which '.repeat(20)}` },
  }
  const frame = renderLive(progress, view({ whyWaiting: (id) => waits[id] })).split('\n')
  expect(frame[1]).not.toContain('Not shown')
  expect(frame[2]).toMatch(/2 +Backend +waits for phase 1$/)
  expect(frame[3]).toMatch(/3 +Frontend +waits for phase 1, which .*…$/)
  for (const line of frame) expect(stringWidth(line)).toBeLessThan(80)
  const idle = { reason: 'stopped', sentence: 'The run starts nothing new.' } as const
  expect(renderLive(progress, view({ whyWaiting: () => idle }))).not.toContain('nothing new')
})

describe('renderLive', () => {
  const progress = () =>
    play(
      progressOf('A goal', [
        ['0', 'Bootstrap'],
        ['1', 'Setup'],
        ['2a', 'Backend'],
        ['2b', 'Frontend'],
        ['3', 'Integration'],
      ]),
      [
        [0, started('0')],
        [1_200, { type: 'phase_completed', phaseId: '0', title: '', attempt: 1, commit: 'c', durationMs: 1 }],
        [1_300, started('1')],
        [2_000, { type: 'phase_failed', phaseId: '1', attempt: 1, failure }],
        [2_000, { type: 'phase_blocked', phaseId: '3', blockedBy: '1' }],
        [3_000, started('2a', 2)],
        [4_000, { type: 'subtask_started', phaseId: '2a', subtaskId: 's', title: 'Write \u001b[2Jtests' }],
        [5_000, started('2b')],
        [
          6_000,
          {
            type: 'verification_started',
            phaseId: '2b',
            on: 'attempt',
            commit: 'c',
            checks: ['test', 'lint'],
          },
        ],
      ],
    )

  // seed: intelligent-execution 108, intelligent-execution 114
  it('shows the activity of each phase', () => {
    expect(renderLive(progress(), view())).toBe(`A goal  1/5  1m 05s
✓ 0   Bootstrap      1.2 s
✗ 1   Setup         700 ms  It broke.
● 2a  Backend       1m 02s  Write tests
● 2b  Frontend      1m 00s  verifying: test, lint
⊘ 3   Integration           blocked by 1
Ctrl-C: finish running phases, then stop`)
  })

  // seed: intelligent-execution 104, intelligent-execution 108
  it('shows the elapsed time of a running step, and not of a completed one', () => {
    const part = { phaseId: 'a', subtaskId: 's', stepId: 't' }
    const run = play(progressOf('A goal', [['a', 'Setup']]), [
      [0, started('a')],
      [23_000, { ...part, type: 'step_started', description: 'Run the tests', action: 'command' }],
    ])
    const line = () => renderLive(run, view()).split('\n')[1]
    expect(line()).toBe('● a  Setup   1m 05s  (42 s) Run the tests')
    play(run, [[60_000, { ...part, type: 'step_completed', durationMs: 37_000 }]])
    expect(line()).toBe('● a  Setup   1m 05s  Run the tests')
  })

  it('shows the cost of the run and of each phase, and of the running session in a wide terminal', () => {
    const spent = {
      ...{ sessions: 3, sessionMs: 1, tokens: 0, wallMs: 0 },
      ...{ inputTokens: 120_000, cachedInputTokens: 90_000, outputTokens: 3_400, unknownTokens: 0 },
      ...{ usd: 0.5, estimatedUsd: 0, unknownUsd: 1 },
    }
    const state = progress()
    const session = {
      ...{ attempt: 2, number: 1, inputTokens: 50_000, cachedInputTokens: 40_000, outputTokens: 900 },
      usd: null,
    }
    applyUsage(state, { ...session, phaseId: '2a', spent, phaseSpent: { ...spent, usd: null } })
    expect(renderLive(state, view())).toBe(`A goal  1/5  1m 05s
✓ 0   Bootstrap      1.2 s
✗ 1   Setup         700 ms            It broke.
● 2a  Backend       1m 02s  123k tok  Write tests
● 2b  Frontend      1m 00s            verifying: test, lint
⊘ 3   Integration                     blocked by 1
Cost: 3 sessions, 120k in (90k cached), 3.4k out, at least $0.50
Ctrl-C: finish running phases, then stop`)
    expect(renderLive(state, view({ columns: 120 })).split('\n')[3]).toBe(
      '● 2a  Backend       1m 02s  123k tok  [attempt 2, session 1: 50k in (40k cached), 900 out]  Write tests',
    )
    expect(renderLive(state, view({ columns: 40 }))).not.toContain('tok')
  })

  it('fits into 40 columns of ASCII', () => {
    expect(renderLive(progress(), view({ columns: 40, ascii: true, interruption: 'draining' }))).toBe(
      `A goal  1/5  1m 05s
+ 0   Bootstrap      1.2 s
x 1   Setup         700 ms  It broke.
* 2a  Backend       1m 02s  Write tests
* 2b  Frontend      1m 00s  verifying:.
- 3   Integration           blocked by.
Draining: 2 phases still running. Ctrl.`,
    )
  })

  // seed: intelligent-execution 114
  it('shows retries, gates and phases that wait for files', () => {
    const gate = {
      id: 'g',
      kind: 'blocker' as const,
      phaseIds: ['a', 'gone'],
      question: 'What now?',
      details: [],
      suggestions: [],
      choices: [],
    }
    const run = progressOf('', [
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'C'],
      ['d', 'D'],
    ])
    play(run, [
      [0, started('a')],
      [1, { type: 'gate_opened', gate }],
      [2, { type: 'phase_held', phaseId: 'b', waitsFor: 'a', files: ['x'] }],
      [3, { type: 'phase_skipped', phaseId: 'c', reason: 'not wanted' }],
      [4, { type: 'phase_cancelled', phaseId: 'd' }],
    ])
    expect(run.phases.map(({ status, activity }) => `${status}: ${activity}`)).toEqual([
      'waiting: What now?',
      'ready: waiting for a, which writes the same files',
      'skipped: not wanted',
      'cancelled: ',
    ])
    play(run, [
      [5, { type: 'phase_continued', phaseId: 'a', attempt: 1 }],
      [6, { type: 'phase_retry', phaseId: 'a', attempt: 1, maxAttempts: 2, failure }],
      [
        7,
        {
          type: 'step_started',
          phaseId: 'd',
          subtaskId: 's',
          stepId: 't',
          description: '',
          action: 'command',
        },
      ],
    ])
    expect(run.phases[0]).toMatchObject({ status: 'retrying', activity: 'retrying: It broke.' })
    expect(run.phases[3]).toMatchObject({ status: 'running', activity: 'command' })
    expect(run.phases[3]).not.toHaveProperty('endedAt')
  })

  it('always fits into the terminal', () => {
    const titles = fc.array(
      fc.string({ unit: fc.constantFrom('a', 'B', ' ', '日', 'é', '🚀', '-'), maxLength: 40 }),
      { minLength: 1, maxLength: 60 },
    )
    const size = fc.record({
      columns: fc.integer({ min: 20, max: 120 }),
      rows: fc.integer({ min: 4, max: 30 }),
    })
    fc.assert(
      fc.property(titles, size, fc.boolean(), (names, { columns, rows }, ascii) => {
        const run = progressOf(
          names.join(' '),
          names.map((name, k) => [`p${k}`, name]),
        )
        play(
          run,
          names.slice(0, 3).map((name, k) => [k, { ...started(`p${k}`), title: name }]),
        )
        const lines = renderLive(run, view({ columns, rows, ascii })).split('\n')
        expect(lines.length).toBeLessThan(rows)
        for (const line of lines) expect(stringWidth(line)).toBeLessThan(columns)
      }),
      { numRuns: 200 },
    )
  })

  // seed: phased-execution 83, phased-execution-draft 15
  it('counts the subtasks of a running phase, and lists them where there is room', () => {
    const subtasks = ['API endpoints', 'CLI commands', 'Unit tests'].map((title, k) => ({
      id: `2${'abc'[k]}`,
      title,
    }))
    const plan = planOf({ goal: 'A goal', phases: [{ id: '2', title: 'Create interfaces', subtasks }] })
    const at = { phaseId: '2', claimed: true } as const
    const begun = (id: string) => ({
      ...at,
      type: 'subtask_started' as const,
      subtaskId: id,
      title: 'CLI commands',
    })
    const ended = (id: string, done: number) =>
      ({ ...at, type: 'subtask_completed', subtaskId: id, done, of: 3 }) as const
    const run = play(createProgress(plan), [
      [0, started('2')],
      [1, begun('2a')],
      [2, ended('2a', 1)],
      [3, ended('2b', 2)],
      [4, { ...begun('2c'), title: 'Unit tests' }],
    ])
    expect(renderLive(run, view())).toBe(`A goal  0/1  1m 05s
● 2  Create interfaces   1m 05s  2/3 subtasks  Unit tests
  ├─ ✓ API endpoints
  ├─ ✓ CLI commands
  └─ ● Unit tests
Ctrl-C: finish running phases, then stop`)
    expect(renderLive(run, view({ ascii: true }))).toContain('\n  |- + CLI commands\n  `- * Unit tests\n')
    expect(renderLive(run, view({ rows: 6 }))).not.toContain('CLI commands')
    play(run, [[5, { ...at, type: 'subtask_failed', subtaskId: '2c', failure }]])
    expect(renderLive(run, view())).toContain('└─ ✗ Unit tests')
    play(run, [[6, started('2', 2)]])
    expect(renderLive(run, view())).toContain('0/3 subtasks  attempt 2')
    const done = { type: 'phase_completed', title: '', attempt: 2, commit: 'c', durationMs: 1 } as const
    play(run, [[7, { ...done, phaseId: '2' }]])
    expect(renderLive(run, view())).not.toContain('subtasks')
  })

  it('counts the phases that are not shown', () => {
    const run = progressOf(
      'Many',
      Array.from({ length: 100 }, (_, k) => [`p${k}`, `Phase ${k}`]),
    )
    const done = Array.from({ length: 40 }, (_, k): [number, Draft<Event>] => [
      k,
      { type: 'phase_completed', phaseId: `p${k}`, title: '', attempt: 1, commit: 'c', durationMs: 1 },
    ])
    play(run, [...done, [50, started('p40')], [60, started('p90')]])
    const lines = renderLive(run, view({ rows: 10 })).split('\n')
    expect(lines).toHaveLength(9)
    expect(lines[0]).toContain('40/100')
    expect(lines.filter((line) => line.startsWith('●'))).toHaveLength(2)
    expect(lines[7]).toBe('  39 done, 55 to go')
  })
})

describe('chooseRows', () => {
  const phases = (statuses: string): PhaseProgress[] =>
    Array.from(statuses, (letter, k) => ({
      id: `p${k}`,
      title: '',
      activity: '',
      parts: [],
      done: 0,
      status:
        letter === 'r' ? 'running' : letter === 'f' ? 'failed' : letter === 'c' ? 'completed' : 'pending',
      ...(letter !== '.' && { startedAt: k }),
      ...('cf'.includes(letter) && { endedAt: k }),
    }))
  const shown = (statuses: string, room: number) => {
    const all = phases(statuses)
    const chosen = chooseRows(all, room)
    return all.map((phase, k) => (chosen.includes(phase) ? statuses[k] : ' ')).join('')
  }

  it.each([
    ['all phases if they fit', 'cr..', 4, 'cr..'],
    ['the running phase and its neighbours', 'cccccr.....', 5, '    cr...  '],
    ['running phases anywhere in the plan', 'r.....r.....r', 3, 'r     r     r'],
    ['only as many as fit', 'rrrrrr', 2, 'rr    '],
    ['a failed phase before pending ones', 'f......r.....', 2, 'f      r     '],
    ['the first phases before any has started', '......', 2, '..    '],
    ['the last phases after all have ended', 'cccccc', 2, '    cc'],
  ])('%s', (_, statuses, room, expected) => {
    expect(shown(statuses, room)).toBe(expected)
  })
})
