import { choosePreset, criticalPath, type PlanCheck, planBatches } from '@amelia/core'

/**
 * What `check --json` prints. A public interface: keys stay, and are there for every plan.
 *
 * A plan with errors lists what was read. `batches` and `criticalPath` are empty when the phases form no order.
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
    status: phase.status,
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
  batches: graph === undefined ? [] : planBatches(graph),
  criticalPath: graph === undefined ? [] : criticalPath(graph),
  issues: issues.map(({ severity, code, message, line, column }) => ({
    severity,
    code,
    message,
    line,
    column,
  })),
})
