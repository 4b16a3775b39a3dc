import { expect, it } from 'vitest'
import { readOutline } from '../outline/read-outline.ts'
import { splitRepeats } from './split-repeats.ts'

const split = (text: string) => {
  const outline = readOutline(text)
  const entries = outline.blocks.flatMap((block) => {
    const [, id = '', title = ''] =
      (block.kind === 'heading' && /^Phase (\d+):? ?([^(]*)/.exec(block.text)) || []
    return id === '' ? [] : [{ id, title, line: block.line }]
  })
  return splitRepeats(outline, entries).repeats.map(({ id }) => id)
}
const plan = '# P\n\n## Steps\n\n### Phase 1: A\n\n### Phase 2: B\n\n'

it.each([
  ['without titles', '## Files\n\n### Phase 1 (Complete)\n\n### Phase 2 (Complete)\n', ['1', '2']],
  ['of some phases', '## Files\n\n### Phase 2 (Complete)\n', ['2']],
  ['with the titles of the plan', '## Progress summary\n\n### Phase 1: A\n\n### Phase 2: B\n', ['1', '2']],
  ['twice', '## Files\n\n### Phase 1\n\n## Status\n\n### Phase 1\n', ['1', '1']],
])('finds a summary %s', (_, text, repeats) => {
  expect(split(plan + text)).toEqual(repeats)
})

it.each([
  ['another plan', '## Other\n\n### Phase 1: C\n\n### Phase 2: D\n'],
  ['a plan of the same titles', '## Other\n\n### Phase 1: A\n\n### Phase 2: B\n'],
  ['an id that the plan does not have', '## Files\n\n### Phase 1\n\n### Phase 3\n'],
])('keeps %s', (_, text) => {
  expect(split(plan + text)).toEqual([])
})
