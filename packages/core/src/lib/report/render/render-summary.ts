import type { FrozenPhase } from '../../machine/state/frozen-state.ts'
import type { DiffEntry } from '../../contract/git-backend.ts'
import { listParts } from '../../machine/state/list-parts.ts'
import type { RunSettings } from '../../machine/state/settings.ts'
import { isTestFile } from '../../policy/evidence/is-test-file.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'
import { describeAdaptations } from './describe-adaptation.ts'
import { plainLabel } from './plain-label.ts'

export interface SummaryContext {
  runId: string
  phase: FrozenPhase
  /** What the phase changes. */
  changes: readonly DiffEntry[]
  /** The summary's own path in the tree. */
  path: string
  /** Whether people get a commit of each phase, or one of the whole run. */
  publish: RunSettings['publish']
}

/** Paths that are listed one by one. */
const maxPaths = 40

/**
 * What a phase did, short, with the commands that bring back what is left out (seed: phased-execution, Phase Summaries).
 *
 * The summary is part of the phase's commit, so it cannot contain that commit's id: see {@link restoreCommand}.
 */
export const renderSummary = (context: SummaryContext): string => {
  const { phase, changes } = context
  const { id, title, subtasks } = phase.planned
  const tests = changes.filter(({ path }) => isTestFile(path))
  const { skipped, byHand, fallbacks } = listParts(phase)
  const left = new Set([...skipped, ...byHand])
  const done = subtasks.flatMap((subtask) => {
    const parts = subtask.steps.length === 0 ? [subtask.id] : subtask.steps.map((step) => step.id)
    const missing = parts.filter((part) => left.has(part))
    if (missing.length === parts.length) return []
    const but = missing.length === 0 ? '' : ` (but for ${missing.join(', ')})`
    return [`- [${subtask.type}] ${plainLabel(subtask.title)}${but}`]
  })
  const named = (ids: readonly string[]): string => ids.map((part) => `- ${nameOf(phase, part)}`).join('\n')
  const added = changes.reduce((sum, change) => sum + (change.added ?? 0), 0)
  const removed = changes.reduce((sum, change) => sum + (change.removed ?? 0), 0)
  const adapted = describeAdaptations(phase)
  const words = [...phase.attempt.said.values()]
  const unchanged = findUnchanged(phase.attempt.claimed, changes)
  const sections = [
    `# Phase ${id}: ${plainLabel(title)}`,
    ...(done.length === 0 ? [] : [`Done:\n\n${done.join('\n')}`]),
    ...(byHand.length === 0
      ? []
      : [`By hand, as a person said; nobody has verified it:\n\n${named(byHand)}`]),
    ...(skipped.length === 0 ? [] : [`Skipped:\n\n${named(skipped)}`]),
    ...(fallbacks.length === 0
      ? []
      : [
          `Fallback commands that were used:\n\n${fallbacks.map((line) => `- ${plainLabel(line)}`).join('\n')}`,
        ]),
    ...(phase.attempt.nothingApproved ? ['A person approved that this phase changes nothing.'] : []),
    `Changed ${changes.length === 1 ? '1 file' : `${changes.length} files`} (+${added} -${removed} lines)${changes.length === 0 ? '.' : `:\n\n${listOf(changes)}`}`,
    ...(tests.length === 0
      ? []
      : [
          `Tests: ${tests
            .slice(0, maxPaths)
            .map(({ path }) => code(path))
            .join(', ')}`,
        ]),
    ...(phase.attempt.checks.length === 0
      ? []
      : [
          `Verified by:\n\n${phase.attempt.checks.map(({ name, argv, note }) => `- ${name}: ${code(argv.join(' '))}${note === undefined ? '' : ` (${note})`}`).join('\n')}`,
        ]),
    ...(adapted.length === 0
      ? []
      : [
          `Mended by an agent before it was done, and what the agent says of it:\n\n${adapted.map(quote).join('\n>\n')}`,
        ]),
    ...(words.length === 0
      ? []
      : [`In the agent's own words, which nobody has verified:\n\n${words.map(quote).join('\n>\n')}`]),
    ...(unchanged.length === 0
      ? []
      : [
          `Warning: the agent says that it changed what is no part of this change: ${unchanged.map(code).join(', ')}`,
        ]),
    ...(phase.attempt.number === 1 ? [] : [`It took ${phase.attempt.number} attempts.`]),
    `The full change:\n\n\`\`\`sh\n${restoreCommand(context)}\n\`\`\``,
  ]
  return `${sections.join('\n\n')}\n`
}

/**
 * Shows the phase's commit from any folder of the repository or of a clone: the commit that wrote this summary.
 *
 * The commits of attempts carry the same trailers, but no summary. A squash has no trailers of phases: there the newest commit
 * with the summary is the one that people have.
 */
const restoreCommand = ({ runId, phase, path, publish }: SummaryContext): string => {
  const trailers = [
    `Amelia-Run: ${runId}`,
    `Amelia-Phase: ${phase.id}`,
    `Amelia-Attempt: ${phase.attempt.number}`,
  ]
  const matching =
    publish === 'phase'
      ? ['--all-match', ...trailers.map((trailer) => `--grep='^${trailer.replaceAll('.', '\\.')}$'`)]
      : []
  return ['git log --all -1 --patch --full-diff', ...matching, `-- ':/${path}'`].join(' ')
}

/** A step or a subtask with its id and what the plan says of it. */
const nameOf = ({ planned }: FrozenPhase, id: string): string => {
  const step = planned.subtasks.flatMap(({ steps }) => steps).find((one) => one.id === id)
  const text = step?.description ?? planned.subtasks.find((subtask) => subtask.id === id)?.title ?? ''
  return text === '' ? id : `${id}: ${plainLabel(text)}`
}

const listOf = (changes: readonly DiffEntry[]): string => {
  const lines = changes.slice(0, maxPaths).map(({ path, status, added, removed }) => {
    const count = added === null || removed === null ? 'binary' : `+${added} -${removed}`
    return `- ${code(path)} ${status}, ${count}`
  })
  const left = changes.length - maxPaths
  return [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')
}

/** Of the files that an agent says it changed, those that are no part of the change and no folder of it. */
const findUnchanged = (
  claimed: FrozenPhase['attempt']['claimed'],
  changes: readonly DiffEntry[],
): string[] => {
  const changed = new Set<string>()
  for (const { path } of changes)
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) changed.add(path.slice(0, end))
  const paths = new Set([...(claimed?.values() ?? [])].flat())
  return [...paths].filter((path) => !changed.has(path)).slice(0, maxPaths)
}

/** Foreign text as a quotation: nothing in it is a heading or a fence of ours. */
const quote = (text: string): string =>
  stripAnsi(text)
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** A name that somebody else chose, as it is: a line break or a grave accent in it ends nothing. */
const code = (text: string): string => `\`${plainLabel(text).replaceAll('`', "'")}\``
