import { checkPlan, type Plan } from '@amelia/core'
import { executionPlan } from '@amelia/parser-execution-plan'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import { allParsers } from '@amelia/parsers'
import { describe, expect, it } from 'vitest'

const parsers = allParsers()

/** The declaration of each part, as the format writes it; undefined if it declares nothing. */
type Written = readonly (string | undefined)[]

interface Form {
  format: string
  write(written: Written): Parameters<typeof checkPlan>[0]
  /** The forms in which a part declares that it has no dependencies. */
  none?: string[]
  /** Writes the ids that a part declares. */
  some?(ids: readonly string[]): string
  /** Whether the parts are subtasks of the phases. */
  subtasks?: boolean
  /** Whether the format has a place for dependencies in every part, so that an empty one declares none. */
  always?: boolean
  ids?: (id: string) => string
}

const names = ['A', 'B', 'C', 'D']

/** Writes a text for each part: its number, its name and its declaration. */
const each = (
  written: Written,
  text: (part: { id: number; name: string; depends: string | undefined }) => string,
): string => names.map((name, at) => text({ id: at + 1, name, depends: written[at] })).join('')

const line = (depends: string | undefined, text = depends): string =>
  depends === undefined ? '' : `${text}\n`

const comma = (ids: readonly string[]): string => ids.join(', ')
const quoted = (ids: readonly string[]): string => `[${ids.map((id) => `"${id}"`).join(', ')}]`
const fields = {
  none: ['**Depends on:** None', '**Depends on:** -', '**Depends on:** []'],
  some: (ids: readonly string[]) => `**Depends on:** ${comma(ids)}`,
}

const forms: Record<string, Form> = {
  'a phase table': {
    format: 'phase-table',
    always: true,
    write: (written) =>
      `# Work\n\n| Phase | Name | Depends On |\n|---|---|---|\n${each(
        written,
        ({ id, name, depends = '' }) => `| ${id} | ${name} | ${depends} |\n`,
      )}`,
    none: ['', '-', '—', 'None'],
    some: comma,
  },
  'a phase table whose last cells are missing': {
    format: 'phase-table',
    always: true,
    write: (written) =>
      `# Work\n\n| Phase | Name | Depends On | Estimate |\n|---|---|---|---|\n${each(
        written,
        ({ id, name, depends = '' }) => `| ${id} | ${name} | ${depends} |\n`,
      )}`,
    none: ['', '-'],
    some: comma,
  },
  'headings of phases': {
    format: 'phase-table',
    write: (written) =>
      `# Work\n\n${each(written, ({ id, name, depends }) => `## Phase ${id}: ${name}\n\n${line(depends)}\nText.\n\n`)}`,
    ...fields,
  },
  'headings of phases, and a table without a dependency column': {
    format: 'phase-table',
    write: (written) =>
      `# Work\n\n| Phase | Name | Risk |\n|---|---|---|\n${each(
        [],
        ({ id, name }) => `| ${id} | ${name} | low |\n`,
      )}\n${each(written, ({ id, name, depends }) => `## Phase ${id}: ${name}\n\n${line(depends)}\nText.\n\n`)}`,
    ...fields,
  },
  'a table without a dependency column': {
    format: 'outline',
    write: () => `# Work\n\n| # | Stage |\n|---|---|\n${each([], ({ id, name }) => `| ${id} | ${name} |\n`)}`,
  },
  'headings of tasks': {
    format: 'task-heading',
    write: (written) =>
      `# Work\n\n${each(written, ({ id, name, depends }) => `### Task ${id}: ${name}\n\n${line(depends)}\nText.\n\n`)}`,
    ...fields,
  },
  'lines of subtasks with types': {
    format: 'subtask-list',
    subtasks: true,
    write: (written) =>
      each(
        written,
        ({ id, name, depends }) =>
          `${id}. "${name}" -> type: impl${depends === undefined ? '' : ` -> depends: ${depends}`}\n`,
      ),
    none: ['[]', 'none', '-', '[ ]'],
    some: (ids) => `[${comma(ids)}]`,
  },
  'lines of subtasks, some with a section': {
    format: 'subtask-list',
    subtasks: true,
    write: (written) =>
      each(
        written,
        ({ id, name, depends }) =>
          `- ${id}. "${name}" -> ${depends === undefined ? 'type: impl' : `depends: ${depends}`}\n`,
      ) + '\n## 3. C\n\nText of C.\n',
    none: ['[]', 'none'],
    some: (ids) => `[${comma(ids)}]`,
  },
  'lines of subtasks whose sections declare': {
    format: 'subtask-list',
    subtasks: true,
    write: (written) =>
      each([], ({ id, name }) => `${id}. "${name}" -> type: impl\n`) +
      each(written, ({ id, name, depends }) => `\n## ${id}. ${name}\n\n${line(depends)}\nText.\n`),
    ...fields,
  },
  'sections of subtasks with types': {
    format: 'subtask-list',
    subtasks: true,
    write: (written) =>
      `# Work\n\n${each(
        written,
        ({ id, name, depends }) => `## ${id}. ${name}\n\n**Type:** impl\n\n${line(depends)}\n`,
      )}`,
    ...fields,
  },
  'items of subtasks with types': {
    format: 'subtask-list',
    subtasks: true,
    write: (written) =>
      `# Work\n\n${each(
        written,
        ({ id, name, depends }) => `- **${id}. ${name}**\n  - type: impl\n${line(depends, `  - ${depends}`)}`,
      )}`,
    none: ['depends: []', 'depends on: none', 'depends: -'],
    some: (ids) => `depends: [${comma(ids)}]`,
  },
  'a checklist with headings': {
    format: 'checklist',
    write: (written) =>
      `# Work\n\n${each(
        written,
        ({ id, name, depends }) => `## Phase ${id}: ${name}\n\n${line(depends)}\n- [ ] ${id}.1 Do it\n\n`,
      )}`,
    ...fields,
  },
  'boxes that are phases': {
    format: 'checklist',
    write: (written) =>
      each(written, ({ id, name, depends }) => `- [ ] ${id}. ${name}\n${line(depends, `  - ${depends}`)}`),
    none: ['Depends on: none', 'Depends on: -'],
    some: (ids) => `Depends on: ${comma(ids)}`,
  },
  'boxes that name their dependencies': {
    format: 'checklist',
    write: (written) =>
      each(
        written,
        ({ id, name, depends }) => `- [ ] ${id}. ${name}${depends === undefined ? '' : ` (${depends})`}\n`,
      ),
    none: ['depends on: none', 'depends on nothing'],
    some: (ids) => `depends on ${comma(ids)}`,
  },
  'boxes of a phase': {
    format: 'checklist',
    subtasks: true,
    ids: (id) => `1.${id}`,
    write: (written) =>
      `# Work\n\n## Phase 1: All\n\n${each(
        written,
        ({ id, name, depends }) => `- [ ] 1.${id} ${name}${depends === undefined ? '' : ` (${depends})`}\n`,
      )}`,
    none: ['depends on: none'],
    some: (ids) => `depends on ${comma(ids.map((id) => `1.${id}`))}`,
  },
  'batches in YAML': {
    format: 'execution-plan',
    write: (written) =>
      `goal: Work\nbatches:\n${each(
        written,
        ({ id, name, depends }) =>
          `  - batch_number: ${id}\n${line(depends, `    depends_on: ${depends}`)}    steps:\n      - { id: s${id}, description: ${name}, action_type: manual }\n`,
      )}`,
    none: ['[]'],
    some: (ids) => `[${comma(ids)}]`,
  },
  'batches in JSON': {
    format: 'execution-plan',
    write: (written) =>
      `{ "goal": "Work", "batches": [${each(
        written,
        ({ id, depends }) =>
          `${id > 1 ? ',' : ''}\n{ "batch_number": ${id}, ${depends === undefined ? '' : `"depends_on": ${depends}, `}"steps": [{ "id": "s${id}", "action_type": "manual" }] }`,
      )}] }`,
    none: ['[]'],
    some: quoted,
  },
  'tasks of Task Master': {
    format: 'task-master',
    write: (written) =>
      `{ "tasks": [${each(
        written,
        ({ id, name, depends }) =>
          `${id > 1 ? ',' : ''}\n{ "id": ${id}, "title": "${name}", ${depends === undefined ? '' : `"dependencies": ${depends}, `}"status": "pending" }`,
      )}] }`,
    none: ['[]'],
    some: quoted,
  },
  'subtasks of Task Master': {
    format: 'task-master',
    subtasks: true,
    ids: (id) => `1.${id}`,
    write: (written) =>
      `{ "tasks": [{ "id": 1, "title": "All", "status": "pending", "dependencies": [], "subtasks": [${each(
        written,
        ({ id, name, depends }) =>
          `${id > 1 ? ',' : ''}\n{ "id": ${id}, "title": "${name}", ${depends === undefined ? '' : `"dependencies": ${depends}, `}"status": "pending" }`,
      )}] }] }`,
    none: ['[]'],
    some: quoted,
  },
  'headings of steps': {
    format: 'outline',
    write: (written) =>
      `# Work\n\n${each(written, ({ id, name, depends }) => `## Step ${id}: ${name}\n\n${line(depends)}\nText.\n\n`)}`,
    ...fields,
  },
  'a list of steps': {
    format: 'outline',
    write: (written) =>
      `# Work\n\n## Steps\n\n${each(
        written,
        ({ id, name, depends }) => `${id}. **Step ${id}**: ${name}\n${line(depends, `   - ${depends}`)}`,
      )}`,
    ...fields,
  },
  'user stories': {
    format: 'user-stories',
    write: () =>
      JSON.stringify({ userStories: names.map((title, at) => ({ id: `${at + 1}`, title, passes: false })) }),
  },
  'issues of GitHub': {
    format: 'github-issues',
    write: (written) =>
      JSON.stringify(
        names.map((title, at) => ({ number: at + 1, title, body: `Text.\n\n${written[at] ?? ''}\n` })),
      ),
    none: ['Depends on: none', '- Blocked by: -'],
    some: (ids) => `Depends on ${ids.map((id) => `#${id}`).join(', ')}`,
  },
  'a folder of Backlog.md': {
    format: 'backlog-task',
    ids: (id) => `task-${id}`,
    write: (written) =>
      names.map((title, at) => ({
        path: `tasks/${at + 1}.md`,
        text: `---\nid: task-${at + 1}\ntitle: ${title}\nstatus: To Do\n${line(written[at])}---\n\nText.\n`,
      })),
    none: ['dependencies: []'],
    some: (ids) => `dependencies: [${ids.map((id) => `task-${id}`).join(', ')}]`,
  },
  'an epic of CCPM': {
    format: 'ccpm-epic',
    write: (written) =>
      names.map((title, at) => ({
        path: `${at + 1}.md`,
        text: `---\nname: ${title}\nstatus: open\nparallel: false\n${line(written[at])}---\n\nText.\n`,
      })),
    none: ['depends_on: []'],
    some: (ids) => `depends_on: [${ids.join(', ')}]`,
  },
  'a phase of GSD': {
    format: 'gsd-plan',
    ids: (id) => `01-0${id}`,
    write: (written) =>
      names.map((title, at) => ({
        path: `01-0${at + 1}-PLAN.md`,
        text: `---\nphase: 01-work\n${line(written[at])}---\n\n<objective>${title}.</objective>\n\n<tasks>\n<task type="auto">\n<name>${title}</name>\n</task>\n</tasks>\n`,
      })),
    none: ['depends_on: []'],
    some: (ids) => `depends_on: [${ids.map((id) => `01-0${id}`).join(', ')}]`,
  },
  'the tasks of a plan of GSD': {
    format: 'gsd-plan',
    write: () =>
      `<tasks>\n${each([], ({ name }) => `<task type="auto">\n<name>${name}</name>\n</task>\n`)}</tasks>\n`,
  },
  'a PRP': {
    format: 'prp',
    write: () =>
      `# Work\n\n## Tasks\n\n\`\`\`yaml\n${each([], ({ id, name }) => `Task ${id}: ${name}\n`)}\`\`\`\n`,
  },
}

/** Returns the dependencies of the parts, by their numbers. */
const edges = ({ format, write, subtasks, ids = (id) => id }: Form, written: Written) => {
  const { plan, ok, issues, reading } = checkPlan(write(written), { parsers })
  expect(ok, JSON.stringify(issues)).toBe(true)
  expect(plan?.format).toBe(format)
  const parts = subtasks ? plan!.phases.flatMap((phase) => phase.subtasks) : plan!.phases
  const numbers = new Map(['1', '2', '3', '4'].map((id) => [ids(id), id]))
  const found = new Map(
    parts.map(({ id, dependsOn }) => [numbers.get(id), dependsOn.map((other) => numbers.get(other))]),
  )
  return { edges: ['1', '2', '3', '4'].map((id) => found.get(id)), rule: reading?.rule ?? '' }
}

const nothing = undefined

describe.each(Object.entries(forms))('in %s', (_, form) => {
  if (!form.always)
    it('a part that declares nothing waits for the one before it', () => {
      const { edges: found, rule } = edges(form, [])
      expect(found).toEqual([[], ['1'], ['2'], ['3']])
      expect(rule).toMatch(/waits? for (?:.*)the (?:one|task) before it/)
    })
  else
    it('an empty cell declares that a part waits for none', () => {
      const { edges: found, rule } = edges(form, [])
      expect(found).toEqual([[], [], [], []])
      expect(rule).toContain('without an entry a phase waits for none')
    })

  it.each(form.none ?? [])('%j declares that a part waits for none', (none) => {
    const others = form.always ? [] : ['1']
    expect(edges(form, [nothing, nothing, none]).edges).toEqual([[], others, [], form.always ? [] : ['3']])
    expect(edges(form, [none, none, none, none]).edges).toEqual([[], [], [], []])
  })

  const { some } = form
  if (some)
    it('a part that declares dependencies waits for exactly those', () => {
      const found = edges(form, [nothing, nothing, some(['1']), some(['1', '2'])]).edges
      expect(found).toEqual([[], form.always ? [] : ['1'], ['1'], ['1', '2']])
    })
})

describe.each([phaseTable(), taskHeading(), executionPlan(), taskMaster()])(
  'written in the format $id',
  (writer) => {
    /** Returns the positions of the phases that each phase depends on: its id may change. */
    const positions = ({ phases }: Plan) => {
      const ids = phases.map(({ id }) => id)
      return phases.map(({ dependsOn }) => dependsOn.map((id) => ids.indexOf(id)))
    }

    it.each(Object.entries(forms))('%s keep their order', (_, form) => {
      const { none: [none] = [], some } = form
      for (const written of [
        [],
        [nothing, nothing, none],
        [nothing, none, some?.(['1']), nothing],
        [nothing, nothing, some?.(['1']), some?.(['1', '2'])],
      ]) {
        const { plan } = checkPlan(form.write(written), { parsers })
        const { text } = writer.write!(plan!)
        // The text of a plan of GSD still has its elements, by which its format is detected.
        const again = checkPlan(text, { parsers, format: writer.id }).plan
        expect(positions(again!)).toEqual(positions(plan!))
      }
    })
  },
)

describe.each(['lines of subtasks with types', 'tasks of Task Master', 'subtasks of Task Master'])(
  'in %s',
  (name) => {
    it('the default order contradicts no declaration', () => {
      const form = forms[name]!
      expect(edges(form, [form.some!(['3'])]).edges).toEqual([['3'], ['1'], [], ['2']])
    })
  },
)

describe('in a list of subtasks', () => {
  const list = (text: string, grouping: 'layers' | 'chains' = 'layers') =>
    checkPlan(text, { parsers: [subtaskList({ grouping })] })

  it('subtasks without declarations are one phase each, or one chain', () => {
    const text = '1. "A" -> type: test\n2. "B" -> type: impl\n3. "C" -> type: test\n'
    const phasesOf = (grouping: 'layers' | 'chains') =>
      list(text, grouping).plan?.phases.map(({ id, dependsOn, subtasks }) => [id, dependsOn, subtasks.length])
    expect(phasesOf('layers')).toEqual([
      ['1', [], 1],
      ['2', ['1'], 1],
      ['3', ['2'], 1],
    ])
    expect(phasesOf('chains')).toEqual([['1', [], 3]])
  })

  it('a dependency after "depends" that is missing is a warning', () => {
    const { plan, issues } = list('1. "A" -> type: test -> depends: []\n2. "B" -> type: test -> depends:\n')
    expect(plan?.phases.map(({ dependsOn }) => dependsOn)).toEqual([[], ['1']])
    expect(issues).toMatchObject([
      {
        severity: 'warning',
        code: 'CONTENT_SKIPPED',
        line: 2,
        message: expect.stringContaining('depends: []'),
      },
    ])
  })

  it('a phase that contradicts the default order is a warning that names the subtask before', () => {
    const { issues } = list('1a. "A" -> type: test -> phase 1\n1b. "B" -> type: test -> phase 1\n')
    expect(issues).toMatchObject([
      {
        code: 'PARALLEL_CONTRADICTS_DEPENDENCY',
        message:
          'Subtask 1b declares phase 1, but no dependencies, so it waits for 1a and is in phase 2. Write depends: [] if it waits for none.',
      },
    ])
  })
})

it('in a folder of Backlog.md, the parts of a task come before it', () => {
  const task = (id: string, more = '') => ({
    path: `tasks/${id}.md`,
    text: `---\nid: ${id}\ntitle: Do ${id}\nstatus: To Do\n${more}---\n\nText.\n`,
  })
  const parent = 'parent_task_id: task-2\n'
  const { plan, ok } = checkPlan(
    [task('task-1'), task('task-2'), task('task-2.1', parent), task('task-2.2', parent), task('task-3')],
    { parsers },
  )
  expect(ok).toBe(true)
  expect(Object.fromEntries(plan!.phases.map(({ id, dependsOn }) => [id, dependsOn]))).toEqual({
    'task-1': [],
    'task-2': ['task-2.1', 'task-2.2'],
    'task-2.1': ['task-1'],
    'task-2.2': ['task-2.1'],
    'task-3': ['task-2'],
  })
})
