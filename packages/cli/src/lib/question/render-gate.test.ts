import { describe, expect, it } from 'vitest'
import { type GateChoice, gateChoices } from '@amelia/core'
import { contents, readRows } from '../../../../../test/contents.ts'
import { choiceKeys, choiceOfKey } from './choice-keys.ts'
import { renderGate } from './render-gate.ts'

describe('choiceKeys', () => {
  it('belong to one answer where answers are offered together, and to no key of the view', () => {
    const together: GateChoice[][] = [
      ['approve', 'reject'],
      ['approve', 'send-back', 'abort', 'abort-revert'],
      ['continue', 'retry', 'fix', 'approve', 'done-by-hand', 'skip', 'abort', 'abort-revert'],
    ]
    for (const choices of together)
      expect(choices.map((choice) => choiceOfKey(choiceKeys[choice], choices))).toEqual(choices)
    for (const choice of gateChoices) expect('dleq?'.split('')).not.toContain(choiceKeys[choice])
    expect(choiceOfKey('S', ['skip'])).toBe('skip')
    expect(choiceOfKey('a', ['retry'])).toBeUndefined()
  })
})

describe('renderGate', () => {
  // seed: intelligent-execution 111, intelligent-execution 51
  it('shows a question in full', () => {
    const gate = { question: 'Continue?\u001b[2J', details: ['rm -rf build'], suggestions: ['check first'] }
    expect(renderGate(gate, ['approve', 'reject'], { columns: 40, paint: (text) => text })).toBe(
      '\n? Continue?\n  rm -rf build\n  Suggestion: check first\n[a] approve  [r] reject\n',
    )
  })

  it.each([80, 40])('shows 200 scripts and diffs in full at %i columns', (columns) => {
    for (const text of contents(200)) {
      const gate = { question: 'Run it?', details: [text], suggestions: [] }
      const lines = renderGate(gate, ['approve'], { columns, paint: (line) => line }).split('\n')
      const end = lines.lastIndexOf('? Run it?') > 1 ? -3 : -2
      expect(readRows(lines.slice(2, end))).toBe(text)
    }
  })

  it('repeats the question after long details', () => {
    const shown = (lines: number): number => {
      const details = Array.from({ length: lines }, (_, index) => `fact ${index}`)
      const text = renderGate({ question: 'Accept it?', details, suggestions: [] }, ['approve'], {
        columns: 40,
        paint: (line) => line,
      })
      return text.split('? Accept it?').length - 1
    }
    expect([shown(15), shown(16)]).toEqual([1, 2])
  })
})
