import { choosePreset, criticalPath, type PlanCheck, type PlanIssue, planBatches } from '@amelia/core'

/**
 * Builds the output of `check --json`. A public interface: every key is always present.
 *
 * A plan with errors lists the phases that could be read. `batches` and `criticalPath` are empty if the
 * phases cannot be ordered.
 */
export const planJson = ({ ok, format, plan, graph, hash, issues }: PlanCheck) => ({
  ok,
  format,
  goal: plan?.goal ?? '',
  hash,
  preset: plan === undefined ? null : choosePreset(plan),
  phases: (plan?.phases ?? []).map((phase) => ({
    id: phase.id,
    title: phase.title,
    line: phase.line,
    dependsOn: phase.dependsOn,
    parallelWith: phase.parallelWith,
    files: phase.files,
    estimate: phase.estimate ?? null,
    priority: phase.priority ?? null,
    status: phase.status,
    emptyOk: phase.emptyOk ?? false,
    agent: phase.agent ?? null,
    model: phase.model ?? null,
    acceptance: (phase.acceptance ?? []).map(({ command }) => command),
    subtasks: phase.subtasks.map((subtask) => ({
      id: subtask.id,
      title: subtask.title,
      line: subtask.line,
      type: subtask.type,
      status: subtask.status,
      dependsOn: subtask.dependsOn,
      steps: subtask.steps.length,
    })),
  })),
  batches: graph === undefined ? [] : planBatches(graph, plan?.phases),
  criticalPath: graph === undefined ? [] : criticalPath(graph),
  issues: issues.map(issueJson),
})

/** Builds the JSON of an issue. */
export const issueJson = ({ severity, code, message, line, column }: PlanIssue) => ({
  ...{ severity, code, message, line, column },
})
