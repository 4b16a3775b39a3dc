import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { outlinePlan } from '@amelia/parsers'
import { describe, expect, it } from 'vitest'

const parsers = [phaseTable(), taskHeading(), subtaskList(), checklist(), outlinePlan()]

/** A plan of three parts in each format; the field is on line 7, in the second or third part. */
const formats: Record<string, (field: string, box?: string) => string> = {
  'phase-table': (field, box = ' ') =>
    `# Shop\n## Phase 1: A\n- [${box}] a\n## Phase 2: B\n- [${box}] b\n## Phase 3: C\n${field}\n\n- [${box}] c\n**Depends on:** 1\n`,
  'task-heading': (field, box = ' ') =>
    `# Shop\n## Task 1: A\n- [${box}] a\n## Task 2: B\n- [${box}] b\n## Task 3: C\n${field}\n\n- [${box}] c\n`,
  'subtask-list': (field) =>
    `# Shop\n## 1. A\n**Type:** test\n## 2. B\n**Type:** impl\n## 3. C\n${field}\n\n**Type:** impl\n`,
  checklist: (field, box = ' ') =>
    `# Shop\n## Phase 1: A\n- [${box}] 1.1 a\n## Phase 2: B\n- [${box}] 2.1 b\n## Phase 3: C\n${field}\n\n- [${box}] 3.1 c\n`,
  outline: (field, box = ' ') =>
    `# Shop\n## Step 1: A\n- [${box}] a\n## Step 2: B\n- [${box}] b\n## Step 3: C\n${field}\n\n- [${box}] c\n`,
}

const read = (format: string, text: string) => {
  const { plan, ok, issues } = checkPlan(text, { parsers, format })
  expect(ok, JSON.stringify(issues)).toBe(true)
  const skipped = issues.filter(({ code }) => code === 'CONTENT_SKIPPED')
  const all = plan!.phases.flatMap((phase) => [phase, ...phase.subtasks])
  const last = all.find(({ title, id }) => title === 'C' && (format !== 'subtask-list' || id === '3'))!
  return { plan: plan!, last, skipped }
}

describe.each(Object.entries(formats))('in the format %s', (format, make) => {
  it.each(['Prerequisites', 'Requires', 'Depends on', 'Dependencies', '前置条件', '依存'])(
    'prose after "%s" is a warning with its text and line',
    (label) => {
      const { last, skipped } = read(format, make(`**${label}:** a valid key for the API`))
      expect(skipped).toMatchObject([{ severity: 'warning', line: 7 }])
      expect(skipped[0]?.message).toContain('"a valid key for the API"')
      // Without a declaration, the order of the document counts. The phase table has a second field.
      if (format !== 'phase-table') expect(last.dependsOn).toEqual(['2'])
    },
  )

  it.each(['None', 'n/a', '-', 'No dependencies', 'None (it comes first)', '无', 'なし', '없음'])(
    'is silent about "%s"',
    (value) => {
      const { last, skipped } = read(format, make(`**Depends on:** ${value}`))
      expect(skipped).toEqual([])
      if (format !== 'phase-table') expect(last.dependsOn).toEqual([])
    },
  )

  it('ends a reference at its sentence', () => {
    const text = make('**Depends on:** 1 (its types). Can run in parallel with Phase 2.')
    const { last, skipped } = read(format, text)
    expect(skipped).toEqual([])
    expect(last.dependsOn).toEqual(['1'])
  })

  it('joins two fields', () => {
    const { last, skipped } = read(format, make('**Prerequisites:** an account · **Depends on:** 1'))
    expect(skipped).toMatchObject([{ line: 7 }])
    expect(last.dependsOn).toEqual(['1'])
  })

  if (format !== 'subtask-list')
    it('takes phases with all boxes ticked as done', () => {
      const { plan } = read(format, make('', 'x'))
      expect(plan.phases.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
    })
})

describe('a finished phase that is only listed', () => {
  it.each([
    ['phase-table', 'Phase', '**Depends on:** Phase 10', '10'],
    ['phase-table', '阶段', '**依赖：** 阶段 10。可以与阶段 12 并行', '10'],
  ])('is external in %s with the word %s', (format, word, field, id) => {
    const text = `# Shop

- [x] **${word} 10: Base** - the base
- [ ] **${word} 11: Cart** - the cart

## ${word} 11: Cart

${field}

## ${word} 12: Pay

${field}
`
    const { plan, skipped } = read(format, text)
    expect(skipped).toEqual([])
    expect(plan.phases).toMatchObject([
      { id, status: 'done' },
      { id: '11', dependsOn: [id], status: 'pending' },
      { id: '12', dependsOn: [id] },
    ])
  })
})
