import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { type BlockState, createBlockState } from './create-block-state.ts'

const library = new MarkdownIt()
const LibraryState = library.block.State

const marksOf = (state: BlockState): unknown => {
  const { bMarks, eMarks, tShift, sCount, bsCount, lineMax } = state
  // The last entry is behind the last line.
  const lines = [bMarks, eMarks, tShift, sCount, bsCount].map((marks) => [...marks].slice(0, lineMax + 1))
  return { lineMax, lines }
}

test('any text has the same lines and indentation as in the library', () => {
  const piece = fc.constantFrom('\n', ' ', '\t', 'a', '> ', '- ', '\u3000', '\r')
  const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (source) => {
      const own = createBlockState(source, library, {}, [])
      expect(marksOf(own)).toEqual(marksOf(new LibraryState(source, library, {}, [])))
    }),
    { numRuns: 500 },
  )
})
