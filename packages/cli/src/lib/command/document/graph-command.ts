import { type Batch, parallelGroups, type PhaseView, planBatches, splitBatches } from '@amelia/core'
import { findShared, planWidth, renderAscii, renderMermaid, viewPhases } from '@amelia/core/view'
import { exitCode } from '../../terminal/exit-code.ts'
import type { GraphOutput } from '../../document/json/graph-output.ts'
import { describePath, shortenOrder } from '../../document/fact/shorten-order.ts'
import { describeShared, describeWidth } from '../../document/fact/describe-shared.ts'
import type { graphFormats } from '../../document/graph-formats.ts'
import { type MarkedPlan, markFaults } from '../../document/mark-faults.ts'
import { placedIssue } from '../../document/place-of-issue.ts'
import { issueJson, lineJson } from '../../document/plan-json.ts'
import { noteUnreadParsers } from '../../document/note-unread-parsers.ts'
import { printIssues } from '../../document/print-issues.ts'
import { type PlanFile, type PlanReading, readPlanFile } from '../../document/read-plan-file.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { openPath } from '../../document/fact/open-path.ts'

/** Options of `amelia graph`. */
export interface GraphOptions extends PlanReading {
  format: (typeof graphFormats)[number]
}

/**
 * Draws the phases of a plan and their dependencies. A plan with errors is drawn with its errors marked, and
 * the exit code is that of a refused plan.
 */
export const graphCommand = async (
  terminal: Terminal,
  paths: readonly string[],
  options: GraphOptions,
): Promise<number> => {
  const file = await readPlanFile(paths, options, splitBatches)
  noteUnreadParsers(terminal, options)
  const { ok, issues } = file.check
  terminal.out(draw(file, options.format, terminal.columns))
  if (ok && options.format !== 'json') terminal.out(describe(file, options.format))
  if (!ok || (issues.length > 0 && !terminal.quiet)) printIssues(terminal, file, { reads: true })
  return ok ? exitCode.completed : exitCode.usage
}

/** Describes the order of the phases in lines, which are comments in Mermaid. */
const describe = ({ check: { plan, graph } }: PlanFile, format: GraphOptions['format']): string => {
  if (plan === undefined || graph === undefined || plan.phases.length === 0) return ''
  const start = format === 'mermaid' ? '%% ' : ''
  return [
    ...describeShared(graph, plan.phases),
    `Width: ${describeWidth(graph, plan.phases)}`,
    `Critical path: ${describePath(openPath(plan))}`,
  ]
    .map((line) => `${start}${line}\n`)
    .join('')
}

/** Returns an empty text if there is nothing to draw. */
const draw = (file: PlanFile, format: GraphOptions['format'], width: number): string => {
  const { check } = file
  const { ok, plan, graph } = check
  if (plan === undefined || plan.phases.length === 0) return ''
  // A title may contain the secret.
  if (check.issues.some(({ code }) => code === 'SECRET_IN_PLAN')) return ''
  const marked = markFaults(plan, check.issues)
  const isSound = ok && graph !== undefined
  const phases = isSound ? viewPhases(plan) : marked.phases
  const batches = isSound ? planBatches(graph, plan.phases) : marked.batches
  switch (format) {
    case 'ascii': {
      const order = shortenOrder(phases, batches, '--format json')
      return (
        renderAscii(order.phases, order.batches, { width }) + order.more.map((line) => `${line}\n`).join('')
      )
    }
    case 'mermaid':
      // Colours show the progress of a run, and a plan's own status is not that.
      return renderMermaid(
        isSound
          ? phases.map((phase) => ({ ...phase, status: undefined }))
          : [...phases, ...missingPhases(marked)],
        isSound ? batches : [...missingBatch(marked), ...batches],
      )
    case 'json':
      return `${JSON.stringify(
        {
          ok,
          nodes: plan.phases.map(({ title, estimate, priority, status, line }, index) => ({
            id: phases[index]?.id ?? '',
            title,
            estimate: estimate ?? null,
            priority: priority ?? null,
            status,
            ...lineJson(file, line),
            errors: isSound ? [] : (marked.errors[index] ?? []),
          })),
          edges: marked.edges.map((edge) => (isSound ? { ...edge, error: null } : edge)),
          batches,
          parallelGroups: isSound ? parallelGroups(plan.phases) : [],
          criticalPath: isSound ? openPath(plan) : [],
          width: isSound ? planWidth(graph, plan.phases) : 0,
          sharedFiles: isSound ? findShared(graph, plan.phases) : [],
          issues: check.issues.map((issue) => issueJson(placedIssue(file, issue))),
        } satisfies GraphOutput,
        null,
        2,
      )}\n`
  }
}

/** The ids that the plan depends on and does not have, as nodes of the drawing. */
const missingPhases = ({ edges }: MarkedPlan): PhaseView[] => {
  const ids = new Set(edges.flatMap(({ from, error }) => (error === 'unknown' ? [from] : [])))
  return [...ids].map((id) => ({ id, title: 'not in the plan', dependsOn: [], tasks: 0, status: 'failed' }))
}

const missingBatch = (marked: MarkedPlan): Batch[] => {
  const ids = missingPhases(marked).map(({ id }) => id)
  return ids.length === 0 ? [] : [{ kind: 'sequential', phases: ids }]
}
