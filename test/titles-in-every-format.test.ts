import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { outlinePlan } from '@amelia/parsers'
import { expect, it } from 'vitest'

const parsers = [phaseTable(), taskHeading(), subtaskList(), checklist(), outlinePlan()]

/** A plan in each format, without a title. */
const plans = [
  [
    'phase-table',
    '| Phase | Name | Depends On |\n|---|---|---|\n| 1 | A | - |\n| 2 | B | 1 |\n\n## Phase 1: A\n',
  ],
  ['phase-table', '## Phase 1: A\n\n**Depends on:** None\n\n## Phase 2: B\n\n**Depends on:** 1\n'],
  ['task-heading', '## Task 1: A\n\nx\n\n## Task 2: B\n\nx\n'],
  ['subtask-list', '1a. "A" -> type: test -> depends: []\n2a. "B" -> type: impl -> depends: [1a]\n'],
  ['checklist', '## Phase 1: A\n\n- [ ] 1.1 a\n\n## Phase 2: B\n\n- [ ] 2.1 b\n'],
  ['outline', '## Step 1: A\n\nx\n\n## Step 2: B\n\nx\n'],
] as const

it.each([
  ['# Shop: `x`\n\n', 'Shop: `x`'],
  ['Shop\n====\n\n', 'Shop'],
  ['Shop\n----\n\n', 'Shop'],
  ['\ufeff# Shop\r\n\r\n', 'Shop'],
  ['# Shop #\n\n', 'Shop'],
  ['#\n\n# Shop\n\n', 'Shop'],
  ['## Overview\n\n# Shop\n\n', 'Shop'],
  ['# 商店（第一版）：\u3000甲\n\n', '商店（第一版）：\u3000甲'],
  // Other text is not a heading.
  ['```md\n# No\n```\n\n# Shop\n\n', 'Shop'],
  ['~~~~\n# No\n~~~\n# No\n~~~~\n\n# Shop\n\n', 'Shop'],
  ['<!--\n# No\n-->\n\n# Shop\n\n', 'Shop'],
  ['> # No\n\n- # No\n\n    # No\n\n# Shop\n\n', 'Shop'],
  // A rule is not front matter.
  ['---\n\n# Shop\n\n', 'Shop'],
  ['---\nwords\n---\n\n# Shop\n\n', 'Shop'],
  ['---\n\nwords\n\n---\n\n# Shop\n\n', 'Shop'],
  ['---\ntitle: x\n\n# Shop\n\n', 'Shop'],
  // Front matter.
  ['---\ntitle: Front\n---\n\n# Shop\n\n', 'Shop'],
  ['---\ntitle: Shop\n---\n\n', 'Shop'],
  ['---\ntitle: Shop\n...\n\n', 'Shop'],
  ['\ufeff---\r\ntitle: Shop\r\n---\r\n\r\n', 'Shop'],
  ['---\ntitle: "Shop: \\"x\\""\n---\n\n', 'Shop: "x"'],
  ["---\ntitle: 'Shop''s'\n---\n\n", "Shop's"],
  ['---\ntitle: >-\n  Shop\n  two\n---\n\n', 'Shop two'],
  ['---\ntitle: |\n  Shop\n---\n\n', 'Shop'],
  ['---\ntitle:\n  Shop\n---\n\n', 'Shop'],
  ['---\ntitle: Shop # remark\n---\n\n', 'Shop'],
  ['---\ntags: [\n  a\n]\nTitle: Shop\n---\n\n', 'Shop'],
  ['---\ntitle: Shop: two\n---\n\n', 'Shop: two'],
  ['---\nname: x\nmeta:\n  title: No\n标题: 商店\n---\n\n', '商店'],
  // A title may look like a phase or a task.
  ['# Phase 3: Shop\n\n', 'Phase 3: Shop'],
  ['# Task 3: Shop\n\n', 'Task 3: Shop'],
  ['# 第三阶段：商店\n\n', '第三阶段：商店'],
])('%j is the title %j in every format', (head, title) => {
  for (const [format, body] of plans) {
    const { plan, ok } = checkPlan(head + body, { parsers, format })
    expect([format, ok, plan?.title, plan?.phases.length]).toEqual([format, true, title, 2])
  }
})

it('is the heading of the only phase if the document has no other', () => {
  const { plan } = checkPlan('# Phase 3: Shop\n\n- [ ] 3.1 a\n- [ ] 3.2 b\n', { parsers })
  expect(plan).toMatchObject({ title: 'Phase 3: Shop', phases: [{ id: '3', title: 'Shop' }] })
})
