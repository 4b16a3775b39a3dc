import { checkDrawing } from '../../graph/check-drawing.ts'
import { type Batch, planBatches } from '../../graph/plan-batches.ts'
import type { Plan } from '../../plan/model/plan.ts'
import { viewPhases } from '../view-phases.ts'
import { type MarkedStatus, phaseMark, type Tone } from './phase-mark.ts'
import type { PhaseView } from '../phase-view.ts'
import { phaseLabel } from './phase-label.ts'

const fills: Partial<Record<Tone, string>> = {
  good: 'fill:#e8f5e9,stroke:#2e7d32',
  active: 'fill:#fff8e1,stroke:#f9a825',
  warn: 'fill:#fff3e0,stroke:#ef6c00',
  bad: 'fill:#ffebee,stroke:#c62828',
  dim: 'fill:#f5f5f5,stroke:#9e9e9e',
}

/**
 * Renders a Mermaid flow chart of a plan, or of phases and their batches, with arrows from a phase to those
 * that depend on it.
 *
 * Parallel batches are framed and coloured as in the seed phase-execution-reference; phases of a run are
 * coloured by status. Dependencies on phases that are not in `phases` are omitted. Titles are escaped and
 * cannot add to the chart. Throws `OPTION_INVALID`, and `PLAN_INVALID` for a plan with a cycle.
 */
export function renderMermaid(plan: Plan): string
export function renderMermaid(phases: readonly PhaseView[], batches: readonly Batch[]): string
export function renderMermaid(given: Plan | readonly PhaseView[], batches: readonly Batch[] = []): string {
  if (!isList(given)) return renderMermaid(viewPhases(given), planBatches(given))
  checkDrawing('renderMermaid', given, batches)
  return draw(given, batches)
}

const isList = (given: Plan | readonly PhaseView[]): given is readonly PhaseView[] => Array.isArray(given)

const draw = (phases: readonly PhaseView[], batches: readonly Batch[]): string => {
  const known = new Map(phases.map((phase) => [phase.id, phase]))
  const lines = ['graph TD']
  const parallel: string[] = []
  batches.forEach(({ kind, phases: ids }, number) => {
    const isParallel = kind === 'parallel'
    if (isParallel) lines.push(`    subgraph batch${number + 1}["Batch ${number + 1}: parallel"]`)
    for (const id of ids) {
      const phase = known.get(id)
      if (phase === undefined) continue
      lines.push(`${isParallel ? '        ' : '    '}${nodeId(id)}["${escapeLabel(phaseLabel(phase))}"]`)
      if (isParallel) parallel.push(nodeId(id))
    }
    if (isParallel) lines.push('    end')
  })
  for (const { id, dependsOn } of phases) {
    for (const dependency of new Set(dependsOn)) {
      if (known.has(dependency)) lines.push(`    ${nodeId(dependency)} --> ${nodeId(id)}`)
    }
  }
  lines.push(...styles(phases, parallel))
  return `${lines.join('\n')}\n`
}

/** Returns one class per tone, or a class for parallel phases if no phase has run. */
const styles = (phases: readonly PhaseView[], parallel: readonly string[]): string[] => {
  const tones = new Map<Tone, string[]>()
  for (const { id, status } of phases) {
    if (status === undefined || isUntouched(status)) continue
    const { tone } = phaseMark(status)
    const nodes = tones.get(tone)
    if (nodes === undefined) tones.set(tone, [nodeId(id)])
    else nodes.push(nodeId(id))
  }
  if (tones.size === 0) {
    return parallel.length === 0
      ? []
      : ['    classDef parallel fill:#e1f5fe', `    class ${parallel.join(',')} parallel`]
  }
  return [...tones].flatMap(([tone, nodes]) => [
    `    classDef ${tone} ${fills[tone] ?? 'fill:#ffffff'}`,
    `    class ${nodes.join(',')} ${tone}`,
  ])
}

const isUntouched = (status: MarkedStatus): boolean => status === 'pending' || status === 'ready'

/** Escapes all but letters and digits, so that no two ids share a node and none is a keyword of Mermaid. */
const nodeId = (id: string): string =>
  `P${id.replace(/[^a-zA-Z0-9]/gu, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}_`)}`

const escapeLabel = (label: string): string =>
  label.replace(/["#&<>`\\]/g, (character) => `#${character.charCodeAt(0)};`)
