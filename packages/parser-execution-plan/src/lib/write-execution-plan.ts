import {
  findLosses,
  type Phase,
  type Plan,
  type PlanDraft,
  type Step,
  type WrittenPlan,
} from '@amelia/core/plugin'
import { sortPhases } from './sort-phases.ts'
import { writeYaml, type YamlValue } from './write-yaml.ts'

/**
 * Writes a plan as batches of steps in YAML; `parse` reads it back for comparison.
 *
 * Batches run one after another, so phases are written in an order that their dependencies permit. A subtask
 * without steps becomes a `manual` step with its text.
 */
export const writeExecutionPlan = (
  plan: Plan,
  parse: (source: string) => { plan?: PlanDraft },
): WrittenPlan => {
  const phases = sortPhases(plan.phases)
  const numbered = phases.every(({ id }) => /^(?:0|[1-9]\d{0,8})$/.test(id))
  const used = new Set<string>()
  const unique = (wanted: string): string => {
    let id = wanted
    for (let more = 2; used.has(id); more++) id = `${wanted}-${more}`
    used.add(id)
    return id
  }
  // Existing step ids are kept; ids of added steps avoid them.
  for (const step of phases.flatMap(stepsOf)) used.add(step.id)
  const text = `${writeYaml({
    title: plan.title === plan.goal ? undefined : plan.title,
    goal: plan.goal,
    tracker_id: plan.trackerId,
    tdd_approach: plan.tddApproach ? undefined : false,
    total_estimated_minutes: plan.totalMinutes,
    batches: phases.map((phase, index) => ({
      batch_number: numbered ? Number(phase.id) : index + 1,
      description: phase.title,
      risk_summary: phase.risk,
      priority: phase.priority,
      empty_ok: phase.emptyOk,
      agent: phase.agent,
      model: phase.model,
      steps: writeSteps(phase, unique),
    })),
  }).join('\n')}\n`
  const draft = parse(text).plan
  const renamed = numbered || !draft ? draft : renameBack(draft, phases)
  const losses = findLosses(plan, renamed)
  if (!numbered) losses.unshift('Ids of phases: batches are numbered.')
  return { text, losses }
}

const stepsOf = (phase: Phase): Step[] => phase.subtasks.flatMap((subtask) => subtask.steps)

const writeSteps = (phase: Phase, unique: (id: string) => string): YamlValue[] => {
  if (phase.subtasks.length === 0) {
    const description = phase.body === '' ? phase.title : phase.body
    const minutes = phase.estimate
    return [manual(unique(`${phase.id}.1`), description, phase.risk, minutes)]
  }
  return phase.subtasks.flatMap((subtask): YamlValue[] =>
    subtask.steps.length === 0
      ? [
          manual(
            unique(subtask.id),
            subtask.body === '' ? subtask.title : `${subtask.title}\n\n${subtask.body}`,
            phase.risk,
          ),
        ]
      : subtask.steps.map(writeStep),
  )
}

const manual = (id: string, description: string, risk: string, minutes?: number): YamlValue => ({
  id,
  description,
  action_type: 'manual',
  risk_level: risk === 'medium' ? undefined : risk,
  estimated_minutes: minutes,
})

const writeStep = (step: Step): YamlValue => ({
  id: step.id,
  description: step.description === '' ? undefined : step.description,
  action_type: step.action,
  file_path: step.filePath,
  code_change: step.codeChange,
  replace: step.replace ? true : undefined,
  command: step.command,
  shell: step.shell ? true : undefined,
  cwd: step.cwd,
  fallback_commands: step.fallbackCommands.length === 0 ? undefined : step.fallbackCommands,
  expect_exit_code: step.expectExitCode === 0 ? undefined : step.expectExitCode,
  expected_output_pattern: step.expectedOutputPattern,
  validation_command: step.validationCommand,
  success_criteria: step.successCriteria,
  risk_level: step.risk === 'medium' ? undefined : step.risk,
  estimated_minutes: step.estimatedMinutes === 2 ? undefined : step.estimatedMinutes,
  requires_human_judgment: step.requiresHumanJudgment ? true : undefined,
  depends_on: step.dependsOn.length === 0 ? undefined : step.dependsOn,
  is_test_step: step.isTestStep ? true : undefined,
  validates_step: step.validatesStep,
})

/** Returns the parsed plan with the previous ids of its phases. */
const renameBack = (draft: PlanDraft, phases: readonly Phase[]): PlanDraft => {
  const before = new Map(phases.map((phase, index) => [String(index + 1), phase.id]))
  const back = (id: string): string => before.get(id) ?? id
  return {
    ...draft,
    phases: draft.phases.map((phase) => ({
      ...phase,
      id: back(phase.id),
      dependsOn: (phase.dependsOn ?? []).map(back),
    })),
  }
}
