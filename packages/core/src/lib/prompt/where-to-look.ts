import { nounOf } from '../text/format-count.ts'
import { refNames } from '../machine/state/ref-names.ts'
import type { Phase } from '../plan/model/phase.ts'
import type { Plan } from '../plan/model/plan.ts'
import { isOpen } from '../policy/dispatch/is-open.ts'
import { oneLine } from '../text/one-line.ts'
import { findHeader, type PlanHeader } from './assignment/find-header.ts'

/** Most dependencies that are named. */
const maxDependencies = 6

export interface LookRequest {
  plan: Plan
  /** The index of each phase in the plan, by id. */
  index: ReadonlyMap<string, number>
  runId: string
  phase: Phase
  /** The run's folder in the tree, if it contains this plan. */
  folder: string | undefined
  /** Files with the rules of the project, as the base of the attempt has them. */
  projectRules: readonly string[]
  /** Whether git works in the workspace. */
  hasGit: boolean
}

/** Lists where an agent finds the plan, the rules of the project, and the work that the phase builds on. */
export const whereToLook = (request: LookRequest): string => {
  const { plan, folder, projectRules, hasGit } = request
  const header = folder === undefined ? undefined : findHeader(plan)
  const context = plan.sources?.find((source) => source.context)
  const lines = [
    ...(folder === undefined
      ? []
      : [
          `- The plan: \`${folder}/plan.md\`.${header === undefined ? '' : describeHeader(header)}${context ? ` Its context begins in line ${context.line}.` : ''}`,
        ]),
    ...(projectRules.length === 0
      ? []
      : [`- Project rules, binding too: ${projectRules.map((path) => `\`${path}\``).join(', ')}.`]),
    ...describeDependencies(request),
    // A dependency is where the work begins that matters.
    ...(hasGit && request.phase.dependsOn.length === 0 ? ['- Earlier work: `git log --oneline -10`.'] : []),
  ]
  return lines.length === 0 ? '' : ['## Where to look', ...lines].join('\n')
}

const describeHeader = ({ binding, forExecutors }: PlanHeader): string =>
  `${binding.length === 0 ? '' : ` Its header, ${listLines(binding)}, is binding.`}${forExecutors.length === 0 ? '' : ` Ignore ${listLines(forExecutors)}: Amelia executes it.`}`

const listLines = (ranges: PlanHeader['binding']): string => {
  const isOne = ranges.length === 1 && ranges[0]!.start === ranges[0]!.end
  const shown = ranges.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`))
  return `${isOne ? 'line' : 'lines'} ${shown.join(', ').replace(/, (?=[^,]*$)/, ' and ')}`
}

/** Names the phases that this one builds on, and where the work of the last one is. */
const describeDependencies = ({ plan, index, runId, phase, folder, hasGit }: LookRequest): string[] => {
  const ids = phase.dependsOn
  if (ids.length === 0) return []
  const left = ids.length - maxDependencies
  const named = ids.slice(0, maxDependencies).join(', ')
  const builds = `- It builds on ${nounOf(ids.length, 'phase')} ${named}${left > 0 ? ` and ${left} more` : ''}`
  const last = findLast(plan, index, ids)
  const places =
    last === undefined
      ? []
      : [
          ...(folder === undefined ? [] : [`\`phase-${last.id}/summary.md\` next to the plan`]),
          ...(hasGit ? [`\`git show ${refNames(runId).phase(last.id)}\``] : []),
        ]
  if (last === undefined || places.length === 0) return [`${builds}.`]
  const where = `(${oneLine(last.title)}): ${places.join(', ')}`
  return ids.length === 1
    ? [`${builds} ${where}.`]
    : [`${builds}. Phase ${last.id} ${where}; the others likewise.`]
}

/**
 * Returns the phase that comes last in the plan. A phase that the plan marks as done is left out: it has
 * neither a summary nor a commit of this run.
 */
const findLast = (
  { phases }: Plan,
  index: LookRequest['index'],
  ids: readonly string[],
): Phase | undefined => {
  const isCandidate = (place: number): boolean => {
    const phase = phases[place]
    return phase !== undefined && isOpen(phase)
  }
  const places = ids.map((id) => index.get(id) ?? -1).filter(isCandidate)
  return phases[places.reduce((one, other) => Math.max(one, other), -1)]
}
