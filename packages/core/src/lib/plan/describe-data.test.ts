import { describe, expect, it } from 'vitest'
import { describeData } from './describe-data.ts'

describe('describeData', () => {
  it.each([
    ['{ "a": 1, "b": [] }', 'JSON with the keys "a", "b"'],
    ['{}', 'JSON with the keys (none)'],
    ['[{ "x": 1 }]', 'JSON with the keys "x"'],
    ['[1]', 'JSON with the keys (none)'],
    ['[null]', 'JSON with the keys (none)'],
    ['{ "a": 1,\n', 'JSON with the keys (none)'],
    ['# c\nname: x\nitems:\n  - a: 1\nother: y\n', 'YAML with the keys "name", "items", "other"'],
    ['---\nlist:\r\n- a\r\n', 'YAML with the keys "list"'],
    ['Goal: build it\nNote: soon\n', undefined],
    ['Steps:\n- write it\n\nThen ship it.\n', undefined],
    ['[Link](x) to "a"', undefined],
    ['[todo]', undefined],
    ['{ write it }', undefined],
    ['# Plan\n\nText.\n', undefined],
    ['', undefined],
  ])('%j is %j', (source, found) => {
    expect(describeData(source)).toEqual(found)
  })
})
