import type { PhaseReport, PhaseWait, RunView } from '@amelia/core'
import stringWidth from 'string-width'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contents, readRows } from '../../../../../../../test/contents.ts'
import { begin, ended, phaseOf, running, viewOf } from '../../../../../test/fixtures/sample-view.ts'
import { initialState, type LiveState, withGates } from '../key/live-state.ts'
import { onGateKey } from '../key/on-gate-key.ts'
import { orderPhases, sortPhases } from './order-phases.ts'
import type { LiveModel, LiveSize } from './live-model.ts'
import { renderLive as render } from './render-live.ts'

type View = LiveSize & Omit<LiveModel, 'run'>

const view = (more: Partial<View> = {}): View => ({
  ...{ columns: 80, rows: 24, ascii: false, paint: (text: string) => text, now: begin + 65_000 },
  ...{ state: initialState, role: 'run', facts: new Map(), keys: true },
  ...more,
})

/** The frame as text, without the empty lines above the hint and without the column of the cursor. */
const renderLive = (run: RunView, { columns, rows, ascii, paint, now, ...model }: View): string =>
  render({ run, ...model }, { columns, rows, ascii, paint, now })
    .lines.join('\n')
    .replace(/\n{2,}/g, '\n')
    .replace(/^(?:[▸>]| (?! …)) (?=\S | {2}[├└|`])/gm, '')

const keys = 'Enter: open   c: cancel   s: steer   p: pause   q: quit   ?: help'
type Part = NonNullable<PhaseReport['subtasks']>[number]

const failure = { class: 'agent_failed', message: 'It broke.' } as const

it('explains why phases have not begun, in the columns that are left', () => {
  const frameOf = (...waits: [string, PhaseWait][]) =>
    renderLive(
      viewOf('A goal', [running('1', 'Setup', 0), phaseOf('2', 'Backend'), phaseOf('3', 'Frontend')], {
        waits: new Map(waits),
      }),
      view(),
    )
  const frame = frameOf(
    ['1', { reason: 'place', phases: [], sentence: 'Not shown.' }],
    ['2', { reason: 'dependencies', phases: ['1'], sentence: 'Waits for phase 1.' }],
    [
      '3',
      { reason: 'files', phases: ['1'], files: [], sentence: `Waits for phase 1, ${'which '.repeat(20)}` },
    ],
  ).split('\n')
  expect(frame[2]).not.toContain('Not shown')
  expect(frame[3]).toMatch(/2 +Backend +waits for phase 1$/)
  expect(frame[4]).toMatch(/3 +Frontend +waits for phase 1, which .*…$/)
  for (const line of frame) expect(stringWidth(line)).toBeLessThan(80)
  expect(frameOf(['2', { reason: 'stopped', sentence: 'The run starts nothing new.' }])).not.toContain(
    'nothing',
  )
})

describe('renderLive', () => {
  const phases = [
    ended('0', 'Bootstrap', 1_200),
    ended('1', 'Setup', 700, { status: 'failed', failure }),
    running('2a', 'Backend', 3_000, { attempt: 2 }),
    running('2b', 'Frontend', 5_000, { status: 'verifying' }),
    phaseOf('3', 'Integration', { status: 'blocked', because: '1' }),
  ]
  const activities = { '2a': { text: 'Write tests' }, '2b': { text: 'verifying: test, lint' } }
  const progress = () => viewOf('A goal', phases, { activities })
  const one = (text: string, more: Partial<PhaseReport> = {}) =>
    viewOf('A goal', [running('a', 'Setup', 0, more)], { activities: { a: { text } } })

  // seed: intelligent-execution 108, intelligent-execution 114
  it('shows the activity of each phase', () => {
    expect(renderLive(progress(), view())).toBe(`A goal  r  1m 05s  under 1 min left
███░░░░░░░░░░░░░ 1/5  ● 2 running  ✗ 1 failed  ✓ 1 done  ⊘ 1 not run
● 2a  Backend       1m 02s  attempt 2  Write tests
● 2b  Frontend      1m 00s  verifying: test, lint
✗ 1   Setup         700 ms  It broke.
✓ 0   Bootstrap      1.2 s
⊘ 3   Integration           blocked by 1
${keys}`)
  })

  it('shows no phase of an interrupted run as running', () => {
    const { active: _, ...phase } = running('a', 'Setup', 0, { status: 'interrupted' })
    const frame = renderLive(viewOf('A goal', [phase], { lock: { locked: false } }), view())
    expect(frame).toMatch(/^A goal {2}r {2}6 s\n.* 0\/1 {2}○ 1 to go\n⊘ a {2}Setup {6}6 s\n/)
  })

  // seed: intelligent-execution 104, intelligent-execution 108
  it('shows the elapsed time of a running step', () => {
    const step = { id: 't', startedAt: new Date(begin + 23_000).toISOString() }
    const activity = { text: 'Run the tests', step }
    const run = viewOf('A goal', [running('a', 'Setup', 0)], { activities: { a: activity } })
    expect(renderLive(run, view()).split('\n')[2]).toBe('● a  Setup   1m 05s  (42 s) Run the tests')
  })

  it('shows the cost of the run and of each phase, and of the running session in a wide terminal', () => {
    const spent = {
      ...{ sessions: 3, sessionMs: 1, tokens: 0, wallMs: 0 },
      ...{ inputTokens: 120_000, cachedInputTokens: 90_000, outputTokens: 3_400, unknownTokens: 0 },
      ...{ usd: 0.5, estimatedUsd: 0, unknownUsd: 1 },
    }
    const session = {
      ...{ session: 's', role: 'developer' as const, driver: 'd', durationMs: 1, attempt: 2, number: 1 },
      ...{ inputTokens: 50_000, cachedInputTokens: 40_000, outputTokens: 900, usd: null },
    }
    const state = viewOf(
      'A goal',
      phases.map((phase) => (phase.id === '2a' ? { ...phase, spent: { ...spent, usd: null } } : phase)),
      {
        activities: { ...activities, '2a': { ...activities['2a'], session } },
        report: { ...progress().report, spent },
      },
    )
    expect(
      renderLive(state, view()),
    ).toBe(`A goal  r  1m 05s  under 1 min left  120k in, 3.4k out, at least $0.50
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

  it('shows until when a session waits for its provider', () => {
    const text = 'waiting for acme, which accepts no requests'
    const until = new Date(2026, 0, 1, 14, 5).toISOString()
    const run = viewOf('A goal', [running('a', 'Setup', 0)], { activities: { a: { text, until } } })
    expect(renderLive(run, view({ columns: 100 }))).toContain(`  ${text} until 14:05:00\n`)
  })

  it('counts phases in review as running, and those at a checkpoint as waiting', () => {
    expect(renderLive(one('in review', { status: 'reviewing' }), view())).toMatch(
      /● 1 running[^]*● a .* {2}in review\n/,
    )
    expect(renderLive(one('waiting', { status: 'checkpoint' }), view())).toMatch(
      / 0\/1 {2}\? 1 waiting\n\? a /,
    )
  })

  it('fits into 40 columns of ASCII', () => {
    expect(renderLive(progress(), view({ columns: 40, ascii: true, interruption: 'draining' }))).toBe(
      `A goal  r  1m 05s  under 1 min left
#------- 1/5  * 2 running  x 1 failed .
* 2a  Backend       1m 02s  attempt .
* 2b  Frontend      1m 00s  verifyin.
x 1   Setup         700 ms  It broke.
+ 0   Bootstrap      1.2 s
- 3   Integration           blocked .
Draining: 2 phases still running. Ct...`,
    )
  })

  // seed: intelligent-execution 114
  it('shows why phases failed, were skipped or wait for an answer', () => {
    const gate = {
      ...{ id: 'g', kind: 'blocker' as const, phaseIds: ['a', 'gone'], question: 'What now?' },
      ...{ details: [], suggestions: [], choices: [] },
    }
    const run = viewOf('', [
      running('a', 'A', 0, { status: 'waiting' }),
      phaseOf('b', 'B', { status: 'skipped', skipReason: 'not \u001b[2Jwanted' }),
      phaseOf('c', 'C', { status: 'external', excluded: true }),
    ])
    const state = withGates(initialState, [{ gate, number: 4, is: 'left' }])
    const lines = renderLive(run, view({ state })).split('\n')
    expect(lines[0]).toBe('Running  r  1m 05s')
    expect(lines.find((line) => line.startsWith('? a'))).toMatch(/ {2}question #4$/)
    expect(lines).toContain('⊘ b  B           not wanted')
    expect(lines).toContain('⊘ c  C')
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
        const run = viewOf(
          names.join(' '),
          names.map((name, k) => (k < 3 ? running(`p${k}`, name, k) : phaseOf(`p${k}`, name))),
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
    const part = (id: string, title: string, status: Part['status'], claimed = true): Part => ({
      ...{ id, title, type: 'impl', status, attempt: 1, ...(claimed && { claimed }) },
    })
    const done = [part('2a', 'API endpoints', 'completed'), part('2b', 'CLI commands', 'completed')]
    const runOf = (last: Part['status'], more: Partial<PhaseReport> = {}) => {
      const subtasks = [...done, part('2c', 'Unit tests', last, false)]
      return viewOf('A goal', [running('2', 'Create interfaces', 0, { subtasks, ...more })], {
        activities: { 2: { text: 'Unit tests' } },
      })
    }
    const run = runOf('running')
    expect(renderLive(run, view())).toBe(`A goal  r  1m 05s
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
    expect(renderLive(runOf('failed'), view())).toContain('└─ ✗ Unit tests')
    const fresh = { attempt: 2, subtasks: done.map((each) => ({ ...each, status: 'pending' as const })) }
    expect(renderLive(runOf('pending', fresh), view())).toContain('0/2 subtasks  attempt 2')
    const over = { status: 'completed' as const, completedAt: new Date(begin).toISOString() }
    expect(renderLive(runOf('completed', over), view())).not.toContain('subtasks')
  })

  it('counts the phases that are not shown', () => {
    const run = viewOf(
      'Many',
      Array.from({ length: 100 }, (_, k) => {
        const [id, title] = [`p${k}`, `Phase ${k}`]
        if (k < 40) return ended(id, title, 1)
        return k === 40 || k === 90 ? running(id, title, k) : phaseOf(id, title)
      }),
    )
    const lines = renderLive(run, view({ rows: 10 })).split('\n')
    expect(lines).toHaveLength(10)
    expect(lines[1]).toContain(' 40/100  ● 2 running  ✓ 40 done  ○ 58 to go')
    expect(lines.slice(2, 4).map((line) => line.slice(0, 5))).toEqual(['● p40', '● p90'])
    expect(lines[7]).toBe('  … 55 more')
    expect(lines[8]).toMatch(/^✓ 40 done: p0, p1, p2.*…$/)
    const scrolled = renderLive(run, view({ rows: 10, state: { ...initialState, cursor: 'p99' } })).split(
      '\n',
    )
    expect(scrolled.slice(-3)).toEqual([expect.stringContaining('p99'), scrolled.at(-2), keys])
  })
})

describe('the questions of a frame', () => {
  const ids = ['q1', 'q2', 'r1', 'x']
  const plan = {
    phases: ids.map((id, k) => ({
      ...{ id, title: `Title of ${id}`, subtasks: [], parallelWith: [], files: [] },
      dependsOn: k === 0 || k === 3 ? [] : [ids[k - 1]!],
    })),
  } as unknown as RunView['plan']
  const gate = (id: string, phaseId: string, details: string[] = []) => ({
    ...{ id, kind: 'blocker' as const, phaseIds: [phaseId], question: `Retry ${phaseId}?`, details },
    ...{ suggestions: ['ask Ada'], choices: ['retry' as const, 'skip' as const, 'abort-revert' as const] },
  })
  const asked = (details: string[] = []) =>
    withGates(initialState, [
      { gate: gate('blocker:q1:1', 'q1', details), number: 4 },
      { gate: gate('blocker:x:1', 'x'), number: 5 },
    ])
  const run = viewOf(
    'A goal',
    ids.map((id) => (id === 'r1' ? running(id, `Title of ${id}`, 0) : phaseOf(id, `Title of ${id}`))),
    { plan },
  )
  const facts = new Map([
    ['blocker:q1:1', { rows: [['Changes', '1 file, +2 -0: a.txt +2 -0']] as const, details: ['ran: make'] }],
  ])

  it('are listed below the phases, and the one with the focus is shown with its consequences', () => {
    const lines = render({ ...view(), run, state: asked(), facts }, { ...view(), columns: 72 }).lines
    expect(lines).toHaveLength(24)
    expect(lines[2]).toContain('● r1  Title of r1')
    expect(lines.slice(14)).toEqual([
      `── Question 1 of 2  #4  phase q1: Title of q1 ${'─'.repeat(25)}`,
      '   #5  Retry x?',
      'Retry q1?',
      '  Changes     1 file, +2 -0: a.txt +2 -0',
      '  ran: make',
      '  Suggestion  ask Ada',
      '  r  retry         starts another attempt',
      '  s  skip          skips q1; also skips q2, r1',
      '  v  abort-revert  ends the run and restores the branch; asks how far',
      'Tab: next   d: changes   l: output   e: files   Esc: later   ?: help',
    ])
  })

  it('lose facts before answers in a small terminal, and count them', () => {
    const state = asked(Array.from({ length: 30 }, (_, k) => `fact ${k}`))
    const frame = render({ ...view(), run, state }, { ...view(), rows: 16 })
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
    // One text of 300 lines takes hundreds of frames in the small terminal.
    const texts = contents(200).filter((_, at) => rows > 10 || at === 0 || at % 10 > 0)
    for (const text of texts) {
      let state: LiveState = asked([text])
      const size = { ...view(), columns, rows }
      const shown: string[] = []
      for (;;) {
        const frame = render({ ...view(), run, state }, size)
        const { lines, scroll } = frame
        expect(lines).toHaveLength(rows)
        const answers = lines.findIndex((line) => /^ {2}r +retry/.test(line))
        const end = lines.findLastIndex((line, at) => at < answers && !/^ {2}… .*(?:up|down)$/.test(line))
        lines
          .slice(end + 1 - scroll.rows, end + 1)
          .forEach((line, at) => (shown[at + (state.read?.top ?? 0)] = line))
        if (frame.hiddenLines === 0) break
        const context = { plan, running: [], role: 'run' as const, leaves: true, stops: true, ...frame }
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
    const short = render({ ...view(), run, state }, view())
    expect(short.lines.slice(-2)).toEqual(['Describe the fix: (Enter: done, Esc: back)', '> 日本xy'])
    expect(short.cursor).toEqual({ row: 23, column: 6 })
    const line = { before: '日'.repeat(100), after: '' }
    const long = render({ ...view(), run, state: { ...state, prompt: { ...state.prompt, line } } }, view())
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
  const order = (letters: string, room: number, place = 0): string => {
    const all = Array.from(
      letters,
      (letter, k): PhaseReport => phaseOf(`p${k}`, '', { status: statuses[letter as keyof typeof statuses] }),
    )
    const text = (list: readonly PhaseReport[]): string =>
      list.map(({ id }) => letters[Number(id.slice(1))]).join('')
    const { shown, more, folded } = orderPhases(all, { room, cursor: sortPhases(all)[place]?.id })
    return [shown, more, folded].map(text).join(' ').trimEnd()
  }

  it.each([
    ['all phases if they fit, running ones first', 'cr.fw', 5, 0, 'rwf.c'],
    ['folds finished ones', 'cccccr.....', 8, 0, 'r.....  ccccc'],
    ['counts finished ones with the others in a few lines', 'cccccr.....', 4, 0, 'r.. ...ccccc'],
    ['counts those to come that do not fit', 'cr..........', 6, 0, 'r... ....... c'],
    ['running phases anywhere in the plan', 'r.....r.....r', 4, 0, 'rrr ..........'],
    ['one line', 'rrrrrr', 1, 0, 'r'],
    ['keeps the cursor on the screen', 'cr......', 6, 6, '.....  c'],
    ['folds the finished ones', 'cccccccr', 6, 0, 'r  ccccccc'],
    ['shows the finished ones at the cursor', 'cccccccr', 6, 7, 'cccccc'],
    ['shows the cursor in the middle', 'r.........w', 7, 6, '...... ..'],
    ['the finished ones of a finished run', 'cccccc', 3, 0, 'cc cccc'],
  ])('%s', (_, letters, room, place, expected) => {
    expect(order(letters, room, place)).toBe(expected)
  })
})
