import { accountOf } from './fact/account-of.ts'
import { choosePreset, type PlanIssue, planBatches } from '@amelia/core'
import { findShared, planWidth } from '@amelia/core/view'
import { listRequired } from './fact/describe-tdd.ts'
import { riskOf } from './json/risk-of.ts'
import { placedIssue, placeOfLine } from './place-of-issue.ts'
import type { CheckOutput, IssueOutput, LineOutput } from './json/check-output.ts'
import { suggestOrder } from './fact/suggest-order.ts'
import type { PlanFile } from './read-plan-file.ts'
import { openPath } from './fact/open-path.ts'

/**
 * Builds the output of `check --json`. A public interface: every key is always present, but `file`, which
 * only a plan of several files has, and `suggestions`, which only `--suggest` adds.
 *
 * A plan with errors lists the phases that could be read. `batches` and `criticalPath` are empty if the
 * phases cannot be ordered.
 */
export const planJson = (file: PlanFile, suggest = false): CheckOutput => {
  const { check } = file
  const { ok, format, plan, graph, hash, issues } = check
  const account = accountOf(check)
  const place = ({ line, text }: { line: number; text: string }) => ({ ...lineJson(file, line), text })
  return {
    ok,
    format,
    title: plan?.title ?? '',
    goal: plan?.goal ?? '',
    hash,
    preset: plan === undefined ? null : choosePreset(plan),
    phases: (plan?.phases ?? []).map((phase) => ({
      id: phase.id,
      title: phase.title,
      ...lineJson(file, phase.line),
      dependsOn: phase.dependsOn,
      parallelWith: phase.parallelWith,
      files: phase.files,
      conflictsWith: phase.conflictsWith ?? [],
      estimate: phase.estimate ?? null,
      priority: phase.priority ?? null,
      status: phase.status,
      risk: riskOf(phase),
      emptyOk: phase.emptyOk ?? false,
      agent: phase.agent ?? null,
      model: phase.model ?? null,
      queue: phase.queue ?? null,
      acceptance: (phase.acceptance ?? []).map((check) => ({
        command: check.command,
        ...lineJson(file, check.line),
        cwd: check.cwd ?? null,
        expectExitCode: check.expectExitCode,
        expectedOutputPattern: check.expectedOutputPattern ?? null,
      })),
      subtasks: phase.subtasks.map((subtask) => ({
        id: subtask.id,
        title: subtask.title,
        ...lineJson(file, subtask.line),
        type: subtask.type,
        status: subtask.status,
        dependsOn: subtask.dependsOn,
        steps: subtask.steps.length,
      })),
    })),
    requirements: plan === undefined ? [] : listRequired(plan),
    batches: graph === undefined ? [] : planBatches(graph, plan?.phases),
    criticalPath: plan === undefined ? [] : openPath(plan),
    width: graph === undefined ? 0 : planWidth(graph, plan?.phases ?? []),
    sharedFiles: graph === undefined ? [] : findShared(graph, plan?.phases ?? []),
    reading: {
      ...account,
      context: account.context.map(place),
      skipped: account.skipped.map(place),
      notes: account.notes.map(place),
    },
    readings: check.readings ?? [],
    ...(suggest && {
      suggestions: suggestOrder(check).map(({ line, ...each }) => ({ ...each, ...lineJson(file, line) })),
    }),
    issues: issues.map((issue) => issueJson(placedIssue(file, issue))),
  }
}

/** Builds the JSON of a line of the plan's text. */
export const lineJson = (file: PlanFile, at: number): LineOutput => {
  const { path, line } = placeOfLine(file, at)
  return { ...(path !== file.path && { file: path }), line }
}

/** Builds the JSON of an issue. */
export const issueJson = ({ severity, code, message, file, line, column }: PlanIssue): IssueOutput => ({
  ...{ severity, code, message },
  ...(file !== undefined && { file }),
  ...{ line, column },
})
