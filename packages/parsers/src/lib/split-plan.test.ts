import { joinParts } from '@amelia/core/plugin'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitPlan } from './split-plan.ts'

const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('<!-- amelia:file', '=', ' "a.md"', ' context', ' -->', '\n', '\u2028', '__proto__', '%0A'),
)
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('').replaceAll('\r', ''))
const path = fc.oneof(
  text,
  fc.constantFrom('tasks/task-1 - A b.md', 'a-->b.md', 'a\nb.md', '__proto__', '図.md', '', 'a"b\\.md'),
)

it('property: the files of a joined text are those that were joined', () => {
  const context = fc.boolean()
  fc.assert(
    fc.property(fc.array(fc.record({ path, text, context }), { minLength: 2, maxLength: 6 }), (files) => {
      const works = files.filter((file) => !file.context)
      if (works.length === 0) return
      const { source } = joinParts(files)
      const name = works.length === 1 ? works[0]!.path : 'plan.md'
      expect(splitPlan(source, name)).toEqual(
        [...works, ...files.filter((file) => file.context)].map((file) => ({
          ...{ path: file.path, text: file.text },
          ...(file.context && { context: true }),
        })),
      )
    }),
    { numRuns: 2_000 },
  )
})

it('a text without a marker is one file, also if it mentions one', () => {
  expect(splitPlan('# Plan\n', 'plan.md')).toBeUndefined()
  expect(splitPlan('See `<!-- amelia:file "a" -->`.\n', 'plan.md')).toBeUndefined()
  expect(splitPlan('<!-- amelia:file x -->\n<!-- amelia:file "x -->\n', 'plan.md')).toBeUndefined()
})

it('a stored copy with other line endings is split too', () => {
  const { source } = joinParts([
    { path: 'a.md', text: 'a\nb' },
    { path: 'c.md', text: 'c' },
  ])
  expect(splitPlan(source.replaceAll('\n', '\r\n'), '')).toMatchObject([{ text: 'a\nb' }, { text: 'c' }])
})
