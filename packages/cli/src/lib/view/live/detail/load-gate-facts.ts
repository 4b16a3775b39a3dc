import { plural } from '../../../terminal/plural.ts'
import type { GateView, Host, PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import { phaseRange } from '@amelia/core/machine'

/** The facts about the phases of a question that the question itself does not contain. */
export interface GateFacts {
  /** Labels and texts: what was done, the changed files, checks, evidence and reviews. */
  readonly rows: readonly (readonly [label: string, text: string])[]
  /** The details of the question, without those that the rows repeat. */
  readonly details: readonly string[]
}

type Changes = Awaited<ReturnType<Host['git']['diff']>>

/** The changed files of a phase that are named. */
const mostFiles = 5
/** The folder of the files that a run commits about itself. */
const ownFolder = 'docs/amelia/'

/** Reads the facts about the phases of a question. */
export const loadGateFacts = async (
  git: Host['git'],
  runId: string,
  { gate, phases }: { gate: GateView; phases: readonly PhaseReport[] },
): Promise<GateFacts> => {
  const about = phases.filter(({ id }) => gate.phaseIds.includes(id))
  const repeated = new Set<string>()
  const rows = await Promise.all(
    about.map(async (phase) => {
      const { id, checks } = phase
      const range = await phaseRange(git, runId, phase)
      const changes = range && (await git.diff(range)).filter(({ path }) => !path.startsWith(ownFolder))
      // Of many files only the first ones are in a row.
      if ((changes?.length ?? 0) <= mostFiles)
        repeated.add(`${id}: ${changes?.map(({ path }) => path).join(', ') || 'no files changed'}`)
      for (const { name, passed } of checks)
        repeated.add(`${id}: check ${name} ${passed ? 'passed' : 'failed'}`)
      return rowsOf(phase, changes, about.length > 1)
    }),
  )
  const details = gate.details.filter((line) => gate.kind !== 'checkpoint' || !repeated.has(line))
  return { rows: rows.flat(), details }
}

const rowsOf = (
  phase: PhaseReport,
  changes: Changes | undefined,
  isOneOfMany: boolean,
): (readonly [string, string])[] => {
  const { checks, evidence, review, fallbacks = [], adaptedSteps = [], skippedParts = [] } = phase
  const done = doneOf(phase)
  return [
    isOneOfMany ? [`Phase ${phase.id}`, `${phase.title}. ${done}`] : ['Done', done],
    ...(changes === undefined ? [] : [['Changes', changesOf(changes)] as const]),
    ...(checks.length === 0 ? [] : [['Checks', checks.map(checkOf).join(', ')] as const]),
    ...(evidence === undefined || evidence === '' ? [] : [['Evidence', evidence] as const]),
    ...(review === undefined
      ? []
      : [['Review', `${review.approved ? 'approved' : 'changes requested'}: ${review.summary}`] as const]),
    ...fallbacks.map((text) => ['Fallback', text] as const),
    ...adaptedSteps.map((text) => ['Fixed', text] as const),
    ...(skippedParts.length === 0 ? [] : [['Skipped', skippedParts.join(', ')] as const]),
  ]
}

const doneOf = ({ attempt, subtasks = [], spent }: PhaseReport): string => {
  const completed = subtasks.filter(({ status }) => status === 'completed').length
  const cost = spent ? words.shortUsage(spent) : ''
  return [
    `attempt ${attempt}`,
    ...(subtasks.length === 0 ? [] : [`${completed} of ${subtasks.length} subtasks`]),
    ...(cost === '' ? [] : [cost]),
  ].join(', ')
}

const checkOf = ({ name, passed, durationMs, note }: PhaseReport['checks'][number]): string =>
  `${name} ${passed ? 'passed' : 'failed'} (${note ?? words.formatDuration(durationMs)})`

const changesOf = (changes: Changes): string => {
  if (changes.length === 0) return 'no files'
  const sum = (key: 'added' | 'removed'): number =>
    changes.reduce((total, change) => total + (change[key] ?? 0), 0)
  const files = changes
    .slice(0, mostFiles)
    .map(({ path, added, removed }) => `${path} ${added === null ? 'binary' : `+${added} -${removed ?? 0}`}`)
  const more = changes.length > mostFiles ? `, and ${changes.length - mostFiles} more` : ''
  const total = `${plural(changes.length, 'file')}, +${sum('added')} -${sum('removed')}`
  return `${total}: ${files.join(', ')}${more}`
}
