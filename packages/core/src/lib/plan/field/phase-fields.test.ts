import { describe, expect, it, test } from 'vitest'
import { phaseFieldNames, phaseFields, readPhaseFields, writePhaseField } from './phase-fields.ts'

test('no label or column header belongs to two fields', () => {
  const all = phaseFieldNames.flatMap((name) => {
    const { label, labels, headers } = phaseFields[name]
    return [label.toLowerCase(), ...labels, ...headers]
  })
  expect(new Set(all).size).toBe(all.length)
})

const written = {
  estimate: 2.5,
  priority: -1,
  status: 'in_progress',
  risk: 'high',
  emptyOk: true,
  agent: 'codex',
  model: 'gpt-5.5',
  queue: 'gpu',
} as const

test.each(phaseFieldNames)('%s is read as it is written, after a label and in a cell', (name) => {
  for (const form of ['write', 'cell'] as const) {
    const text = writePhaseField(name, written, form)
    expect(readPhaseFields((other) => (other === name ? text : undefined))).toEqual({ [name]: written[name] })
  }
})

describe('writePhaseField', () => {
  it('writes no label for a default, but fills its cell', () => {
    const phase = { status: 'pending', risk: 'medium' } as const
    expect(phaseFieldNames.map((name) => writePhaseField(name, phase))).toEqual(
      phaseFieldNames.map(() => undefined),
    )
    expect(writePhaseField('status', phase, 'cell')).toBe('⬜')
    expect(writePhaseField('estimate', phase, 'cell')).toBeUndefined()
  })
})
