import { describe, expect, it } from 'vitest'
import { gateKeys } from './gate-keys.ts'
import { renderGate } from './render-gate.ts'

describe('renderGate and gateKeys', () => {
  it('have one key per answer', () => {
    const labels = (choices: Parameters<typeof gateKeys>[0]) => gateKeys(choices).map(({ label }) => label)
    expect(labels(['approve', 'reject'])).toEqual(['[a]pprove', '[r]eject'])
    expect(labels(['approve', 'feedback', 'abort'])).toEqual(['[a]pprove', '[f]eedback', 'a[b]ort'])
    expect(labels(['retry', 'accept', 'skip', 'abort'])).toEqual(['[r]etry', '[a]ccept', '[s]kip', 'a[b]ort'])
    expect(gateKeys(['reject', 'retry']).map(({ key }) => key)).toEqual(['r', 'e'])
  })

  // seed: intelligent-execution 111, intelligent-execution 51
  it('are shown in full', () => {
    const gate = { question: 'Continue?\u001b[2J', details: ['rm -rf build'], suggestions: ['check first'] }
    expect(renderGate(gate, gateKeys(['approve', 'reject']), { columns: 40, paint: (text) => text })).toBe(
      '\n? Continue?\n  rm -rf build\n  Suggestion: check first\n[a]pprove [r]eject\n',
    )
  })

  it('repeat the question after long details', () => {
    const shown = (lines: number): number => {
      const details = Array.from({ length: lines }, (_, index) => `fact ${index}`)
      const text = renderGate({ question: 'Accept it?', details, suggestions: [] }, gateKeys(['approve']), {
        columns: 40,
        paint: (line) => line,
      })
      return text.split('? Accept it?').length - 1
    }
    expect([shown(15), shown(16)]).toEqual([1, 2])
  })
})
