import type { PhaseDraft, PlanDraft, StepDraft, SubtaskDraft } from '../../src/plugin.ts'

/** A subtask of the seed phased-execution, with one step, as a run without an agent needs. */
const subtask = (
  id: string,
  type: 'test' | 'impl',
  title: string,
  dependsOn: string[] = [],
): SubtaskDraft => ({
  id,
  title,
  type,
  dependsOn,
  steps: [
    {
      id: `${id}.1`,
      action: 'code',
      filePath: type === 'test' ? `test/${id}.ts` : `src/${id}.ts`,
      codeChange: id,
    },
  ],
})

const subtasks = (): SubtaskDraft[] => [
  subtask('1a', 'test', 'Write User model tests'),
  subtask('1b', 'test', 'Write Post model tests'),
  subtask('2a', 'impl', 'Implement User model', ['1a']),
  subtask('2b', 'impl', 'Implement Post model', ['1b']),
  subtask('3a', 'test', 'Write API endpoint tests', ['2a', '2b']),
  subtask('3b', 'test', 'Write CLI command tests', ['2a', '2b']),
  subtask('4a', 'impl', 'Implement API endpoints', ['3a']),
  subtask('4b', 'impl', 'Implement CLI commands', ['3b']),
  subtask('5', 'test', 'Write integration tests', ['4a', '4b']),
]

const group = (id: string, title: string, dependsOn: string[], ids: string[]): PhaseDraft => ({
  id,
  title,
  dependsOn,
  subtasks: subtasks().filter((each) => ids.includes(each.id)),
})

/** The nine subtasks of the seed phased-execution in layers, as parsed from a subtask list. */
export const layers = (): PlanDraft => ({
  title: 'Add user authentication',
  goal: 'Users can log in',
  format: 'subtask-list',
  phases: [
    group('1', 'Write model tests', [], ['1a', '1b']),
    group('2', 'Implement models', ['1'], ['2a', '2b']),
    group('3', 'Write interface tests', ['2'], ['3a', '3b']),
    group('4', 'Implement interfaces', ['3'], ['4a', '4b']),
    group('5', 'Write integration tests', ['4'], ['5']),
  ],
})

/**
 * The same subtasks in chains: a test and its implementation in one phase, so that two phases can run at
 * once.
 */
export const chains = (): PlanDraft => ({
  ...layers(),
  phases: [
    group('1', 'User model', [], ['1a', '2a']),
    group('2', 'Post model', [], ['1b', '2b']),
    group('3', 'API', ['1', '2'], ['3a', '4a']),
    group('4', 'CLI', ['1', '2'], ['3b', '4b']),
    group('5', 'Write integration tests', ['3', '4'], ['5']),
  ],
})

/** The same plan for an agent, without steps. */
export const forAgent = (plan: PlanDraft): PlanDraft => ({
  ...plan,
  phases: plan.phases.map((phase) => ({
    ...phase,
    subtasks: (phase.subtasks ?? []).map((each) => ({ ...each, steps: [] })),
  })),
})

/** Sequential phases for an agent: `1`, `2`, ... */
export const row = (count: number): PhaseDraft[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    title: `Task ${index + 1}`,
    body: `Do task ${index + 1}.`,
    dependsOn: index === 0 ? [] : [String(index)],
  }))

/** A step that runs a command. */
export const command = (id: string, text: string, more: Partial<StepDraft> = {}): StepDraft => ({
  id,
  action: 'command',
  command: text,
  ...more,
})

/** A step that writes a file named after it. */
export const code = (id: string, more: Partial<StepDraft> = {}): StepDraft => ({
  id,
  action: 'code',
  filePath: `${id}.txt`,
  codeChange: `${id}\n`,
  ...more,
})

/** A phase as parsed from an execution plan: every step is a separate subtask. */
export const batch = (id: string, dependsOn: string[], ...steps: StepDraft[]): PhaseDraft => ({
  id,
  title: `Batch ${id}`,
  dependsOn,
  // The steps determine the risk.
  risk: 'low',
  subtasks: steps.map((step) => ({ id: `task-${step.id}`, title: `Step ${step.id}`, steps: [step] })),
})
