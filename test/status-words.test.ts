import { expect, it } from 'vitest'
import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import { dialects } from '@amelia/parsers'

const parsers = [phaseTable(), subtaskList(), taskHeading(), taskMaster()]
const table = (status: string): string =>
  `| Phase | Name | Depends On | Status |\n|---|---|---|---|\n| 1 | Queue | - | ${status} |\n`
const plans = (status: string): [format: string, source: string, line: number][] => [
  ['phase-table', table(status), 3],
  ['phase-table', `${table('-')}\n## Phase 1: Queue\n\n**Status:** ${status}\n`, 7],
  ['phase-table', `## Phase 1: Queue\n\n**Depends on:** None\n**Status:** ${status}\n`, 4],
  ['task-heading', `### Task 1: Queue\n\n**Status:** ${status}\n\nBuild it.\n`, 3],
  ['subtask-list', `1. "Queue" -> type: other -> depends: [] -> status: ${status}\n`, 1],
  ['task-master', `{"tasks":[\n{"id":1,"title":"Queue",\n"status":"${status}"}]}`, 3],
]

// seed: phase-execution-reference 8
it.each([...plans('blocked'), ...plans('Blocked by review'), ...plans('maybe')])(
  'warns in %s about a status that does not decide whether the phase runs: %s',
  (format, source, line) => {
    const { plan, ...check } = checkPlan(source, { parsers, format })
    const issues = check.issues.filter(({ code }) => code === 'STATUS_UNKNOWN')
    expect(issues).toMatchObject([{ severity: 'warning', line }])
    expect(issues[0]?.message).toContain('counts as pending')
    expect(plan?.phases[0]?.status).toBe('pending')
  },
)

it.each([...plans('done'), ...plans('pending'), ...plans('in-progress')])(
  'does not warn in %s about a known status: %s',
  (format, source) => {
    const { issues } = checkPlan(source, { parsers, format })
    expect(issues.filter(({ code }) => code === 'STATUS_UNKNOWN')).toEqual([])
  },
)

it.each([
  ['user-stories', '{"userStories":[\n{"id":"US-1","title":"Queue",\n"passes":"blocked"}]}', 3],
  ['github-issues', '[\n{"number":1,"title":"Queue","body":"","state":"BLOCKED"}]', 2],
  ['backlog-task', '---\nid: task-1\ntitle: Queue\nstatus: Blocked\n---\n\nBuild it.\n', 1],
  ['ccpm-epic', '---\nname: Queue\nstatus: blocked\nparallel: true\n---\n\nBuild it.\n', 1],
  ['task-heading', '### Task 1: Queue\n\n- [!] Build it\n- [ ] Test it\n', 3],
  ['phase-table', '## Phase 1: Queue\n\n**Depends on:** none\n\n- [?] Build it\n', 5],
  ['checklist', '## Phase 1: Queue\n\n- [>] 1.1 Build it\n- [ ] 1.2 Test it\n', 3],
  ['subtask-list', '- [!] 1a. "Queue" -> type: test -> depends: []\n', 1],
])('warns in %s about a status that it does not know: %j', (format, source, line) => {
  const { plan, issues } = checkPlan(source, { parsers: [...parsers, checklist(), ...dialects()], format })
  expect(issues.filter(({ code }) => code === 'STATUS_UNKNOWN')).toMatchObject([
    { severity: 'warning', line },
  ])
  expect(plan?.phases[0]?.status).toBe('pending')
  expect(plan?.phases[0]?.subtasks.every(({ status }) => status === 'pending')).toBe(true)
})

it.each([
  ['task-heading', (mark: string) => `### Task 1: Queue\n\n- [${mark}] Build it\n`],
  ['phase-table', (mark: string) => `## Phase 1: Queue\n\n**Depends on:** none\n\n- [${mark}] Build it\n`],
  ['checklist', (mark: string) => `## Phase 1: Queue\n\n- [${mark}] 1.1 Build it\n- [ ] 1.2 Test it\n`],
  ['subtask-list', (mark: string) => `- [${mark}] 1a. "Queue" -> type: test -> depends: []\n`],
])('reads the boxes [~] and [-] as work in progress in %s', (format, source) => {
  for (const mark of ['~', '-']) {
    const { plan, issues } = checkPlan(source(mark), { parsers: [...parsers, checklist()], format })
    expect(plan?.phases[0]?.subtasks[0]?.status).toBe('in_progress')
    expect(issues.filter(({ code }) => code === 'STATUS_UNKNOWN')).toEqual([])
  }
})

it.each([...plans('0% complete'), ...plans('0/5 done'), ...plans('0% 完成')])(
  'does not read in %s a phase of which nothing is done as done: %s',
  (format, source) => {
    expect(checkPlan(source, { parsers, format }).plan?.phases[0]?.status).toBe('pending')
  },
)
