import { expect, it } from 'vitest'
import type { ChargedSession } from '../../event/charged-session.ts'
import type { PhaseReport, Report } from '../../event/report.ts'
import { nothingSpent } from '../../policy/dispatch/find-exhausted.ts'
import { addSession } from '../../policy/spending/add-session.ts'
import { displayWidth } from '../../text/display-width.ts'
import { listAttempts } from '../list/list-attempts.ts'
import { costPage } from './page/cost-page.ts'
import { renderCosts } from './render-costs.ts'

const session = (attempt: number, number: number, more: Partial<ChargedSession> = {}): ChargedSession => ({
  session: `s${attempt}.${number}`,
  number,
  attempt,
  role: 'developer',
  driver: 'claude',
  inputTokens: 120_000,
  cachedInputTokens: 100_000,
  outputTokens: 3_400,
  usd: 0.124,
  durationMs: 185_000,
  transcript: {
    page: { name: `transcripts/${attempt}-${number}.md`, place: `/runs/r1/${attempt}-${number}.md` },
  },
  ...more,
})

const phase = (id: string, sessions: ChargedSession[]): PhaseReport => ({
  ...{ id, title: id, status: 'completed', attempt: 1, checks: [] },
  attempts: listAttempts(sessions),
})

const reportOf = (phases: Record<string, ChargedSession[]>): Report => {
  const spent = nothingSpent()
  for (const one of Object.values(phases).flat()) addSession(spent, one)
  return {
    ...{ runId: 'r1', goal: '', status: 'completed', base: '', head: '', target: '', publish: 'phase' },
    ...{
      targetPublished: true,
      checks: [],
      debts: [],
      batches: [],
      gates: [],
      startedAt: '',
      durationMs: 0,
      spent,
    },
    phases: Object.entries(phases).map(([id, sessions]) => phase(id, sessions)),
  }
}

const plain = { width: 80, paint: (text: string) => text, all: false }

/** The session of an agent that counts nothing. */
const unknown: ChargedSession = {
  ...{ session: 's', number: 1, attempt: 1, role: 'developer', driver: 'command' },
  ...{ usd: null, durationMs: 9_000 },
}

const mixed = reportOf({
  '1': [session(1, 1)],
  '2': [
    session(1, 1, { usd: 0.5, estimated: true }),
    session(2, 1),
    session(2, 2, { role: 'reviewer', usd: null }),
  ],
  '3': [unknown],
  '4': [],
})

it('leaves out the columns without a known value', () => {
  const report = reportOf({ '1': [{ ...unknown, durationMs: 0 }] })
  expect(renderCosts(report, plain)[1]).toMatch(/^Run +1$/)
  expect(costPage(report, false)[0]).toBe(
    '|  | sessions |\n|---|---|\n| Run | 1 |\n| &nbsp;&nbsp;Phase 1 | 1 |',
  )
})

it('explains a mark only where it is shown', () => {
  const none = renderCosts(reportOf({ '1': [unknown] }), plain).join('\n')
  expect(none).not.toContain('+')
  expect(none).not.toContain('~')
})

it('shows the run, its phases, their attempts and sessions in 80 columns', () => {
  const lines = renderCosts(mixed, plain)
  expect(`\n${lines.join('\n')}\n`).toMatchInlineSnapshot(`
    "
                       sessions     time  input  cached  output             cost
    Run                       5  12m 29s  480k+   400k+    14k+  at least ~$0.75
      Phase 1                 1   3m 05s   120k    100k    3.4k            $0.12
      Phase 2                 3   9m 15s   360k    300k     10k  at least ~$0.62
        attempt 1             1   3m 05s   120k    100k    3.4k           ~$0.50
        attempt 2             2   6m 10s   240k    200k    6.8k   at least $0.12
          1 developer         1   3m 05s   120k    100k    3.4k            $0.12
          2 reviewer          1   3m 05s   120k    100k    3.4k          unknown
      Phase 3                 1    9.0 s      ?       ?       ?          unknown
    + At least: the tokens of some sessions are unknown.
    ~ Estimated from tokens, at least in part: a session was killed.
    "
  `)
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(80)
})

it('shows where the transcripts are on request', () => {
  expect(renderCosts(reportOf({ a: [session(1, 1)] }), { ...plain, all: true })).toMatchInlineSnapshot(`
    [
      "           sessions    time  input  cached  output   cost",
      "Run               1  3m 05s   120k    100k    3.4k  $0.12",
      "  Phase a         1  3m 05s   120k    100k    3.4k  $0.12",
      "    /runs/r1/1-1.md",
    ]
  `)
})

it('lists no sessions of a long run, unless all are requested', () => {
  const report = reportOf({ a: Array.from({ length: 21 }, (_, index) => session(1, index + 1)) })
  expect(renderCosts(report, plain).at(-1)).toBe('To list the sessions: amelia status r1 --sessions')
  expect(renderCosts(report, plain)).toHaveLength(4)
  expect(renderCosts(report, { ...plain, all: true })).toHaveLength(2 + 1 + 21 * 2)
})

it('is nothing without sessions', () => {
  expect(renderCosts(reportOf({ a: [] }), plain)).toEqual([])
  expect(costPage(reportOf({ a: [] }), true)).toEqual([])
})

it('names the transcripts in a page that is elsewhere, without links', () => {
  const page = costPage(mixed, false).join('\n')
  expect(page).toContain('| `transcripts/1-1.md` |')
  expect(page).not.toContain('](')
})

it('is a table with links to the transcripts in the page', () => {
  expect(`\n${costPage(mixed, true).join('\n\n')}\n`).toMatchInlineSnapshot(`
    "
    |  | sessions | time | input | cached | output | cost | transcripts |
    |---|---|---|---|---|---|---|---|
    | Run | 5 | 12m 29s | at least 480,000 | at least 400,000 | at least 13,600 | at least $0.75 ($0.50 estimated) |  |
    | &nbsp;&nbsp;Phase 1 | 1 | 3m 05s | 120,000 | 100,000 | 3,400 | $0.12 | [page](transcripts/1-1.md) |
    | &nbsp;&nbsp;Phase 2 | 3 | 9m 15s | 360,000 | 300,000 | 10,200 | at least $0.62 ($0.50 estimated) |  |
    | &nbsp;&nbsp;&nbsp;&nbsp;attempt 1 | 1 | 3m 05s | 120,000 | 100,000 | 3,400 | $0.50 (estimated) | [page](transcripts/1-1.md) |
    | &nbsp;&nbsp;&nbsp;&nbsp;attempt 2 | 2 | 6m 10s | 240,000 | 200,000 | 6,800 | at least $0.12 |  |
    | &nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;1 developer | 1 | 3m 05s | 120,000 | 100,000 | 3,400 | $0.12 | [page](transcripts/2-1.md) |
    | &nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;2 reviewer | 1 | 3m 05s | 120,000 | 100,000 | 3,400 | unknown | [page](transcripts/2-2.md) |
    | &nbsp;&nbsp;Phase 3 | 1 | 9.0 s | unknown | unknown | unknown | unknown |  |

    Transcripts are kept by the run, next to its own copy of this page: \`amelia status r1 --sessions\` shows where.
    "
  `)
})
