import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../text/display-width.ts'
import { contents, readRows } from '../../../../../../test/contents.ts'
import { renderReportPage } from './page/render-report-page.ts'
import { renderReport } from './render-report.ts'
import type { PhaseReport, Report } from '../../event/report.ts'
import { nothingSpent } from '../../policy/dispatch/find-exhausted.ts'

const phase = (
  id: string,
  title: string,
  status: PhaseReport['status'],
  more: Partial<PhaseReport> = {},
): PhaseReport => ({
  id,
  title,
  status,
  attempt: 1,
  checks: [],
  ...more,
})

const report: Report = {
  runId: 'r1',
  goal: 'A library for durations',
  status: 'completed',
  base: 'b'.repeat(40),
  head: '0123456789'.repeat(4),
  target: 'refs/heads/amelia/durations',
  publish: 'phase',
  targetPublished: true,
  phases: [
    phase('0', 'Bootstrap', 'external'),
    phase('1', 'Setup', 'completed', { commit: 'abcdef0'.repeat(5), durationMs: 5_400, attempt: 2 }),
  ],
  checks: [],
  debts: [],
  batches: [],
  gates: [],
  spent: nothingSpent(),
  startedAt: '2026-01-01T00:00:00.000Z',
  durationMs: 65_000,
}

const failed: Report = {
  ...report,
  status: 'failed',
  phases: [
    ...report.phases,
    phase('2a', 'Backend', 'failed', {
      durationMs: 12_000,
      failure: {
        class: 'verification_failed',
        message: 'The check "test" failed.',
        command: 'node --test',
        exitCode: 1,
        output: '\n\n\u001b[31mnot ok\u001b[0m 1\n\texpected 3\n\n\n\tactual 4\n\n',
      },
    }),
    phase('3', 'Integration', 'blocked', { because: '2a', attempt: 0 }),
    phase('4', 'Docs', 'pending', { attempt: 0 }),
  ],
}

describe('renderReport', () => {
  it('names the run that a phase was adopted from', () => {
    const forkedFrom = { runId: 'r0', phaseId: '1', commit: 'c0', adopted: ['0'] }
    expect(renderReport({ ...report, forkedFrom })).toContain('✓ 0  Bootstrap  adopted from r0\n')
    // An edited plan runs an adopted phase again.
    const again = { ...forkedFrom, adopted: ['0', '1'] }
    expect(renderReport({ ...report, forkedFrom: again })).toContain('abcdef0  5.4 s, attempt 2')
  })

  it('counts no phase that the run leaves out', () => {
    const phases = [...report.phases, phase('2', 'Docs', 'external', { attempt: 0, excluded: true })]
    const text = renderReport({ ...report, phases })
    expect(text).toMatch(/^Completed: 2 of 2 phases done/)
    expect(text).toContain('⊘ 2  Docs')
    expect(text).toMatch(/Docs +not part of this run\n/)
  })

  // seed: phase-execution-reference 35
  it('tells of a completed run what was done and how to take it over', () => {
    expect(renderReport(report)).toBe(`Completed: 2 of 2 phases done in 1m 05s.
A library for durations

✓ 0  Bootstrap  not run: done before
✓ 1  Setup      abcdef0  5.4 s, attempt 2

The work is on the branch amelia/durations (0123456).
To merge it: git merge amelia/durations
`)
  })

  // seed: phased-execution 14, phase-execution-reference 35, phase-execution-reference 38
  it('tells of a failed one why, and what that holds up', () => {
    expect(renderReport(failed)).toBe(`Failed: 2 of 5 phases done in 1m 05s.
A library for durations

✓ 0   Bootstrap    not run: done before
✓ 1   Setup        abcdef0  5.4 s, attempt 2
✗ 2a  Backend      failed, 12 s
      The check "test" failed: not ok 1
⊘ 3   Integration  blocked by 2a
○ 4   Docs         pending

The work is on the branch amelia/durations (0123456).
Run r1 keeps its work and can be resumed.
To merge it: git merge amelia/durations
`)
  })

  it('shows what waits', () => {
    const waiting: Report = {
      ...report,
      status: 'waiting',
      targetPublished: false,
      targetNote: 'It is checked out: git merge --ff-only refs/amelia/r1/head',
      gates: [
        {
          id: 'g1',
          kind: 'blocker',
          phaseIds: ['2a'],
          question: 'The command failed twice. What now?',
          details: ['exit code 1\u001b[2J'],
          suggestions: ['install it'],
          choices: ['retry', 'skip'],
        },
      ],
    }
    const text = renderReport(waiting, { next: ['amelia run plan.md'] })
    expect(text).toContain(
      '\n\n? The command failed twice. What now?\n  exit code 1<U+001B>[2J\n  Suggestion: install it\n  Answers: retry, skip\n\n',
    )
    expect(text).toContain(
      'The work is at refs/amelia/r1/head (0123456), but not on the branch\namelia/durations.\n' +
        'It is checked out: git merge --ff-only refs/amelia/r1/head\namelia run plan.md\n',
    )
    expect(renderReport(waiting)).toContain('Run r1 continues when it is answered and resumed.\n')
  })

  it('does not cut the path of a full output', () => {
    const path = `/home/ada/${'x'.repeat(90)}/step-s.txt`
    const gate = {
      ...{ id: 'g1', kind: 'blocker' as const, phaseIds: ['2a'], question: 'What now?' },
      ...{ details: ['ran: make', `full output: ${path}`], suggestions: [], choices: [] },
    }
    expect(renderReport({ ...report, gates: [gate] })).toContain(`\n  ran: make\n  full output: ${path}\n`)
  })

  it('shows 200 scripts and diffs in full, as text and as a page', () => {
    for (const text of contents(200)) {
      const gate = {
        ...{ id: 'g1', kind: 'plan' as const, phaseIds: [], question: 'Run it?', details: [text] },
        ...{ suggestions: [], choices: ['approve' as const] },
      }
      const waiting = { ...report, gates: [gate] }
      const between = (shown: string, start: string, end: string): string[] =>
        shown.slice(shown.indexOf(start) + start.length, shown.lastIndexOf(end)).split('\n')
      expect(readRows(between(renderReport(waiting), '? Run it?\n', '\n  Answers: approve'))).toBe(text)
      const rows = between(renderReport(waiting, { contentWidth: 40 }), '? Run it?\n', '\n  Answers: approve')
      expect(readRows(rows)).toBe(text)
      const page = renderReportPage(waiting)
      const [, fence = ''] = /^ {2}(`{3,})text$/m.exec(page) ?? []
      const code = between(page, `${fence}text\n`, `\n  ${fence}\n`)
      expect(code.filter((row) => row.trim() === fence)).toEqual([])
      expect(readRows(code.map((row) => row.slice(2)))).toBe(text)
    }
  })

  it('says when there is nothing to take over', () => {
    const nothing = {
      ...report,
      goal: '',
      status: 'cancelled' as const,
      phases: [phase('1', 'Setup', 'cancelled')],
      targetPublished: false,
    }
    expect(renderReport(nothing, { ascii: true })).toBe(`Cancelled: 0 of 1 phase done in 1m 05s.

- 1  Setup  cancelled

No commits were made.
Run r1 keeps its work and can be resumed.
`)
    const planned = renderReport({ ...nothing, targetPublished: true })
    expect(planned).toContain('The plan is on the branch amelia/durations (0123456).\n')
    expect(planned).not.toContain('No commits')
    expect(renderReport({ ...report, status: 'aborted' })).toContain('To merge it')
    expect(renderReport({ ...report, status: 'running' })).not.toContain('To merge it')
  })

  it('shows a failure in one line, with the error of its output', () => {
    const numbered = Array.from({ length: 50 }, (_, k) => `line ${k}`)
    const output = [...numbered, 'TypeError: x is not a function', ...numbered].join('\n')
    const failure = { class: 'hung', message: 'It hung.', output, outputFile: '/runs/r1/a.txt' } as const
    const text = renderReport({ ...report, phases: [phase('1', 'Setup', 'failed', { failure })] })
    expect(text).toContain('\n     It hung: TypeError: x is not a function\n\n')
  })

  it('shows the critical path', () => {
    const longestChain = { phases: ['1', '2a', '3'], durationMs: 62_000 }
    expect(renderReport({ ...report, longestChain })).toContain(
      '\n\nCritical path: 1 > 2a > 3 (1m 02s)\n\nThe work is',
    )
  })

  it('keeps to the width', () => {
    const long = 'A title that goes on and on until no terminal of this world shows it'
    const text = renderReport(
      { ...failed, goal: long, phases: failed.phases.map((each) => ({ ...each, title: long })) },
      { width: 40, next: [] },
    )
    const lines = text.split('\n').filter((line) => !line.startsWith('The work'))
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(40)
  })

  it('paints marks and headlines', () => {
    const text = renderReport(report, { paint: (piece, tone) => `<${tone}>${piece}</>` })
    expect(text).toContain('<good>Completed:</> 2 of 2')
    expect(text).toContain('<good>✓</> 1  Setup      <dim>abcdef0')
  })
})

it('suggests below a failed phase what a person can do, uncut', () => {
  const suggestions = ['/etc/x is outside the workspace; if it must: --confine-write /etc/x and nothing else']
  const phases = failed.phases.map((each) =>
    each.failure ? { ...each, failure: { ...each.failure, suggestions } } : each,
  )
  const text = renderReport({ ...failed, phases }, { width: 60 })
  expect(text.replace(/\s+/g, ' ')).toContain(`Suggestion: ${suggestions[0]}`)
})
