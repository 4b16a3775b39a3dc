import { type Plan, type Report, locateLine } from '@amelia/core'
import { words, type RunCondition, renderReportPage, wrapContent } from '@amelia/core/view'
import { join } from 'node:path'
import { howToAnswer, howToReport } from '../../stored/next-steps.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { type Annotation, formatAnnotation } from './annotation.ts'
import { appendSummary } from './append-summary.ts'
import { workflowPath } from './workflow-path.ts'

export { pauseCommands } from './pause-commands.ts'

/**
 * Prints the failed phases of a run and its open questions as annotations of the plan, and appends the
 * report to the step summary.
 */
export const reportRun = async (
  terminal: Pick<Terminal, 'out'>,
  report: Report,
  { plan, condition, repo, database }: RunPlace & { plan: Plan; condition?: RunCondition },
): Promise<void> => {
  for (const { id, failure } of report.phases)
    if (failure !== undefined)
      terminal.out(
        formatAnnotation({
          ...{ level: 'error', title: `Phase ${words.plainLabel(id)} failed` },
          message: words.failureLines(failure).join('\n'),
          ...placeOf(plan, id),
        }),
      )
  for (const gate of report.gates)
    terminal.out(
      formatAnnotation({
        ...{ level: 'warning', title: 'Waiting for an answer' },
        message: [
          words.plainLabel(gate.question),
          ...gate.details.flatMap((detail) => wrapContent(detail)),
          howToAnswer(report.runId, { repo, database }),
        ].join('\n'),
        ...placeOf(plan, gate.phaseIds[0]),
      }),
    )
  await appendSummary(
    renderReportPage(report, { ...(condition && { condition }) }),
    `Shortened: \`${howToReport(report.runId, { repo, database })}\` prints everything.`,
  )
}

const placeOf = (plan: Plan, id: string | undefined): Pick<Annotation, 'file' | 'line'> => {
  const phase = plan.phases.find((each) => each.id === id)
  if (phase === undefined || plan.file === undefined) return {}
  const { file, line } = locateLine(plan, phase.line)
  return { file: workflowPath(file === undefined ? plan.file : join(plan.file, file)), line }
}
