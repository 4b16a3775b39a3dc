import { type PlanDraft } from '@amelia/core'
import stringWidth from 'string-width'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applySessionWait } from '../../apply-session-wait.ts'
import { contents, readRows } from '../../../../../../../test/contents.ts'
import { initialState, type LiveState, withGates } from '../key/live-state.ts'
import { onGateKey } from '../key/on-gate-key.ts'
import { orderPhases } from './order-phases.ts'
import { type LiveModel, type LiveSize, renderLive as render } from './render-live.ts'
import {
  applyEvent,
  applyProgress,
  applyUsage,
  createProgress,
  type PhaseProgress,
  type RunProgress,
} from '../../run-progress.ts'

type ProgressPlan = Parameters<typeof createProgress>[0]
type Event = Parameters<typeof applyEvent>[1]
type Draft<T> = T extends unknown ? Omit<T, 'seq' | 'at' | 'runId'> : never

const planOf = (draft: Pick<PlanDraft, 'goal' | 'title' | 'phases'>) => draft as unknown as ProgressPlan
const begin = Date.UTC(2026, 0, 1)

const progressOf = (goal: string, phases: [id: string, title: string][]): RunProgress =>
  createProgress(planOf({ goal, title: '', phases: phases.map(([id, title]) => ({ id, title })) }))

/** Applies events at times given in milliseconds after the start. */
const play = (progress: RunProgress, events: [at: number, event: Draft<Event>][]): RunProgress => {
  events.forEach(([at, event], k) => {
    const base = { seq: k + 1, at: new Date(begin + at).toISOString(), runId: 'r' }
    applyEvent(progress, { ...event, ...base })
  })
  return progress
}

type View = LiveSize & Omit<LiveModel, 'progress'>

const view = (more: Partial<View> = {}): View => ({
  ...{ columns: 80, rows: 24, ascii: false, paint: (text: string) => text, now: begin + 65_000 },
  ...{ state: initialState, plan: { phases: [] }, role: 'run', facts: new Map(), keys: true },
  ...more,
})

/** The frame as text, without the empty lines above the hint. */
const renderLive = (progress: RunProgress, { columns, rows, ascii, paint, now, ...model }: View): string =>
  render({ progress, ...model }, { columns, rows, ascii, paint, now })
    .lines.join('\n')
    .replace(/\n{2,}/g, '\n')

const keys = 'c: cancel   s: steer   p: pause   q: quit   ?: help'
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
  const waits: Record<string, ReturnType<NonNullable<LiveModel['whyWaiting']>>> = {
    1: { reason: 'place', phases: [], sentence: 'Not shown.' },
    2: { reason: 'dependencies', phases: ['1'], sentence: 'Waits for phase 1.' },
    3: { reason: 'files', phases: ['1'], files: [], sentence: `Waits for phase 1, ${'which '.repeat(20)}` },
  }
  const frame = renderLive(progress, view({ whyWaiting: (id) => waits[id] })).split('\n')
  expect(frame[2]).not.toContain('Not shown')
  expect(frame[3]).toMatch(/2 +Backend +waits for phase 1$/)
  expect(frame[4]).toMatch(/3 +Frontend +waits for phase 1, which .*…$/)
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
    expect(renderLive(progress(), view())).toBe(`A goal  1m 05s
███░░░░░░░░░░░░░ 1/5  ● 2 running  ✗ 1 failed  ✓ 1 done  ⊘ 1 not run
● 2a  Backend       1m 02s  attempt 2  Write tests
● 2b  Frontend      1m 00s  verifying: test, lint
✗ 1   Setup         700 ms  It broke.
✓ 0   Bootstrap      1.2 s
⊘ 3   Integration           blocked by 1
${keys}`)
  })

  it('shows a phase as blocked only until the phase that blocks it is retried', () => {
    const run = progress()
    expect(renderLive(run, view())).toContain('blocked by 1')
    play(run, [[8_000, started('1', 2)]])
    expect(renderLive(run, view())).not.toContain('blocked by')
    expect(run.byId.get('3')).toMatchObject({ status: 'pending' })
    play(run, [
      [9_000, { type: 'phase_failed', phaseId: '1', attempt: 2, failure }],
      [9_000, { type: 'phase_blocked', phaseId: '3', blockedBy: '1' }],
    ])
    expect(renderLive(run, view())).toContain('blocked by 1')
  })

  // seed: intelligent-execution 104, intelligent-execution 108
  it('shows the elapsed time of a running step, and not of a completed one', () => {
    const part = { phaseId: 'a', subtaskId: 's', stepId: 't' }
    const run = play(progressOf('A goal', [['a', 'Setup']]), [
      [0, started('a')],
      [23_000, { ...part, type: 'step_started', description: 'Run the tests', action: 'command' }],
    ])
    const line = () => renderLive(run, view()).split('\n')[2]
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
    expect(
      renderLive(state, view()),
    ).toBe(`A goal  1m 05s  3 sessions, 120k in (90k cached), 3.4k out, at least $0.50
███░░░░░░░░░░░░░ 1/5  ● 2 running  ✗ 1 failed  ✓ 1 done  ⊘ 1 not run
● 2a  Backend       1m 02s  123k tok  attempt 2  Write tests
● 2b  Frontend      1m 00s            verifying: test, lint
✗ 1   Setup         700 ms            It broke.
✓ 0   Bootstrap      1.2 s
⊘ 3   Integration                     blocked by 1
${keys}`)
    expect(renderLive(state, view({ columns: 120 })).split('\n')[2]).toBe(
      '● 2a  Backend       1m 02s  123k tok  attempt 2  [session 1: 50k in (40k cached), 900 out]  Write tests',
    )
    expect(renderLive(state, view({ columns: 40 }))).not.toContain('tok')
  })

  it('explains that a session waits for its provider, until it continues', () => {
    const run = play(progressOf('A goal', [['a', 'Setup']]), [[0, started('a')]])
    const base = { afterSeq: 1, at: '', runId: 'r', phaseId: 'a' }
    const wait = {
      ...{ ...base, type: 'session_waiting' as const, reason: 'rate_limited' as const },
      provider: 'acme\u001b[2J',
    }
    const line = () => renderLive(run, view()).split('\n')[2]
    applySessionWait(run, wait)
    expect(line()).toBe('● a  Setup   1m 05s  waiting for acme, which accepts no requests now')
    applySessionWait(run, { ...wait, until: new Date(2026, 0, 1, 14, 5).toISOString() })
    expect(line()).toContain('which accepts no requests until 14:05:00')
    applyProgress(run, { ...base, type: 'session_progress', progress: { type: 'text', text: 'On it.' } })
    expect(line()).toBe('● a  Setup   1m 05s  On it.')
  })

  it('shows that a phase is in review, instead of its last check', () => {
    const run = play(progressOf('A goal', [['a', 'Setup']]), [
      [0, started('a')],
      [1, { type: 'verification_started', phaseId: 'a', on: 'attempt', commit: 'c', checks: ['test'] }],
      [2, { type: 'review_started', phaseId: 'a', attempt: 1, round: 1, commit: 'c' }],
    ])
    expect(renderLive(run, view())).toMatch(/● a .* {2}in review\n/)
    play(run, [[3, { type: 'review_started', phaseId: 'a', attempt: 1, round: 2, commit: 'c' }]])
    expect(renderLive(run, view())).toMatch(/● 1 running[^]*● a .* {2}in review, round 2\n/)
  })

  it('marks a phase at its checkpoint as waiting', () => {
    const run = play(progressOf('A goal', [['a', 'Setup']]), [
      [0, started('a')],
      [1, { type: 'phase_waiting', phaseId: 'a', attempt: 1, for: 'strategy' }],
    ])
    expect(renderLive(run, view())).toMatch(/ 0\/1 {2}\? 1 waiting\n\? a /)
  })

  it('fits into 40 columns of ASCII', () => {
    expect(renderLive(progress(), view({ columns: 40, ascii: true, interruption: 'draining' }))).toBe(
      `A goal  1m 05s
#------- 1/5  * 2 running  x 1 failed .
* 2a  Backend       1m 02s  attempt 2 .
* 2b  Frontend      1m 00s  verifying:.
x 1   Setup         700 ms  It broke.
+ 0   Bootstrap      1.2 s
- 3   Integration           blocked by.
Draining: 2 phases still running. Ct...`,
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
      [6, { type: 'phase_retry', phaseId: 'a', attempt: 1, tries: 1, maxAttempts: 2, failure }],
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
        expect(lines.length).toBeLessThanOrEqual(rows)
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
    expect(renderLive(run, view())).toBe(`A goal  1m 05s
░░░░░░░░░░░░░░░░ 0/1  ● 1 running
● 2  Create interfaces   1m 05s  0/3 subtasks, 2 claimed  Unit tests
  ├─ ✓ API endpoints (claimed)
  ├─ ✓ CLI commands (claimed)
  └─ ● Unit tests
${keys}`)
    expect(renderLive(run, view({ ascii: true }))).toContain(
      '\n  |- + CLI commands (claimed)\n  `- * Unit tests\n',
    )
    expect(renderLive(run, view({ rows: 5 }))).not.toContain('CLI commands')
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
    expect(lines).toHaveLength(10)
    expect(lines[1]).toContain(' 40/100  ● 2 running  ✓ 40 done  ○ 58 to go')
    expect(lines.slice(2, 4).map((line) => line.slice(0, 5))).toEqual(['● p40', '● p90'])
    expect(lines[7]).toBe('  … 55 more')
    expect(lines[8]).toMatch(/^✓ 40 done: p0, p1, p2.*…$/)
    const scrolled = renderLive(run, view({ rows: 10, state: { ...initialState, top: 59 } })).split('\n')
    expect(scrolled.slice(2)).toEqual([expect.stringContaining('p99'), scrolled[3], keys])
  })
})

describe('the questions of a frame', () => {
  const phases: [string, string][] = ['q1', 'q2', 'r1', 'x'].map((id) => [id, `Title of ${id}`])
  const plan = {
    phases: phases.map(([id, title], k) => ({
      id,
      title,
      dependsOn: k === 0 || k === 3 ? [] : [phases[k - 1]![0]],
      subtasks: [],
    })),
  } as unknown as LiveModel['plan']
  const gate = (id: string, phaseId: string, details: string[] = []) => ({
    ...{ id, kind: 'blocker' as const, phaseIds: [phaseId], question: `Retry ${phaseId}?`, details },
    ...{ suggestions: ['ask Ada'], choices: ['retry' as const, 'skip' as const, 'abort-revert' as const] },
  })
  const asked = (details: string[] = []) =>
    withGates(initialState, [
      { gate: gate('blocker:q1:1', 'q1', details), number: 4 },
      { gate: gate('blocker:x:1', 'x'), number: 5 },
    ])
  const running = () => play(progressOf('A goal', phases), [[0, started('r1')]])
  const facts = new Map([
    ['blocker:q1:1', { rows: [['Changes', '1 file, +2 -0: a.txt +2 -0']] as const, details: ['ran: make'] }],
  ])

  it('are listed below the phases, and the one with the focus is shown with its consequences', () => {
    const lines = render(
      { ...view(), progress: running(), plan, state: asked(), facts },
      { ...view(), columns: 72 },
    ).lines
    expect(lines).toHaveLength(24)
    expect(lines[2]).toContain('● r1  Title of r1')
    expect(lines.slice(14)).toEqual([
      `── Question 1 of 2  #4  phase q1: Title of q1 ${'─'.repeat(25)}`,
      '   #5  Retry x?',
      'Retry q1?',
      '  Changes     1 file, +2 -0: a.txt +2 -0',
      '  ran: make',
      '  Suggestion  ask Ada',
      '  r  retry         starts another attempt, with all attempts available…',
      '  s  skip          skips q1; also skips q2, r1',
      '  v  abort-revert  ends the run and restores the branch; asks how far',
      'Tab: next   d: changes   l: output   e: files   Esc: later   ?: help',
    ])
  })

  it('lose facts before answers in a small terminal, and count them', () => {
    const state = asked(Array.from({ length: 30 }, (_, k) => `fact ${k}`))
    const frame = render({ ...view(), progress: running(), plan, state }, { ...view(), rows: 16 })
    const text = frame.lines.join('\n')
    expect(frame.lines).toHaveLength(16)
    expect(frame.hiddenLines).toBeGreaterThan(20)
    expect(text).toContain(`… ${frame.hiddenLines} more lines: l`)
    expect(text).toContain('● r1')
    expect(text).toMatch(/Retry q1\?[\s\S]* r {2}retry [\s\S]* s {2}skip [\s\S]* v {2}abort-revert /)
  })

  it.each([
    [80, 24],
    [40, 10],
  ])('show 200 scripts and diffs in full at %i x %i, a screen at a time', (columns, rows) => {
    const progress = running()
    // One text of 300 lines takes hundreds of frames in the small terminal.
    const texts = contents(200).filter((_, at) => rows > 10 || at === 0 || at % 10 > 0)
    for (const text of texts) {
      let state: LiveState = asked([text])
      const size = { ...view(), columns, rows }
      const shown: string[] = []
      for (;;) {
        const frame = render({ ...view(), progress, plan, state }, size)
        const { lines, scroll } = frame
        expect(lines).toHaveLength(rows)
        const answers = lines.findIndex((line) => /^ {2}r +retry/.test(line))
        const end = lines.findLastIndex((line, at) => at < answers && !/^ {2}… .*(?:up|down)$/.test(line))
        lines
          .slice(end + 1 - scroll.rows, end + 1)
          .forEach((line, at) => (shown[at + (state.read?.top ?? 0)] = line))
        if (frame.hiddenLines === 0) break
        const context = { plan, running: [], role: 'run' as const, ...frame }
        state = onGateKey(state, { name: 'pagedown' }, context).state
      }
      const first = shown[0] === 'Retry q1?' ? 1 : 0
      expect(readRows(shown.slice(first, -1))).toBe(text)
    }
  })

  it('show the text that is typed with the cursor in it, also when it is longer than the line', () => {
    const state = {
      ...asked(),
      prompt: {
        ...{ type: 'line' as const, label: 'Describe the fix:', line: { before: '日本', after: 'xy' } },
        purpose: { type: 'steer' as const, phaseId: 'q1' },
      },
    }
    const short = render({ ...view(), progress: running(), plan, state }, view())
    expect(short.lines.slice(-2)).toEqual(['Describe the fix: (Enter: done, Esc: back)', '> 日本xy'])
    expect(short.cursor).toEqual({ row: 23, column: 6 })
    const line = { before: '日'.repeat(100), after: '' }
    const long = render(
      { ...view(), progress: running(), plan, state: { ...state, prompt: { ...state.prompt, line } } },
      view(),
    )
    expect(long.cursor.column).toBeLessThan(80)
    expect(stringWidth(long.lines.at(-1)!)).toBe(long.cursor.column)
  })
})

describe('orderPhases', () => {
  const statuses = {
    r: 'running',
    w: 'waiting',
    f: 'failed',
    c: 'completed',
    s: 'skipped',
    '.': 'pending',
  } as const
  const order = (letters: string, room: number, top = 0): string => {
    const all = Array.from(
      letters,
      (letter, k): PhaseProgress => ({
        ...{ id: `p${k}`, title: '', activity: '', parts: [], done: 0, claimed: 0, workedMs: 0 },
        status: statuses[letter as keyof typeof statuses],
      }),
    )
    const text = (list: readonly PhaseProgress[]): string =>
      list.map(({ id }) => letters[Number(id.slice(1))]).join('')
    const { shown, more, folded } = orderPhases(all, { room, top })
    return [shown, more, folded].map(text).join(' ').trimEnd()
  }

  it.each([
    ['all phases if they fit, running ones first', 'cr.fw', 5, 0, 'rwf.c'],
    ['folds finished ones', 'cccccr.....', 8, 0, 'r.....  ccccc'],
    ['counts finished ones with the others in a few lines', 'cccccr.....', 4, 0, 'r.. ...ccccc'],
    ['counts those to come that do not fit', 'cr..........', 6, 0, 'r... ....... c'],
    ['running phases anywhere in the plan', 'r.....r.....r', 4, 0, 'rrr ..........'],
    ['one line', 'rrrrrr', 1, 0, 'r'],
    ['scrolls', 'cr......', 6, 4, '...  c'],
    ['shows the finished ones at the end', 'cccccccr', 6, 0, 'r  ccccccc'],
    ['the finished ones of a finished run', 'cccccc', 3, 0, 'cc cccc'],
  ])('%s', (_, letters, room, top, expected) => {
    expect(order(letters, room, top)).toBe(expected)
  })
})
