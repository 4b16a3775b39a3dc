import fc from 'fast-check'

/** A plan in each format, from which random documents are built. */
export const samples: readonly string[] = [
  `# Shop

**Goal:** Sell things.

| Phase | Name | Depends On | Parallel With | Estimate | Status |
|---|---|:--|---|---|---|
| Phase 0 | Bootstrap | - | - | 5 | ⬜ |
| 1 | Setup \\| more | 0 | - | 3 | ✅ |
| 2-A | \`Backend\` | 0–1 | 2B, 2C | 8 | 🔄 |
| 2B | Frontend (web) | 1 and 0 | 2A | 5 | ⏸️ |
| **2C** | Tests | 1 (soon) | 2-A, 2B | 3 | ⏭️ |
| 3 | Integration | all others | — | ~5 pts | |

## Phase 0: Bootstrap (5 pts)

Make it.

**Files:** \`package.json\`

### Package (impl)

\`\`\`json file=package.json
{}
\`\`\`

\`\`\`sh expect=fail risk=high
npm test
\`\`\`

## Phase 2-A: Backend

- [ ] one (test)
- [x] two

### Definition of Done

- [ ] three
`,
  `# Units

## Phase 1: First (3 pts)

> **Depends On**: None

## Phase 2 — Second ✅

> **Depends On**: Phase 1
> **Parallel With**: Phase 3

### Phase 3A: Third

**Blocked by:** 1, 2
`,
  `# Queue Implementation Plan

**Goal:** A queue.

## Task 1: Queue

**Files:**
- Create: \`src/queue.js\`
- Modify: \`src/index.js:1-9\`
- Test: \`test/queue.test.js\`

- [ ] **Step 1: Write the failing test**

Create \`src/queue.js\`:

\`\`\`js
export const push = () => {}
\`\`\`

- [x] **Step 2: Run it**

Run: \`node --test\`
Expected: FAIL with "no"

**Step 3: Commit**

\`\`\`bash
git commit -m x
\`\`\`

### Task 2.1 — Rest

**Depends on:** Task 1 · **Type:** impl

#### Step 1: Look
`,
  `goal: Add a queue
title: "Queue: 1"
batches:
  - batch_number: 1
    risk_summary: low
    steps:
      - id: t1
        description: Write the test
        action_type: code
        file_path: test/q.js
        code_change: |
          test('x')
        is_test_step: true
      - {id: "1.10", action_type: command, command: npm test, depends_on: [t1], expect_exit_code: fail}
  - steps:
      - id: look
        action_type: manual
`,
  `{
  "goal": "g",
  "batches": [{ "batch_number": 1, "steps": [{ "id": "a", "action_type": "command", "command": "ls" }] }]
}
`,
  `1a. "Write User model tests" -> type: test -> depends: []
1b. "Implement User model" → type: impl → depends: [1a]
2a. "Write tests" -> type: test -> depends: [1a, 1b]
`,
  `# Tasks: Shop

## Phase 1: Setup

- [ ] T001 Create the project in src/
- [x] T002 [P] Configure in biome.json

## Phase 3: User Story 1

- [ ] T010 [P] [US1] Test in test/a.test.js
- [ ] T011 [US1] Implement src/a.js (depends on T010)

## Dependencies & Execution Order

- **Setup (Phase 1)**: No dependencies
`,
  `# Implementation Plan

- [x] 1. Set up
  - create files
  - _Requirements: 1.1_
- [ ] 2. Build
- [ ]* 2.1 Test it
  - _Requirements: 1.2, 2.3_
`,
  `## 1. Prepare

- [x] 1.1 Read
- [ ] 1.2 Write

## 2. Do

- [ ] 2.1 Act
`,
  `{
  "master": {
    "tasks": [
      { "id": 1, "title": "a", "status": "done", "dependencies": [], "subtasks": [{ "id": 1, "title": "s", "status": "pending", "dependencies": [] }] },
      { "id": "2", "title": "b", "status": "in-progress", "dependencies": [1, "1"], "priority": "high" }
    ]
  },
  "other": { "tasks": [] }
}
`,
  `# Persistence

## Background

Words.

## Step 1: Set up ✅

**Prerequisites:** an account

Create the project.

## Step 2: Migrate

**Depends on:** Step 1. It is short.

- [ ] Write the schema

## Success Criteria

- [ ] It works
`,
  `---
title: "商店：第一版"
---

# 商店

**目标：** 销售商品。

| 编号 | 阶段名称 | 依赖 | 并行 | 状态 |
|---|---|---|---|---|
| 阶段 １ | 准备（全部） | 无 | － | ✅ 已完成 |
| 2 | 后端、接口 | 第一阶段 | 阶段 3 | 进行中 |
| 3 | 前端 | 阶段 1 | 阶段 2 | 待办 |

## 第二阶段：后端、接口

### 写测试（测试）

- [ ] 测试

### 验收标准

- [ ] 全部通过
`,
  `# 계획

### 작업 1: 준비

**의존성:** 없음

**파일:**
- 생성: \`src/a.ts\`

- [ ] **단계 1: 테스트 작성**
- ［ｘ］ **단계 ２：구현**

### 작업 ２：구현（모두）

**선행 작업:** 작업 1。 나중에
**우선순위:** 높음
`,
  `## フェーズ 1: 準備

- [ ] １．１\u3000書く（src/a.ts）
- [x] 1.2 読む

## フェーズ２：実装

**依存関係**：フェーズ1

- [ ] 2.1 作る
`,
]

/** Replaces ASCII characters by full-width ones. */
const widen = (text: string): string =>
  text
    .replace(/[!-~]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0))
    .replaceAll(' ', '\u3000')

const pieces = [
  ...[
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    ' ',
    '\t',
    '    ',
    '> ',
    '- ',
    '1. ',
    '- [ ] ',
    '- [x] ',
    '* ',
    '+ ',
    '|',
    '| ',
    ' |\n',
    '|---|---|\n',
  ],
  ...[
    '#',
    '## ',
    '### Task 1: ',
    '#### Task 2b',
    '# Task 3: x\n',
    '## Phase 2-A: ',
    '## Phase 1\n',
    '### Step 1: ',
    '## Milestone 2 - ',
    '## 3. Work\n',
    '## Success Criteria\n',
    '## 第一阶段：',
    '## 阶段 ２ ',
    '### 任务 1：x\n',
    '## フェーズ 1: ',
    '### タスク１\n',
    '## 2단계: ',
    '### 작업 1: x\n',
    '一、',
    '１．１\u3000',
    '［ｘ］ ',
    '- ［\u3000］ ',
    '（３ 点）',
    '验收标准：\n',
    '**依赖：** 阶段 1、２\n',
    '依存: なし\n',
    '**상태:** 완료\n',
    '| 阶段 | 依赖 |\n|---|---|\n',
    '---\n',
    '===\n',
    '***\n',
    '___\n\n',
    '\n\n---\n\n',
    '---\ntitle: x\n---\n',
    '---\ntitle: >-\n  x\n  y\n---\n',
    '---\nwords\n---\n',
    '---\nid: 1\n',
  ],
  ...[
    '```',
    '````',
    '~~~',
    '```sh\n',
    '```sh expect=fail\n',
    '```js file=a.js\n',
    '<!--',
    '-->',
    '<div>',
    '`',
    '**',
    '__',
    '[',
    '](',
    ']',
    '(',
  ],
  ...[
    '| Phase | Depends On |\n|---|---|\n',
    '| # | Name | Blocked by | Parallel With |\n|---|---|---|---|\n',
    '| 1 | ',
    '| 2A |',
    ' 1–3 ',
    'all',
    'None',
    '—',
    'WU-10–15',
    '∧',
  ],
  ...[
    '**Depends on:** ',
    '**Parallel With:** ',
    '**Files:**\n',
    '**Type:** test\n',
    '**Status:** done',
    'Run: `ls`\n',
    'Expected: PASS\n',
    'Task 1',
    'Phase 2A',
  ],
  ...[
    'T001 ',
    '[P] ',
    '[US1] ',
    '1.1 ',
    '_Requirements: 1_',
    '1a. "x" -> type: test -> depends: []\n',
    ' → depends: [1a]',
    'depends: [',
  ],
  ...[
    'goal: x\n',
    'batches:\n',
    '  - steps:\n',
    '      - id: a\n',
    'action_type: code\n',
    '{',
    '}',
    '[',
    ']',
    '"',
    ': ',
    '&a ',
    '*a',
    '!!x ',
    '? ',
    '<<: ',
  ],
  ...[
    '"tasks": [',
    '"id": 1,',
    '{"goal": "g", "batches": [',
    'null',
    ',',
    '1e999',
    '\\',
    '\u0000',
    '\ufeff',
    '\u200b',
    '\u202e',
    'é',
    '漢',
    '😀',
    '\u200f',
    '\u202b',
    '\u2067',
    '\u061c',
    'שלב 1: הכנה',
    'المرحلة ١',
    '\u3000',
    '\u0085',
    '\u2028',
    '✅',
    '__proto__',
    'constructor',
  ],
]

const piece = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...pieces) },
  { weight: 2, arbitrary: fc.string({ maxLength: 6 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 4 }) },
)

/** Front matter with keys, without, empty and unclosed, and rules. */
const fronts = [
  '---\ntitle: x\nid: 1\n---\n',
  '\ufeff---\r\ntitle: "x: y"\r\n---\r\n',
  '---\ntitle: |\n  x\n  y\nstatus: done\n...\n',
  '---\nwords without a key\n---\n',
  '---\n---\n',
  '---\ntitle: x\n',
  '---\n\n',
  '***\n',
]

/** A sample with inserted, removed, repeated, moved and widened pieces. */
const mutated = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(
      fc.tuple(
        fc.nat(10_000),
        fc.nat(40),
        fc.constantFrom('cut', 'put', 'swap', 'double', 'end', 'widen', 'head'),
        piece,
      ),
      { minLength: 1, maxLength: 5 },
    ),
  )
  .map(([sample, changes]) => {
    let text = sample
    for (const [where, length, change, extra] of changes) {
      const at = text.length === 0 ? 0 : where % text.length
      const part = text.slice(at, at + length)
      const rest = text.slice(at + length)
      if (change === 'cut') text = text.slice(0, at) + rest
      else if (change === 'put') text = text.slice(0, at) + extra + text.slice(at)
      else if (change === 'swap') text = text.slice(0, at) + extra + rest
      else if (change === 'double') text = text.slice(0, at) + part + part + rest
      else if (change === 'widen') text = text.slice(0, at) + widen(part) + rest
      else if (change === 'head') text = fronts[where % fronts.length]! + text
      else text = text.slice(0, at)
    }
    return text
  })

/** Any text: changed samples, two joined samples, and random pieces. */
export const anyDocument: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: mutated },
  { weight: 3, arbitrary: fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(mutated, mutated).map(([one, other]) => one + other) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...pieces), fc.integer({ min: 1, max: 300 }))
      .map(([one, times]) => one.repeat(times)),
  },
)
