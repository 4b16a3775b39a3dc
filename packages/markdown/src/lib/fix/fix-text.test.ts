import { expect, test } from 'vitest'
import { fixText } from './fix-text.ts'

test.each([
  ['##Phase 3: C', '## Phase 3: C'],
  ['## Phase 3 C', '## Phase 3: C'],
  ['## Phase3: C', '## Phase 3: C'],
  ['## Phase #3: C', '## Phase 3: C'],
  ['## Phase 3) C', '## Phase 3: C'],
  ['## Phsae 3: C', '## Phase 3: C'],
  ['##Phas 3 C', '## Phase 3: C'],
  ['## Phase III: C', '## Phase 3: C'],
  ['## Phase three - C', '## Phase 3 - C'],
  ['## Phase No. 3: C', '## Phase 3: C'],
  ['## Phase I: again', undefined],
  ['## Phase X: unknown', undefined],
  ['## Phase 3 (soon): C', undefined],
  ['## Phase 1 again', undefined],
  ['## Phrases 3: C', undefined],
  ['```\n##Phase 3: C\n```', undefined],
  ['* [X ] do d\n##Phase 3: C', '* [X] do d\n## Phase 3: C'],
  ['-[ ] a\n- [] b', '- [ ] a\n- [ ] b'],
])('%j is fixed as %j', (text, fixed) => {
  const plan = (part: string): string => `## Phase 1: A\r\n\r\n## Phase 2: B\r\n\r\n${part}\r\n`
  expect(fixText(plan(text))).toBe(plan(fixed ?? text))
})
