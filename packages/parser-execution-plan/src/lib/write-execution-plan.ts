import {
  type Phase,
  type Plan,
  type PlanDraft,
  type PlanIssue,
  type Step,
  type Subtask,
  type WrittenPlan,
} from '@amelia/core/plugin'
import { chooseWriting } from '@amelia/markdown'
import { schemaUrl } from './execution-plan-schema.ts'
import { sortPhases } from './sort-phases.ts'
import { type AsJson, writeYaml, type YamlValue } from './write-yaml.ts'

/**
 * Writes a plan as batches in YAML; `parse` reads it back for comparison.
 *
 * A phase whose subtasks have one step each is a batch of steps if that expresses it completely; any other is
 * a batch of subtasks. Phases are sorted by their dependencies only if the steps need that order.
 */
export const writeExecutionPlan = (
  plan: Plan,
  parse: (source: string) => { plan?: PlanDraft; issues: PlanIssue[] },
): WrittenPlan => {
  const sorted = sortPhases(plan.phases)
  return chooseWriting(
    plan,
    [
      () => write(plan, plan.phases, true),
      () => write(plan, plan.phases, false),
      () => write(plan, sorted, false),
    ],
    parse,
  )
}

const write = (plan: Plan, phases: readonly Phase[], withSteps: boolean): string => {
  const lines = writeYaml({
    title: plan.title === plan.goal ? undefined : plan.title,
    goal: plan.goal,
    tracker_id: plan.trackerId,
    tdd_approach: plan.tddApproach ? undefined : false,
    total_estimated_minutes: plan.totalMinutes,
    meta: dataOf(plan.meta),
    batches: phases.map((phase, index) => writeBatch(phase, phases[index - 1]?.id, withSteps)),
  })
  return `# yaml-language-server: $schema=${schemaUrl}\n${lines.join('\n')}\n`
}

const dataOf = (data: unknown): AsJson | undefined => (data === undefined ? undefined : () => data)

const writeBatch = (phase: Phase, before: string | undefined, withSteps: boolean): YamlValue => {
  const { id, subtasks, dependsOn } = phase
  const isNumber = /^(?:0|[1-9]\d{0,8})$/.test(id)
  const follows = dependsOn.length === (before === undefined ? 0 : 1) && dependsOn[0] === before
  const asSteps = withSteps && isOfSteps(phase)
  const done = subtasks.length > 0 && subtasks.every(({ status }) => status === 'done')
  const files = [...new Set(subtasks.flatMap((subtask) => subtask.files))]
  return {
    batch_number: isNumber ? Number(id) : undefined,
    id: isNumber ? undefined : id,
    description: phase.title,
    body: phase.body === '' ? undefined : phase.body,
    status: phase.status === (done ? 'done' : 'pending') ? undefined : phase.status,
    depends_on: follows ? undefined : dependsOn,
    parallel_with: listOf(phase.parallelWith),
    conflicts_with: listOf(phase.conflictsWith ?? []),
    files: same(files, phase.files) ? undefined : phase.files,
    ...(asSteps
      ? { risk_summary: phase.risk }
      : { estimate: phase.estimate, risk_level: phase.risk === 'medium' ? undefined : phase.risk }),
    priority: phase.priority,
    empty_ok: phase.emptyOk,
    agent: phase.agent,
    model: phase.model,
    queue: phase.queue,
    meta: dataOf(phase.meta),
    acceptance: phase.acceptance?.map((check) => ({
      command: check.command,
      cwd: check.cwd,
      expect_exit_code: check.expectExitCode === 0 ? undefined : check.expectExitCode,
      expected_output_pattern: check.expectedOutputPattern,
    })),
    ...(asSteps
      ? {
          steps: subtasks.flatMap(({ steps, status }) =>
            steps.map((step) => ({ ...writeStep(step), status: status === 'pending' ? undefined : status })),
          ),
        }
      : { subtasks: subtasks.length === 0 && phase.body !== '' ? undefined : subtasks.map(writeSubtask) }),
  }
}

/** Returns whether a batch of steps could express a phase. Reading the text back decides. */
const isOfSteps = ({ subtasks }: Phase): boolean =>
  subtasks.length > 0 &&
  subtasks.every(
    ({ id, title, body, steps, files }) =>
      body === '' &&
      steps.length === 1 &&
      steps[0]?.id === id &&
      (steps[0].description || `Step ${id}`) === title &&
      same(files, [steps[0].filePath ?? []].flat()),
  )

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index])

const listOf = (items: readonly string[]): readonly string[] | undefined =>
  items.length === 0 ? undefined : items

const writeSubtask = (subtask: Subtask): YamlValue => {
  const { id, title, body, type, dependsOn, files, status, steps } = subtask
  const written = [...new Set(steps.flatMap((step) => step.filePath ?? []))]
  return {
    id,
    title,
    body: body === '' ? undefined : body,
    type,
    depends_on: listOf(dependsOn),
    files: same(written, files) ? undefined : files,
    status: status === 'pending' ? undefined : status,
    steps: steps.length === 0 ? undefined : steps.map(writeStep),
  }
}

const writeStep = (step: Step): Record<string, YamlValue | undefined> => ({
  id: step.id,
  description: step.description === '' ? undefined : step.description,
  action_type: step.action,
  file_path: step.filePath,
  code_change: step.codeChange,
  replace: step.replace ? true : undefined,
  name: step.name,
  input: dataOf(step.input),
  command: step.command,
  shell: step.shell ? true : undefined,
  cwd: step.cwd,
  fallback_commands: listOf(step.fallbackCommands),
  expect_exit_code: step.expectExitCode === 0 ? undefined : step.expectExitCode,
  expected_output_pattern: step.expectedOutputPattern,
  keep: step.keep,
  validation_command: step.validationCommand,
  success_criteria: step.successCriteria,
  risk_level: step.risk === 'medium' ? undefined : step.risk,
  estimated_minutes: step.estimatedMinutes === 2 ? undefined : step.estimatedMinutes,
  requires_human_judgment: step.requiresHumanJudgment ? true : undefined,
  depends_on: listOf(step.dependsOn),
  is_test_step: step.isTestStep ? true : undefined,
  validates_step: step.validatesStep,
})
