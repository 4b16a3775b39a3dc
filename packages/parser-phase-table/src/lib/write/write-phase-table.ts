import {
  type Phase,
  phaseFieldNames,
  phaseFields,
  type Plan,
  type PlanDraft,
  type PlanIssue,
  writePhaseField,
  type WrittenPlan,
} from '@amelia/core/plugin'
import { chooseWriting, escapeText, writeHead, writeSection } from '@amelia/markdown'
import { formatTable } from './format-table.ts'

/** Writes a plan as a phase table and the sections of its phases; `parse` reads it back. */
export const writePhaseTable = (
  plan: Plan,
  parse: (source: string) => { plan?: PlanDraft; issues: PlanIssue[] },
): WrittenPlan => {
  const inFences = (given: Plan): string => write(given, true)
  return chooseWriting(plan, [(given) => write(given, false), inFences], parse, inFences)
}

const write = (plan: Plan, fenced: boolean): string => {
  const { phases } = plan
  const columns = phaseFieldNames.filter(
    (name) =>
      phaseFields[name].column === 'always' ||
      phases.some((phase) => writePhaseField(name, phase) !== undefined),
  )
  const header = ['Phase', 'Name', 'Depends On', 'Parallel With']
  for (const name of columns) header.push(phaseFields[name].label)
  const rows = phases.map((phase) => [
    phase.id,
    escapeText(phase.title),
    list(phase.dependsOn),
    list(phase.parallelWith),
    ...columns.map((name) => writePhaseField(name, phase, 'cell') ?? '-'),
  ])
  const lines = [...writeHead(plan), ...formatTable(header, rows)]
  for (const phase of phases) lines.push(...writePhase(phase, fenced))
  return `${lines.join('\n')}\n`
}

const list = (ids: readonly string[]): string => (ids.length === 0 ? '-' : ids.join(', '))

const writePhase = (phase: Phase, fenced: boolean): string[] => {
  const section = writeSection(phase, { phaseLevel: 2, subtaskLevel: 3, fenced })
  return section.length === 0 ? [] : ['', `## Phase ${phase.id}: ${escapeText(phase.title)}`, '', ...section]
}
