import { describe, expect, it } from 'vitest'
import { buildSendBack, type SendBack } from './build-send-back.ts'
import { reportRules } from './report-rules.ts'

const build = (note: Partial<SendBack> & Pick<SendBack, 'reason' | 'details'>): string =>
  buildSendBack({ reports: 'output', continued: true, ...note })

describe('buildSendBack', () => {
  it('asks to restore exactly the listed changes', () => {
    const details = ['a.test.js: tests of the base fail or are missing: a.test.js > adds', '  -test("adds")']
    expect(build({ reason: 'evidence_changed', details })).toBe(
      [
        '## Restore these',
        'Your work passes its checks, but it changes tests, or files that the checks rest on, and the plan does not say so:',
        '',
        '```',
        ...details,
        '```',
        '',
        'Restore them, and make the code pass the restored tests. Keep the rest of your work. If such a change is necessary, keep it and state the reason at the end: a person decides.',
        '',
        reportRules('output').join('\n'),
        '',
      ].join('\n'),
    )
  })

  it('states that nothing was changed, and names the answer for work that was done before', () => {
    const note = { reason: 'nothing_changed', details: ['declared: a.js'] } as const
    const prompt = build({ ...note, details: [...note.details] })
    expect(prompt).toContain('declared: a.js')
    expect(prompt).toContain('report `already_done`')
    expect(build({ ...note, details: [], reports: undefined })).toContain('end with the word `already_done`')
  })

  it('leaves folder and report to the signpost of a fresh session', () => {
    const note = { reason: 'evidence_changed', details: [], dir: '/slot' } as const
    const prompt = build({ ...note, details: [], continued: false })
    expect(prompt).not.toContain('/slot')
    expect(prompt).not.toContain('Report `done`')
  })

  it('is bounded, and its facts cannot end their block', () => {
    const details = ['```', ...Array.from({ length: 2_000 }, (_, number) => `line ${number}`)]
    const prompt = build({ reason: 'evidence_changed', details, reports: 'text' })
    expect(prompt.length).toBeLessThan(5_000)
    expect(prompt.split('\n```\n')).toHaveLength(3)
  })
})
