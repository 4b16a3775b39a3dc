import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentNode } from '@amelia/markdown'
import { readYaml } from '@amelia/markdown'
import { writeYaml, type YamlValue } from './write-yaml.ts'

const valueOf = (node: DocumentNode | undefined): unknown => {
  if (node?.kind === 'map') {
    return Object.fromEntries([...node.entries].map(([key, { value }]) => [key, valueOf(value)]))
  }
  return node?.kind === 'list' ? node.items.map(valueOf) : node?.value
}
const read = (lines: string[]): unknown => {
  const { node, issues } = readYaml(`${lines.join('\n')}\n`)
  expect(issues).toEqual([])
  return valueOf(node)
}

test('what people read easily is written so', () => {
  expect(
    writeYaml({
      goal: 'Add a queue (v1.2)',
      none: undefined,
      code: 'a\n\n  b\n',
      open: 'a\nb',
      ids: ['a', '1.10'],
      empty: [],
      steps: [{ id: 'x', replace: true, minutes: 2.5 }],
    }),
  ).toEqual([
    'goal: Add a queue (v1.2)',
    'code: |',
    '  a',
    '',
    '    b',
    'open: |-',
    '  a',
    '  b',
    'ids: [a, "1.10"]',
    'empty: []',
    'steps:',
    '  - id: x',
    '    replace: true',
    '    minutes: 2.5',
  ])
})

test.each([
  '',
  ' a',
  'a ',
  'a: b',
  'a #b',
  '- a',
  'true',
  'No',
  'null',
  '1.10',
  '"',
  "it's",
  '\ta',
  '\n',
  'a\n\n',
  '\na',
  ' a\nb\n',
  'a\n \nb\n',
  'a\n\tb\n',
  'a\r\nb',
  '\u0085',
  '\u2028x\ny',
  '\ufeff',
  '\u0000',
  '|',
  '&a',
  '...',
  'a\n---\nb\n',
  'a\n# b\n',
  '漢字 ü',
  'x'.repeat(200),
])('%j is read back', (text) => {
  expect(read(writeYaml({ text, list: [{ text }], ids: [text] }))).toEqual({
    text,
    list: [{ text }],
    ids: [text],
  })
})

test('any text is read back', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }).filter((part) => !/\p{Cs}/u.test(part)),
    fc
      .array(fc.constantFrom('a', ' ', '\n', ': ', '#', '- ', '\t', '"', "'", '|', '\\', 'é', '\r'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  )
  const value: fc.Arbitrary<{ [key: string]: YamlValue }> = fc.record({
    text,
    steps: fc.array(fc.record({ text, more: fc.array(text, { maxLength: 3 }), flag: fc.boolean() }), {
      maxLength: 3,
    }),
  })
  fc.assert(
    fc.property(value, (data) => {
      expect(read(writeYaml(data))).toEqual(data)
    }),
    { numRuns: 800 },
  )
})
