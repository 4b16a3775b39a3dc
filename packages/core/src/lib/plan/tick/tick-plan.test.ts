import { describe, expect, it } from 'vitest'
import { isSameText, tickPlan } from './tick-plan.ts'

const source = '# Plan\n\n- [ ] a\t🚀\n- [ ] b\n| 1 | A | ⬜ |\n'
const marks = [
  { work: 3, line: 3, column: 3, old: '[ ]', new: '[x]' },
  { work: 4, line: 4, column: 3, old: '[ ]', new: '[x]' },
  { work: 5, line: 5, column: 11, old: '⬜', new: '✅' },
]

describe('tickPlan', () => {
  it.each(['\n', '\r\n', '\r'])('changes marks only, with line endings %j and a byte order mark', (end) => {
    const file = `\uFEFF${source.replaceAll('\n', end)}`
    expect(tickPlan(file, source, marks.slice(0, 1))).toEqual({
      text: file.replace('[ ] a', '[x] a'),
      ticked: 1,
      changed: 0,
    })
    const { text } = tickPlan(file, source, marks)
    expect(text).toBe(`\uFEFF${source.replaceAll('[ ]', '[x]').replace('⬜', '✅').replaceAll('\n', end)}`)
    expect(tickPlan(text, source, marks)).toEqual({ text, ticked: 3, changed: 0 })
    expect(isSameText(file, source)).toBe(true)
    expect(isSameText(text, source)).toBe(false)
  })

  it('keeps mixed line endings, and a mark in the first line', () => {
    const mark = { work: 1, line: 1, column: 3, old: '[ ]', new: '[X]' }
    expect(tickPlan('\uFEFF- [ ] a\r\n- [ ] b\n', '- [ ] a\n- [ ] b\n', [mark])).toEqual({
      text: '\uFEFF- [X] a\r\n- [ ] b\n',
      ticked: 1,
      changed: 0,
    })
  })

  it('changes several marks of a line as one', () => {
    const both = [
      { work: 1, line: 1, column: 3, old: '[ ]', new: '[x]' },
      { work: 1, line: 1, column: 15, old: 'pending', new: 'done' },
    ]
    const line = '- [ ] a (type: pending)'
    expect(tickPlan(line, line, [both[0]!, { ...both[1]!, column: 16 }])).toMatchObject({
      text: '- [x] a (type: done)',
      ticked: 1,
    })
  })

  it('ticks the lines that a file still has', () => {
    const moved = `# Plan\n\nNew.\n\n- [ ] a\t🚀\n- [ ] other\n| 1 | A | ⬜ |\nEnd.\n`
    expect(tickPlan(moved, source, marks)).toEqual({
      text: moved.replace('[ ] a', '[x] a').replace('⬜', '✅'),
      ticked: 2,
      changed: 1,
    })
    // A line that occurs twice could be either.
    const twice = 'x\n- [ ] a\n- [ ] a\ny\n'
    const one = [{ work: 2, line: 2, column: 3, old: '[ ]', new: '[x]' }]
    expect(tickPlan(`0\n${twice}1\n`, twice, one)).toMatchObject({ ticked: 0, changed: 1 })
  })
})
