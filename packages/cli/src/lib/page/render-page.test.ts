import type { Plan, Report } from '@amelia/core'
import { expect, it } from 'vitest'
import { renderPage } from './render-page.ts'

const hostile = `</title></style><script src="https://x.example/">"'&\u001b[31m`

const check = {
  ...{ name: hostile, argv: [hostile], passed: false, exitCode: 1, durationMs: 1, note: hostile },
  output: hostile,
}
const comment = {
  ...{ id: '1', reviewer: 'r', severity: 'major', disposition: 'implement', message: hostile },
  ...{ file: hostile, line: 3 },
}
const review = { approved: false, summary: hostile, comments: [comment] }
const spent = {
  ...{ sessions: 1, sessionMs: 2_000, wallMs: 0, inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 },
  ...{ tokens: 15, unknownTokens: 0, usd: 1.5, estimatedUsd: 0, unknownUsd: 0 },
}
const tries = [hostile, 'sh fallback.sh'].map((command, index) => ({
  name: ['command', 'fallback 1 of 1'][index],
  ...{
    command,
    problem: `output did not match /${hostile}/`,
    exitCode: 0,
    output: `${hostile} of ${command}`,
  },
}))
const phase = {
  ...{ id: hostile, title: hostile, status: 'failed', attempt: 2, durationMs: 1, because: hostile },
  ...{ failure: { class: 'verification_failed', message: hostile, tries }, evidence: hostile },
  ...{ checks: [check], review, spent, fallbacks: [hostile], approvals: [hostile], byHand: [hostile] },
  subtasks: [{ id: '1', title: hostile, type: 'other', status: 'failed', attempt: 1 }],
}
const report = {
  ...{ runId: 'r', goal: hostile, status: 'failed', base: hostile, head: hostile, target: hostile },
  ...{ targetNote: hostile, labels: { team: hostile }, checks: [check], review, debts: [], batches: [] },
  ...{ publish: 'phase', targetPublished: true, startedAt: hostile, durationMs: 5, spent },
  gates: [{ id: hostile, phaseIds: [], question: hostile, details: [], suggestions: [], choices: ['retry'] }],
  phases: [phase],
} as unknown as Report
const condition = { state: 'ended', status: 'failed', sentence: hostile } as const
const plan = {
  phases: [{ id: hostile, title: hostile, dependsOn: [], parallelWith: [], line: 1 }],
} as unknown as Plan

it('shows a subtask that its agent claims as claimed until the phase is completed', () => {
  const subtasks = [{ id: '1', title: 'Part', type: 'other', status: 'completed', claimed: true }]
  const pageOf = (status: string) => {
    const phases = [{ ...phase, status, subtasks }]
    return renderPage({
      ...{ report: { ...report, phases } as never, condition },
      plan,
      spans: [],
      madeAt: '',
    })
  }
  expect(pageOf('verifying')).toContain('Part <span class="dim">claimed</span>')
  expect(pageOf('completed')).toContain('Part <span class="dim">completed</span>')
})

it('begins with the result, the phases with commit, lines, tests and review, and open points', () => {
  const done = {
    ...{ id: '1', title: 'Parse', status: 'completed', attempt: 1, commit: 'a'.repeat(40) },
    ...{ lines: { added: 5, removed: 2 }, checks: [{ ...check, name: 'test', passed: true }] },
    ...{ notDone: ['Commas'], review: { approved: true, summary: 'Good.', comments: [] } },
  }
  const times = { startedAt: '2026-11-30T20:31:05.000Z', endedAt: '2026-11-30T21:00:00.000Z' }
  const page = renderPage({
    ...{ report: { ...report, ...times, phases: [done], gates: [] } as never, condition, plan },
    ...{ spans: [], madeAt: '2026-12-01T00:05:00.000Z' },
  })
  const text = page.replace(/<style>[^]*?<\/style>|<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toContain('as of 1 Dec 2026, 00:05 UTC')
  expect(text).toContain('1 of 1 phase is done, in 5 ms. The commits add 5 and remove 2 lines.')
  expect(text).toContain('Needs your eye 1: not done: Commas Work')
  expect(text).toContain('✓ 1 Parse aaaaaaaaaaaa +5 -2 passed approved')
  expect(text).toContain('Started 30 Nov 2026, 20:31 UTC')
})

it('escapes every text of plan, agents and commands, and loads nothing', () => {
  const spans = [{ phaseId: hostile, attempt: 1, from: 0, to: 10, end: 'passed' as const }]
  const page = renderPage({ report, condition, plan, spans, madeAt: hostile })
  expect(page.match(/<(?:script|style|title|link|img|iframe|object)\b/g)).toEqual([
    '<title',
    '<style',
    ...['<title', '<title'],
  ])
  expect(page).not.toMatch(/\u001b|(?:src|href)="(?!#)/)
  expect(page.match(/&lt;script src=&quot;/g)?.length).toBeGreaterThan(20)
  expect(page).toContain('prefers-color-scheme: dark')
  expect(page).toMatch(/<p>fallback 1 of 1: sh fallback\.sh \(output did .*<pre>.* of sh fallback\.sh<\/pre>/)
})
