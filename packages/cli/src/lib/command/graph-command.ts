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

/** The pictures that `graph` draws. */
export const graphFormats = ['ascii', 'mermaid', 'json'] as const

/** What the user gave `graph` besides the plan. */
export interface GraphOptions extends PlanReading {
  format: (typeof graphFormats)[number]
}

/** Draws the phases of a plan and what they wait for. */
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
  const batches = planBatches(graph)
  switch (format) {
    case 'ascii':
      return renderAscii(phases, batches, { width })
    case 'mermaid':
      // The plan's own status is no run's: nothing is coloured by it.
      return renderMermaid(
        phases.map((phase) => ({ ...phase, status: undefined })),
        batches,
      )
    case 'json':
      return `${JSON.stringify(
        {
          nodes: plan.phases.map(({ id, title, estimate, status, line }) => ({
            id,
            title,
            estimate: estimate ?? null,
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
