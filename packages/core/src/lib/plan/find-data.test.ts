import { describe, expect, it } from 'vitest'
import { findData } from './find-data.ts'

describe('findData', () => {
  it.each([
    ['{ "a": 1, "b": [] }', { kind: 'JSON', keys: ['a', 'b'] }],
    ['{}', { kind: 'JSON', keys: [] }],
    ['[{ "x": 1 }]', { kind: 'JSON', keys: ['x'] }],
    ['["a"]', { kind: 'JSON', keys: [] }],
    ['{ "a": 1,\n', { kind: 'JSON', keys: [] }],
    ['# c\nname: x\nitems:\n  - a: 1\nother: y\n', { kind: 'YAML', keys: ['name', 'items', 'other'] }],
    ['---\nlist:\r\n- a\r\n', { kind: 'YAML', keys: ['list'] }],
    ['Goal: build it\nNote: soon\n', undefined],
    ['Steps:\n- write it\n\nThen ship it.\n', undefined],
    ['[Link](x) to "a"', undefined],
    ['[todo]', undefined],
    ['{ write it }', undefined],
    ['# Plan\n\nText.\n', undefined],
    ['', undefined],
  ])('%j is %j', (source, found) => {
    expect(findData(source)).toEqual(found)
  })
})
