import type { ArchitectFormat } from './architect-formats.ts'

const phaseTable = `# Rate limits

**Goal:** Refuse clients that ask too often, without a new service.

| Phase | Name | Depends On | Parallel With | Files | Risk | Estimate | Status |
|-------|------|------------|---------------|-------|------|----------|--------|
| 1 | Token bucket | - | - | src/bucket.ts, test/bucket.test.ts | medium | 3 | ⬜ |
| 2A | Middleware | 1 | 2B | src/middleware.ts, test/middleware.test.ts | medium | 3 | ⬜ |
| 2B | Metrics | 1 | 2A | src/metrics.ts, test/metrics.test.ts | low | 2 | ⬜ |
| 3 | Switch it on | 2A, 2B | - | src/server.ts, test/server.test.ts | high | 2 | ⬜ |

## Phase 1: Token bucket

### Write the tests of the bucket (test)

\`test/bucket.test.ts\`: a full bucket lets \`capacity\` requests pass and refuses the next; after \`interval\` one more passes.

### Implement the bucket (impl)

\`src/bucket.ts\` exports \`createBucket({ capacity, interval, now })\` with \`take(): boolean\`.

\`\`\`sh
npm test -- test/bucket.test.ts
\`\`\`

## Phase 2A: Middleware

### Write the tests of the middleware (test)
### Implement the middleware (impl)

## Phase 2B: Metrics

### Write the tests of the counters (test)
### Implement the counters (impl)

## Phase 3: Switch it on

### Write the integration test (test)
### Use the middleware in the server (impl)
`

const taskHeading = `# Rate limits

**Goal:** Refuse clients that ask too often, without a new service.

### Task 1: Tests of the token bucket (test)

**Depends on:** None

**Files:**
- Create: \`test/bucket.test.ts\`

- [ ] **Step 1: Write the tests**

A full bucket lets \`capacity\` requests pass and refuses the next; after \`interval\` one more passes.

- [ ] **Step 2: See them fail**

Run: \`npm test -- test/bucket.test.ts\`
Expected: FAIL

### Task 2: Token bucket (impl)

**Depends on:** Task 1
**Risk:** medium

**Files:**
- Create: \`src/bucket.ts\`

- [ ] **Step 1: Implement \`createBucket({ capacity, interval, now })\`**

- [ ] **Step 2: See the tests pass**

Run: \`npm test -- test/bucket.test.ts\`
Expected: PASS

### Task 3: Integration test (test)

**Depends on:** Task 2

**Files:**
- Create: \`test/server.test.ts\`

- [ ] **Step 1: Ask a server too often and see it refuse**
`

const subtaskList = `# Rate limits

**Goal:** Refuse clients that ask too often, without a new service.

Subtasks:

1a. "Write the tests of the bucket" -> type: test -> depends: [] -> files: [test/bucket.test.ts]
1b. "Write the tests of the counters" -> type: test -> depends: [] -> files: [test/metrics.test.ts]
2a. "Implement the bucket" -> type: impl -> depends: [1a] -> files: [src/bucket.ts]
2b. "Implement the counters" -> type: impl -> depends: [1b] -> files: [src/metrics.ts]
3. "Take the clock out of the bucket" -> type: refactor -> depends: [2a] -> files: [src/bucket.ts, src/clock.ts]
4. "Write the integration test" -> type: test -> depends: [2b, 3] -> files: [test/server.test.ts]
`

const executionPlan = (
  tdd: boolean,
): string => `goal: Refuse clients that ask too often, without a new service
tdd_approach: ${tdd}
batches:
  - batch_number: 1
    description: The token bucket and its tests
    risk_summary: medium
    steps:
      - id: bucket-test
        description: Write the tests of the bucket
        action_type: code
        file_path: test/bucket.test.js
        code_change: |
          import assert from 'node:assert/strict'
          import { test } from 'node:test'
          import { createBucket } from '../src/bucket.js'

          test('refuses what is over its capacity', () => {
            const bucket = createBucket(1)
            assert.equal(bucket.take(), true)
            assert.equal(bucket.take(), false)
          })
        is_test_step: true
        validates_step: bucket
        risk_level: low
        estimated_minutes: 3
      - id: bucket
        description: Implement the bucket
        action_type: code
        file_path: src/bucket.js
        code_change: |
          export const createBucket = (capacity) => ({ take: () => capacity-- > 0 })
        risk_level: medium
        estimated_minutes: 4
        depends_on: [bucket-test]
      - id: bucket-run
        description: See the tests pass
        action_type: command
        command: npm test
        fallback_commands: [node --test]
        risk_level: low
        depends_on: [bucket]
  - batch_number: 2
    description: The limit in production, alone because a wrong one shuts people out
    risk_summary: high
    steps:
      - id: limit
        description: Choose the limit for production
        action_type: manual
        risk_level: high
        requires_human_judgment: true
        depends_on: [bucket-run]
`

/** A short plan in each format, as an agent is shown it. */
export const planExample = (format: ArchitectFormat, tdd: boolean): string => {
  switch (format) {
    case 'phase-table':
      return phaseTable
    case 'task-heading':
      return taskHeading
    case 'subtask-list':
      return subtaskList
    case 'execution-plan':
      return executionPlan(tdd)
  }
}
