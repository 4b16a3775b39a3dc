import { describe, expect, it, test } from 'vitest'
import {
  findUnreadable,
  phaseFieldNames,
  phaseFields,
  readPhaseFields,
  writePhaseField,
} from './phase-fields.ts'

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

describe('a text that a field cannot read', () => {
  it('has a problem, and a careful value if it is short', () => {
    const problem = 'is not low, medium or high, so it counts as high'
    expect(findUnreadable('risk', 'hihg')).toMatchObject({ code: 'RISK_INVALID', problem, isProse: false })
    expect(readPhaseFields((name) => (name === 'risk' ? 'hihg' : undefined))).toEqual({ risk: 'high' })
  })

  it('is a description if it is long', () => {
    expect(findUnreadable('risk', 'The migration may fail')).toMatchObject({ isProse: true })
    expect(readPhaseFields(() => 'The migration may fail')).toEqual({})
  })

  it('is a value, or a word for none', () => {
    for (const text of ['', '-', 'None', 'TBD', 'High']) expect(findUnreadable('risk', text)).toBeUndefined()
    expect(findUnreadable('estimate', 'XL')).toBeUndefined()
  })
})
