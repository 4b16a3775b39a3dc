import { describe, expect, it } from 'vitest'
import { growsLinearly } from '../../../../../../test/fixtures/grows-linearly.ts'
import { findJson } from './find-json.ts'
import { readAnswer, type Reading } from './read-answer.ts'

const fenced = (text: string, info = 'json'): string => `\`\`\`${info}\n${text}\n\`\`\``

describe('findJson', () => {
  it.each<[string, string, unknown[]]>([
    ['the whole text', ' {"a": 1}\n', [{ a: 1 }]],
    ['the whole text over many lines', '{\n  "a": 1\n}', [{ a: 1 }]],
    ['a fence', `I looked.\n\n${fenced('{"a": 1}')}\nThat is all.`, [{ a: 1 }]],
    ['a fence without a name, indented', `  ${fenced('{"a": 1}', '').replaceAll('\n', '\n  ')}`, [{ a: 1 }]],
    ['a fence that is not closed', 'So:\n```json\n{"a": 1}\n', [{ a: 1 }]],
    ['two fences', `${fenced('{"a": 1}')}\n${fenced('{"a": 2}')}`, [{ a: 1 }, { a: 2 }]],
    ['a fence, and not the line beside it', `{"a": 1}\n${fenced('{"a": 2}')}`, [{ a: 2 }]],
    ['a line between others, where no fence holds any', `warning: old\n{"a": 1}\n${fenced('x')}`, [{ a: 1 }]],
    ['lines that end as on Windows', 'ok\r\n{"a": 1}\r\n', [{ a: 1 }]],
    ['no list and no number', '[{"a": 1}]\n1', []],
    ['no JSON that breaks off', '{"a": 1', []],
    ['no text', '', []],
  ])('finds %s', (_, text, found) => {
    expect(findJson(text, { lines: true })).toEqual(found)
  })

  it('finds no fence inside a longer one', () => {
    expect(findJson(`\`\`\`\`\n${fenced('{"a": 1}')}\n\`\`\`\``)).toEqual([])
  })

  it('finds no line unless lines are asked for: it may be quoted', () => {
    expect(findJson('It says:\n{"a": 1}\nand no more.')).toEqual([])
  })

  it('takes time in proportion to the text', () => {
    growsLinearly(48_000, (size) => {
      const text = `${'```'.repeat(size)}\n${'{\n'.repeat(2 * size)}${'``\n'.repeat(size)}`
      expect(findJson(text, { lines: true })).toEqual([])
    })
  })
})

describe('readAnswer', () => {
  const read = (value: unknown): Reading<number> => {
    const { a } = (value ?? {}) as { a?: unknown }
    return typeof a === 'number' ? { answer: a } : { problem: `a is ${JSON.stringify(a)}.` }
  }

  it.each<[string, Parameters<typeof readAnswer>[0], Reading<number>]>([
    ['structured output', { output: { a: 1 }, text: '{"a": 2}' }, { answer: 1 }],
    [
      'output that cannot be read, whatever the text',
      { output: {}, text: '{"a": 2}' },
      { problem: 'a is undefined.' },
    ],
    ['the text, without an output', { text: `So:\n${fenced('{"a": 2}')}` }, { answer: 2 }],
    ['the text, where the output is null', { output: null, text: '{"a": 2}' }, { answer: 2 }],
    ['the one that can be read', { text: '{"b": 1}\n{"a": 2}\n{"a": "x"}', lines: true }, { answer: 2 }],
    [
      'none of two',
      { text: '{"a": 1}\n{"a": 1}', lines: true },
      { problem: 'There are 2 answers where one is expected.' },
    ],
    [
      'the last that cannot be read',
      { text: '{"a": "x"}\n{"a": "y"}', lines: true },
      { problem: 'a is "y".' },
    ],
    ['nothing', { text: '' }, { problem: 'a is undefined.' }],
  ])('takes %s', (_, said, reading) => {
    expect(readAnswer(said, read)).toEqual(reading)
  })
})
