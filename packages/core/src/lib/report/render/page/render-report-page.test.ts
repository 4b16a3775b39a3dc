import { describe, expect, it } from 'vitest'
import type { PhaseReport, Report } from '../../../event/report.ts'
import { nothingSpent } from '../../../policy/dispatch/find-exhausted.ts'
import { renderReportPage } from './render-report-page.ts'

const check = (name: string, passed = true, note?: string): Report['checks'][number] => ({
  ...{ name, argv: [name], passed, exitCode: passed ? 0 : 1, output: '', durationMs: 1 },
  ...(note !== undefined && { note }),
})

const done = (id: string, title: string, more: Partial<PhaseReport> = {}): PhaseReport => ({
  ...{ id, title, status: 'completed', attempt: 1, checks: [], commit: id.repeat(40) },
  ...more,
})

const report = (phases: PhaseReport[], more: Partial<Report> = {}): Report => ({
  ...{ runId: 'r1', goal: 'A library', status: 'completed', base: 'b'.repeat(40), head: 'c'.repeat(40) },
  ...{ target: 'refs/heads/amelia/x', publish: 'phase', targetPublished: true, checks: [], debts: [] },
  ...{ batches: [], gates: [], spent: nothingSpent(), startedAt: '2026-01-01T00:00:00.000Z' },
  durationMs: 65_000,
  phases,
  ...more,
})

describe('renderReportPage', () => {
  it('names what the target lacks, except in the copy that is committed with the work', () => {
    const noted = report([done('1', 'One')], { targetNote: 'x has newer commits.' })
    expect(renderReportPage(noted)).toContain('## Needs your eye\n\n- x has newer commits.')
    expect(renderReportPage(noted, { links: true })).not.toContain('newer')
  })

  it('begins with the work, and ends with the costs', () => {
    const spent = {
      ...nothingSpent(),
      sessions: 1,
      sessionMs: 4_000,
      unknownTokens: 1,
      unknownUsd: 1,
      usd: null,
    }
    const session = {
      ...{ number: 1, role: 'developer' as const, driver: 'x', ms: 4_000 },
      inputTokens: null,
      cachedInputTokens: null,
      outputTokens: null,
      usd: null,
    }
    const phases = [
      done('1', 'Parse', {
        summary: 'Adds `parse`. It reads 1 | 2.',
        lines: { added: 80, removed: 2 },
        checks: [check('test'), check('lint'), check('types', true, 'skipped')],
        evidence: 'red by exit code alone, then green',
        durationMs: 4_000,
        review: {
          approved: true,
          summary: '',
          comments: [
            {
              ...{ id: 'r-1', reviewer: 'r', severity: 'minor', message: 'Rename it.', file: 'a.js' },
              disposition: 'defer',
            },
          ],
        },
        notDone: ['The export.'],
        concerns: ['Empty lines are skipped.'],
        flaky: ['a.test.js > waits'],
        attempts: [{ attempt: 1, spent, sessions: [session as never] }],
      }),
      done('2', 'Docs', { subtasks: [{ title: 'Write it' }, { title: 'Check it' }] as never }),
      {
        ...done('3', 'Ship', { attempt: 2 }),
        ...{
          status: 'failed' as const,
          commit: '',
          failure: { class: 'hung' as const, message: 'It hung.' },
        },
      },
    ]
    expect(
      renderReportPage(report(phases, { status: 'failed', spent, checks: [check('test')] })),
    ).toMatchInlineSnapshot(`
      "# A library

      2 of 3 phases are done, in 1m 05s. The commits add 80 lines and remove 2 lines. Phase 3 failed. Final verification: test passed.

      | phase | what | commit | +/- | tests | review |
      |---|---|---|---|---|---|
      | 1 Parse | Adds \`parse\`. It reads 1 \\| 2. | 111111111111 | +80 -2 | test, lint passed, types passed (skipped); red by exit code alone, then green | approved, 1 comment deferred |
      | 2 Docs | Write it; Check it | 222222222222 |  |  |  |
      | 3 Ship | failed |  |  |  |  |

      ## Needs your eye

      - 1: not done: The export.
      - 1: concern: Empty lines are skipped.
      - 1: deferred by the review: \`a.js\`: Rename it.
      - 1: flaky: a.test.js > waits
      - 3: It hung.

      Run r1, from bbbbbbbbbbbb. Status: failed. Each phase is a commit with the trailer \`Amelia-Phase\`.

      <details>
      <summary>Attempts, time and cost</summary>

      | phase | status | attempts | time |
      |---|---|---|---|
      | 1 | completed | 1 | 4.0 s |
      | 2 | completed | 1 |  |
      | 3 | failed | 2 |  |

      |  | sessions | time |
      |---|---|---|
      | Run | 1 | 4.0 s |
      | &nbsp;&nbsp;Phase 1 | 1 | 4.0 s |

      </details>
      "
    `)
  })

  it('leaves out columns and sections without content', () => {
    const page = renderReportPage(report([done('1', 'Parse', { attempt: 0 })], { unverified: true }))
    expect(page).toContain('| phase | what | commit |\n|---|---|---|\n| 1 Parse |  | 111111111111 |\n')
    expect(page).not.toMatch(/Needs your eye|<details>/)
    expect(page).toContain('Verification: not verified: no check is configured.')
  })

  it('keeps foreign text from acting on the page or on its readers', () => {
    const text = 'Fixes #12 for @ada <img src=x> ![x](https://x.y) | `a | b` `open\n# Not a heading'
    const page = renderReportPage(report([done('1', text, { summary: text, notDone: [text] })]))
    const shown =
      'Fixes &#35;12 for &#64;ada &lt;img src=x> !\\[x\\](https:&#47;&#47;x.y) \\| `a \\| b` \\`open # Not a heading'
    expect(page).toContain(`| 1 ${shown} | ${shown} |`)
    expect(page).toContain(`- 1: not done: ${shown}\n`)
    expect(renderReportPage(report([], { goal: text }))).toContain(`# ${shown}\n`)
    const gate = { id: 'g', question: text, details: [], choices: ['retry'], suggestions: [], phaseIds: [] }
    expect(renderReportPage(report([], { gates: [gate as never] }))).toContain(`- ${shown} (g)\n`)
  })

  it('bounds the cell of a long summary', () => {
    const page = renderReportPage(report([done('1', 'Parse', { summary: 'word '.repeat(500) })]))
    expect(page).toMatch(/\| 1 Parse \| (?:word ){30,40}… \|/)
  })
})
