import {
  criticalPath,
  parallelGroups,
  planBatches,
  renderAscii,
  renderMermaid,
  splitBatches,
  viewPhases,
} from '@amelia/core'
import { exitCode } from '../terminal/exit-code.ts'
import { printIssues } from '../document/print-issues.ts'
import { type PlanFile, type PlanReading, readPlanFile } from '../document/read-plan-file.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The output formats of `amelia graph`. */
export const graphFormats = ['ascii', 'mermaid', 'json'] as const

/** Options of `amelia graph`. */
export interface GraphOptions extends PlanReading {
  format: (typeof graphFormats)[number]
}

/** Draws the phases of a plan and their dependencies. */
export const graphCommand = async (
  terminal: Terminal,
  path: string,
  options: GraphOptions,
): Promise<number> => {
  const file = await readPlanFile(path, options, splitBatches)
  const text = draw(file, options.format, terminal.columns)
  if (text === undefined) {
    printIssues(terminal, file)
    return exitCode.usage
  }
  terminal.out(text)
  if (file.check.issues.length > 0) printIssues(terminal, file)
  return exitCode.completed
}

const draw = ({ check }: PlanFile, format: GraphOptions['format'], width: number): string | undefined => {
  const { ok, plan, graph } = check
  if (!ok || plan === undefined || graph === undefined) return undefined
  const phases = viewPhases(plan)
  const batches = planBatches(graph, plan.phases)
  switch (format) {
    case 'ascii':
      return renderAscii(phases, batches, { width })
    case 'mermaid':
      // Colours show the progress of a run, and a plan's own status is not that.
      return renderMermaid(
        phases.map((phase) => ({ ...phase, status: undefined })),
        batches,
      )
    case 'json':
      return `${JSON.stringify(
        {
          nodes: plan.phases.map(({ id, title, estimate, priority, status, line }) => ({
            id,
            title,
            estimate: estimate ?? null,
            priority: priority ?? null,
            status,
            line,
          })),
          edges: plan.phases.flatMap(({ id, dependsOn }) => dependsOn.map((from) => ({ from, to: id }))),
          batches,
          parallelGroups: parallelGroups(plan.phases),
          criticalPath: criticalPath(graph),
        },
        null,
        2,
      )}\n`
  }
}
