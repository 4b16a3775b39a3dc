import { expect, test } from 'vitest'
import { fixText } from '../fix/fix-text.ts'
import { readOutline } from './read-outline.ts'

/** Returns the headings of a text, and how its fences were read. */
const read = (source: string) => {
  const { blocks, fences } = readOutline(source)
  const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []))
  return [
    headings.join(', '),
    fences.map((fence) => `${fence.line} ${fence.read} ${fence.common} ${fence.nested}`),
  ]
}

const inner = (marks = '```') => `# Guide\n\n${marks}bash\nnpm test\n${marks}\n\nEnd.\n`
const rest = '\n### Task 2\n\nx\n\n### Task 3\n\n```bash\ny\n```\n\n### Task 4\n'

test.each(['```markdown', '```md', '``` mdx title=x', '~~~markdown', '~~~~Markdown'])(
  'the pairs of %j leave more tasks outside, so they are read as pairs',
  (opening) => {
    const [marks = ''] = /^[`~]+/.exec(opening) ?? []
    const source = `### Task 1\n\n${opening}\n${inner(marks)}${marks}\n${rest}`
    expect(read(source)).toEqual(['Task 1, Task 2, Task 3, Task 4', ['3 nested 8 11']])
    const fixed = fixText(source)
    expect(fixed.split('\n')[2]).toBe(`${marks[0]}${opening}`)
    expect(fixed.split('\n')[10]).toBe(`${marks[0]}${marks}`)
    expect(read(fixed)).toEqual(['Task 1, Task 2, Task 3, Task 4', []])
    expect(fixText(fixed)).toBe(fixed)
  },
)

test('in a list, with CRLF and a byte order mark', () => {
  const list = `- a\n\n  \`\`\`markdown\n  \`\`\`bash\n  x\n  \`\`\`\n  \`\`\`\n`
  const source = `\ufeff# P\n### Task 1\n${list}${rest}`.replaceAll('\n', '\r\n')
  expect(read(source)).toEqual(['P, Task 1, Task 2, Task 3, Task 4', ['5 nested 8 9']])
  expect(fixText(source)).toBe(
    source.replace('```markdown', '````markdown').replace('```\r\n  ```\r\n', '```\r\n  ````\r\n'),
  )
})

test('a fence of another language is read by CommonMark', () => {
  expect(read(`### Task 1\n\n\`\`\`text\n${inner()}\`\`\`\n${rest}`)).toEqual(['Task 1, Task 4', []])
})

test('CommonMark is chosen if pairs hide more tasks, and if the outer fence stays open', () => {
  const stray = '### Task 1\n\n```md\na\n```bash\nb\n```\n\n### Task 2\n\n### Task 3\n\n```\nc\n```\n'
  expect(read(stray)[0]).toBe('Task 1, Task 2, Task 3')
  expect(read(stray)[1]).toEqual(['3 common 7 13'])
  expect(read(fixText(stray))).toEqual(['Task 1, Task 2, Task 3', []])
  expect(read('### Task 1\n\n```md\na\n```bash\nb\n```\n\n### Task 2\n')).toEqual(['Task 1, Task 2', []])
})

test('an example of other units does not count', () => {
  const example = '```md\n## Step 1\n```bash\na\n```\n## Step 2\n\n## Step 3\n```\n'
  expect(read(`## Phase 1\n\n${example}\n## Phase 2\n`)[0]).toBe('Phase 1, Phase 2')
})

test('each fence is decided for itself', () => {
  const one = `\`\`\`md\n${inner()}\`\`\`\n`
  const source = `### Task 1\n${one}\n### Task 2\n${one}\n### Task 3\n${one}\n### Task 4\n`
  expect(read(source)[0]).toBe('Task 1, Task 2, Task 3, Task 4')
})

test('a fence around the whole document is opened', () => {
  expect(read(`\n\`\`\`markdown\n# P\n${rest}\`\`\`\n\n`)).toEqual([
    'P, Task 2, Task 3, Task 4',
    ['2 opened undefined 16'],
  ])
  expect(read('```md\n# P\n```\n\n# Q\n\n```md\n# R\n```\n')).toEqual(['Q', []])
})

test.each(['```md\n', '```md\n```js\n', '```md\n```js\n```\n```\n', '- ```md\n', '> '])(
  'fault 11: much of %j is read in time',
  (piece) => {
    expect(readOutline(piece.repeat(20_000)).lines.length).toBeGreaterThan(0)
  },
)
