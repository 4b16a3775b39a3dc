import { expect, it } from 'vitest'
import { readLabel } from './read-label.ts'

it.each([
  ['**Done when:**', 'Done when:'],
  ['Done when**:**', 'Done when:'],
  ['_Done_: <!-- soon -->', 'Done:'],
  ['验收标准：', '验收标准：'],
  ['Done when: it works', ''],
  ['It works.', ''],
  ['', ''],
])('the label of %j is %j', (text, label) => {
  expect(readLabel(text)).toBe(label)
})
