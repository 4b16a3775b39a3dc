import { plural } from '../../terminal/plural.ts'
import { planBatches } from '@amelia/core'
import { renderMermaid, viewPhases } from '@amelia/core/view'
import { placeOfIssue } from '../../document/place-of-issue.ts'
import type { PlanFile } from '../../document/read-plan-file.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { formatAnnotation } from './annotation.ts'
import { appendSummary } from './append-summary.ts'
import { escapeMarkdown } from './escape-markdown.ts'
import { workflowPath } from './workflow-path.ts'

export { pauseCommands } from './pause-commands.ts'

/** Prints the issues of a plan as annotations, and appends the check to the step summary. */
export const reportCheck = async (terminal: Terminal, file: PlanFile): Promise<void> => {
  const issues = file.check.issues.map((issue) => {
    const { path, line } = placeOfIssue(file, issue)
    return { ...issue, line, path: workflowPath(path) }
  })
  for (const { severity, code, message, path, line, column } of issues)
    terminal.out(formatAnnotation({ level: severity, title: code, message, file: path, line, column }))
  const errors = issues.filter(({ severity }) => severity === 'error').length
  const result = file.check.ok ? 'can be run' : `cannot be run: ${plural(errors, 'error')}`
  const rows = issues.map(
    ({ severity, code, message, path, line }) =>
      `| ${severity} | ${escapeMarkdown(`${path}:${line}`)} | ${escapeMarkdown(message)} (${code}) |`,
  )
  const page = [
    `### Plan ${escapeMarkdown(workflowPath(file.path))} ${result}`,
    ...(rows.length === 0 ? [] : [['| severity | place | issue |', '|---|---|---|', ...rows].join('\n')]),
    ...drawing(file),
  ]
  await appendSummary(`${page.join('\n\n')}\n`, 'Shortened: `amelia check` prints everything.')
}

const drawing = ({ check: { ok, plan, graph } }: PlanFile): string[] => {
  if (!ok || plan === undefined || graph === undefined) return []
  const phases = viewPhases(plan).map((phase) => ({ ...phase, status: undefined }))
  return [`\`\`\`mermaid\n${renderMermaid(phases, planBatches(graph, plan.phases)).trimEnd()}\n\`\`\``]
}
