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
]

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
    '---\n',
    '===\n',
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

/** A sample with inserted, removed, repeated and moved pieces. */
const mutated = fc
  .tuple(
    fc.constantFrom(...samples),
    fc.array(
      fc.tuple(fc.nat(10_000), fc.nat(40), fc.constantFrom('cut', 'put', 'swap', 'double', 'end'), piece),
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
