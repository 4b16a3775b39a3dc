import { checkPlan, type Plan, type PlanDraft, type PlanParserV1 } from '@amelia/core'
import { defineParser, findLosses, type PlanLoss } from '@amelia/core/plugin'
import { phaseTable } from '@amelia/parser-phase-table'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import { allParsers } from '@amelia/parsers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyPlan, essence, markdownPlan } from './arbitrary-plan.ts'
import { runsOf } from './fixtures/runs-of.ts'

const parsers = allParsers()
const writers = parsers.filter((parser) => parser.write !== undefined)
const numRuns = Number(process.env.PLANS_WRITTEN ?? runsOf(50))

/** Validates a draft and adds its defaults, as programs receive it. */
const complete = (draft: PlanDraft): Plan => {
  const given = defineParser({ id: 'given', detect: () => 1, parse: () => ({ plan: draft, issues: [] }) })
  const { ok, plan, issues } = checkPlan('x', { parsers: [given] })
  if (!ok || !plan) throw new Error(JSON.stringify(issues))
  return plan
}

const write = (parser: PlanParserV1, plan: Plan) => {
  const written = parser.write?.(plan)
  if (!written) throw new Error(`${parser.id} writes nothing`)
  return written
}

test('five formats can be written', () => {
  expect(writers.map((parser) => parser.id)).toEqual([
    'phase-table',
    'task-heading',
    'execution-plan',
    'user-stories',
    'task-master',
  ])
})

/** Checklists of other tools: with parts of parts, and with ids that do not begin with their phase's. */
const checklists = {
  'a Kiro checklist':
    '- [ ] 1. One\n  - [ ] 1.1 a\n- [ ] 2. Two\n  - [ ] 2.1 b\n  - [ ] 2.2 c\n    - [ ] 2.2.1 d\n',
  'a Spec Kit checklist':
    '## Phase 1: Set up\n\n- [ ] T001 a\n- [ ] T002 [P] b\n\n## Phase 2: Build\n\n- [ ] T003 c (depends on T001)\n',
}

test('a dependency on a subtask of another task is written to Task Master', () => {
  const { plan } = checkPlan(checklists['a Spec Kit checklist'], { parsers })
  const again = checkPlan(write(taskMaster(), plan as Plan).text, { parsers }).plan
  const subtasks = again?.phases.flatMap((phase) =>
    phase.subtasks.map(({ id, dependsOn }) => [id, dependsOn]),
  )
  expect(subtasks).toEqual([
    ['1.t001', []],
    ['1.t002', ['1.t001']],
    ['2.t003', ['1.t001']],
  ])
})

describe.each(writers)('$id', (parser) => {
  test.each(Object.entries(checklists))('%s is written and read without errors', (_, source) => {
    const { plan } = checkPlan(source, { parsers })
    const { text } = write(parser, plan as Plan)
    const again = checkPlan(text, { parsers })
    expect(again.issues.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(again.format).toBe(parser.id)
    expect(again.plan?.phases.map(({ dependsOn }) => dependsOn.length)).toEqual(
      plan?.phases.map(({ dependsOn }) => dependsOn.length),
    )
  })

  test('every written plan is detected and parsed without errors, and losses are listed', () => {
    fc.assert(
      fc.property(anyPlan, (draft) => {
        const plan = complete(draft)
        const { text, losses } = write(parser, plan)
        const check = checkPlan(text, { parsers })
        expect(check.issues.filter(({ severity }) => severity === 'error')).toEqual([])
        expect(check.format).toBe(parser.id)
        expect(check.plan?.phases).toHaveLength(plan.phases.length)
        if (losses.length === 0) expect(essence(check.plan as Plan)).toEqual(essence(plan))
        else expect(essence(check.plan as Plan)).not.toEqual(essence(plan))
        expect(text.endsWith('\n')).toBe(true)
        expect(write(parser, plan)).toEqual({ text, losses })
      }),
      { numRuns },
    )
  })

  test('a parsed plan is written as the same plan', () => {
    fc.assert(
      fc.property(anyPlan, (draft) => {
        const { text } = write(parser, complete(draft))
        const { plan } = checkPlan(text, { parsers })
        const again = write(parser, plan as Plan)
        expect(again.losses).toEqual([])
        expect(essence(checkPlan(again.text, { parsers }).plan as Plan)).toEqual(essence(plan as Plan))
      }),
      { numRuns },
    )
  })
})

test.each([phaseTable(), taskHeading()])(
  '$id says a plan of fences whole, bodies and descriptions apart',
  (parser) => {
    fc.assert(
      fc.property(markdownPlan, (draft) => {
        const { losses } = write(parser, complete(draft))
        expect(losses.filter(({ what }) => what !== 'descriptions of steps')).toEqual([])
      }),
      { numRuns },
    )
  },
)

const titles = [
  'Add `parse()` to `src/a.ts`',
  '`npm test` passes',
  'Run ``a`b`` twice',
  'a|b `c|d` #',
  'snake_case **bold** *x* [link](u) ![i](j) <br>',
  '任务：解析 `键`（１）',
  'תכנית `x` 🚀',
  '\\ backslash `\\d+` end ##',
]

/** One phase and one subtask for each title, as every format can contain them. */
const titled = (title: string): PlanDraft => ({
  title,
  goal: title,
  phases: [
    { id: '1', title, subtasks: [{ id: '1.1', title, type: 'other' }] },
    { id: '2', title: 'Next', dependsOn: ['1'], subtasks: [{ id: '2.1', title: 'Last', type: 'other' }] },
  ],
})

describe.each(writers)('titles in $id', (first) => {
  test.each(writers.map((parser) => [parser.id, parser] as const))(
    'are the same byte for byte from %s and back',
    (_, second) => {
      for (const title of titles) {
        const plan = complete(titled(title))
        const read = (parser: PlanParserV1, from: Plan): Plan =>
          checkPlan(write(parser, from).text, { parsers }).plan as Plan
        const back = read(first, read(second, read(first, plan)))
        const phase = back.phases[0]
        expect([back.title, back.goal, phase?.title]).toEqual([title, title, title])
        // A story has no subtasks; its text names them.
        const stories = [first, second].some(({ id }) => id === 'user-stories')
        if (stories) expect(phase?.body).toContain(title)
        else expect(phase?.subtasks[0]?.title).toBe(title)
      }
    },
  )
})

test('code in a title is written as code', () => {
  const plan = complete(titled('Add `parse()`'))
  expect(write(taskHeading(), plan).text).toContain('## Task 1: Add `parse()`\n')
  expect(write(phaseTable(), plan).text).toMatch(/\| 1 {5}\| Add `parse\(\)` \|/)
})

test('a box below a heading with a type keeps its own', () => {
  const plan = complete({
    title: 'Work',
    phases: [
      {
        id: '1',
        title: 'One',
        subtasks: [
          {
            ...{ id: '1.1', title: 'Write it', type: 'impl' },
            steps: [{ id: '1.1.1', action: 'code', filePath: 'a.js', codeChange: 'x' }],
          },
          { id: '1.2', title: 'Parse', type: 'other' },
        ],
      },
    ],
  })
  for (const parser of [phaseTable(), taskHeading()]) {
    const { text } = write(parser, plan)
    expect(checkPlan(text, { parsers }).plan?.phases[0]?.subtasks.map(({ type }) => type)).toEqual([
      'impl',
      'other',
    ])
  }
})

test.each(writers.map((parser) => [parser.id, parser] as const))(
  'a subtask that is called like a commit is kept or named as lost by %s',
  (id, parser) => {
    for (const title of ['Commit', 'Commit the changes', 'Step 2: Commit'])
      for (const steps of [[], [{ id: '1.2.1', action: 'manual' as const, description: 'Look' }]]) {
        const plan = complete({
          title: 'Work',
          phases: [
            {
              ...{ id: '1', title: 'One' },
              subtasks: [
                { id: '1.1', title: 'Write it', type: 'impl' },
                { id: '1.2', title, type: 'other', steps },
              ],
            },
          ],
        })
        const { text, losses } = write(parser, plan)
        const titles = checkPlan(text, { parsers }).plan?.phases[0]?.subtasks.map((each) => each.title)
        if (['phase-table', 'task-heading'].includes(id)) expect(titles, text).toHaveLength(2)
        if (!titles?.includes(title)) expect(losses, text).not.toEqual([])
      }
  },
)

/** Each loss with each of its places. */
const placesOf = (losses: PlanLoss[]): string[] =>
  losses.flatMap(({ what, places }) =>
    places.length === 0 ? [what] : places.map((place) => `${what}: ${place}`),
  )
/** Without the counts and new names in a place. */
const bare = (place: string): string => place.replace(/(?: \(| is now ).*$/, '')

/** The previous ids of phases, by the new ones that losses name. */
const newIds = (losses: PlanLoss[]): Map<string, string> =>
  new Map(
    losses.flatMap(({ places }) =>
      places.flatMap((place) => {
        const [, before = '', now] = /^phase (\S+) is now (\S+)$/.exec(place) ?? []
        return now === undefined ? [] : [[now, before] as const]
      }),
    ),
  )
const renameBack = (plan: Plan, ids: Map<string, string> = new Map()): Plan => {
  const rename = (id: string): string => ids.get(id) ?? id
  return {
    ...plan,
    phases: plan.phases.map((phase) => ({
      ...phase,
      id: rename(phase.id),
      dependsOn: phase.dependsOn.map(rename),
      parallelWith: phase.parallelWith.map(rename),
    })),
  }
}

describe.each(writers)('from $id', (first) => {
  test.each(writers.map((parser) => [parser.id, parser] as const))(
    'to %s and back, a plan differs only by losses that were named',
    (_, second) => {
      fc.assert(
        fc.property(anyPlan, (draft) => {
          const read = (text: string): Plan => checkPlan(text, { parsers }).plan as Plan
          const plan = read(write(first, complete(draft)).text)
          const there = write(second, plan)
          const between = read(there.text)
          const back = write(first, between)
          const renamed = [there.losses, back.losses].map(newIds)
          const losses = findLosses(plan, renameBack(renameBack(read(back.text), renamed[1]), renamed[0]))
          const named = [...placesOf(there.losses), ...placesOf(back.losses)]
          // After a new id, places have other names.
          const isRenamed = named.some((place) => /^(?:ids of|the order of phases)/.test(place))
          const found = placesOf(losses).map((place) => (isRenamed ? place.split(':', 1)[0] : bare(place)))
          const known = named.map((place) => (isRenamed ? place.split(':', 1)[0] : bare(place)))
          expect(known).toEqual(expect.arrayContaining(found))
          // Each loss that the first conversion names is one.
          const real = placesOf(findLosses(plan, between)).map(bare)
          if (!isRenamed) expect(real).toEqual(expect.arrayContaining(placesOf(there.losses).map(bare)))
        }),
        { numRuns },
      )
    },
  )
})

const readOnly: [id: string, source: string][] = [
  [
    'subtask-list',
    '1a. "Write `tests`" -> type: test -> depends: []\n1b. "Code" -> type: impl -> depends: [1a]\n',
  ],
  [
    'checklist',
    '## Phase 1: Set up\n\n- [x] T001 Add `a.ts`\n\n## Phase 2: Build\n\n- [ ] T002 Use `a.ts`\n- [ ] T003 Test\n',
  ],
  ['outline', '## Step 1: Write it\n\nIn `a.ts`.\n\n## Step 2: Test it\n\nRun it.\n'],
  [
    'github-issues',
    '[{"number":3,"title":"Add `a`","body":"Depends on #2","state":"OPEN"},{"number":2,"title":"B","body":"","state":"CLOSED"}]',
  ],
  [
    'backlog-task',
    '---\nid: TASK-7\ntitle: Cache\nstatus: To Do\n---\n\n## Acceptance Criteria\n\n- [x] #1 Fast\n',
  ],
  ['ccpm-epic', '---\nname: Cache\nstatus: open\ndepends_on: []\n---\n\n# Task: Cache\n\n- [ ] Fast\n'],
  [
    'gsd-plan',
    '<tasks>\n<task type="auto">\n<name>Task 1: Write</name>\n<files>a.ts</files>\n<verify>npm test</verify>\n</task>\n</tasks>\n',
  ],
  ['prp', '## Tasks\n\n```yaml\nTask 1: Write\n  - a.ts\nTask 2: Test\n```\n'],
]

test('every format that is not written is among the examples', () => {
  expect([...writers.map(({ id }) => id), ...readOnly.map(([id]) => id)].sort()).toEqual(
    parsers.map(({ id }) => id).sort(),
  )
})

describe.each(readOnly)('a plan in the format %s', (id, source) => {
  test.each(writers.map((parser) => [parser.id, parser] as const))('is kept in %s', (_, parser) => {
    const { plan, format, issues } = checkPlan(source, { parsers })
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(format).toBe(id)
    const { text, losses } = write(parser, plan as Plan)
    const after = checkPlan(text, { parsers })
    expect(after.format).toBe(parser.id)
    expect(after.plan?.phases.map(({ title, status }) => [title, status])).toEqual(
      plan?.phases.map(({ title, status }) => [title, status]),
    )
    expect(losses.map(({ what }) => what)).not.toContain('texts of phases')
    const renamed = losses.some(({ what }) => /^ids of/.test(what))
    if (!renamed) expect(findLosses(plan as Plan, after.plan)).toEqual(losses)
  })
})
