import { describe, expect, it } from 'vitest'
import { findLines } from './find-lines.ts'

const text = '# Plan\n\n- a\n- b\n\n## Two\n\n- a\n- b\n'

describe('findLines', () => {
  it('finds the first occurrence', () => {
    expect(findLines(text, '- a\n- b')).toEqual({ start: 3, end: 4 })
    expect(findLines(text, '## Two\n\n- a\n- b')).toEqual({ start: 6, end: 9 })
  })

  it('prefers an occurrence from a line on, and one that contains given lines', () => {
    expect(findLines(text, '- a\n- b', { from: 4 })).toEqual({ start: 8, end: 9 })
    expect(findLines(text, '- a\n- b', { from: 9 })).toEqual({ start: 3, end: 4 })
    expect(findLines(text, '- a\n- b', { inside: [9] })).toEqual({ start: 8, end: 9 })
    expect(findLines(text, '- a\n- b', { inside: [3, 9] })).toBeUndefined()
  })

  it('compares complete lines, whatever their ends', () => {
    expect(findLines('x\r\n  - a  \r\n- b', '- a\n- b')).toEqual({ start: 2, end: 3 })
    expect(findLines('xab', 'ab')).toBeUndefined()
    expect(findLines('a\nb', 'a\n b')).toBeUndefined()
  })

  it('finds no empty part', () => {
    expect(findLines(text, '')).toBeUndefined()
    expect(findLines(text, ' \n')).toBeUndefined()
  })
})
