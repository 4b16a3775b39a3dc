import type { FrozenPhase } from '../../machine/state/frozen-run.ts'
import type { DiffEntry } from '../../contract/git-backend.ts'
import { concernsOf } from '../../machine/state/attempt.ts'
import { listParts } from '../../machine/state/list-parts.ts'
import type { RestoredFile } from '../../event/change/restored-file.ts'
import type { RunSettings } from '../../machine/state/run-settings.ts'
import { notVerified } from '../../policy/not-verified.ts'
import { listMissing } from '../list/list-missing.ts'
import { isTestFile } from '../../policy/evidence/is-test-file.ts'
import { describeAdaptations } from './describe-adaptations.ts'
import { pageText, quoteText } from './page/page-text.ts'
import { plainLabel } from './plain-label.ts'

export interface SummaryContext {
  runId: string
  phase: FrozenPhase
  /** The files that the phase changes. */
  changes: readonly DiffEntry[]
  /** The summary's own path in the tree. */
  path: string
  /** Whether each phase is published as a commit, or the run as one. */
  publish: RunSettings['publish']
  /** Whether the run has checks. */
  hasChecks: boolean
}

/** Most paths that are listed one by one. */
const maxPaths = 40

/**
 * Renders a short summary of a phase, with the command that shows the full change (seed: phased-execution,
 * Phase Summaries).
 *
 * The summary is part of the phase's commit, so it cannot contain that commit's id: see {@link
 * restoreCommand}.
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
    const but = missing.length === 0 ? '' : ` (except ${missing.join(', ')})`
    return [`- [${subtask.type}] ${pageText(subtask.title)}${but}`]
  })
  const named = (ids: readonly string[]): string => ids.map((part) => `- ${nameOf(phase, part)}`).join('\n')
  const added = changes.reduce((sum, change) => sum + (change.added ?? 0), 0)
  const removed = changes.reduce((sum, change) => sum + (change.removed ?? 0), 0)
  const adapted = describeAdaptations(phase)
  const words = [...phase.attempt.said.values()]
  const { unconfirmed, ignored } = listMissing(phase)
  const concerns = concernsOf(phase.attempt)
  const sections = [
    `# Phase ${id}: ${pageText(title)}`,
    ...(done.length === 0 ? [] : [`Done:\n\n${done.join('\n')}`]),
    ...(byHand.length === 0 ? [] : [`Reported as done by hand, not verified:\n\n${named(byHand)}`]),
    ...(skipped.length === 0 ? [] : [`Skipped:\n\n${named(skipped)}`]),
    ...(fallbacks.length === 0
      ? []
      : [`Fallback commands used:\n\n${fallbacks.map((line) => `- ${pageText(line)}`).join('\n')}`]),
    ...(phase.attempt.nothingApproved ? ['A person approved that this phase changes nothing.'] : []),
    changes.length === 0
      ? 'Changed no file.'
      : `Changed ${changes.length === 1 ? '1 file' : `${changes.length} files`} (+${added} -${removed} lines):\n\n${listOf(changes)}`,
    ...(tests.length === 0
      ? []
      : [
          `Tests: ${tests
            .slice(0, maxPaths)
            .map(({ path }) => code(path))
            .join(', ')}`,
        ]),
    ...(context.hasChecks || phase.attempt.checks.length > 0 ? [] : [`Verification: ${notVerified}.`]),
    ...(phase.attempt.checks.length === 0
      ? []
      : [
          `Verified by:\n\n${phase.attempt.checks.map(({ name, argv, note }) => `- ${pageText(name)}: ${code(argv.join(' '))}${note === undefined ? '' : ` (${pageText(note)})`}`).join('\n')}`,
        ]),
    ...(adapted.length === 0
      ? []
      : [`Fixed by an agent, with the agent's own summary:\n\n${adapted.map(quoteText).join('\n>\n')}`]),
    ...(words.length === 0
      ? []
      : [`The agent's own summary, not verified:\n\n${words.map(quoteText).join('\n>\n')}`]),
    ...(concerns.length === 0
      ? []
      : [`The agent asks to inspect:\n\n${concerns.map(quoteText).join('\n>\n')}`]),
    ...(unconfirmed.length === 0
      ? []
      : [
          `Warning: the agent reported files that this change does not contain: ${unconfirmed.map(code).join(', ')}`,
        ]),
    ...describeOwn(context),
    ...(ignored.length === 0
      ? []
      : [`Ignored by git, so not part of this change: ${ignored.map(code).join(', ')}`]),
    ...(phase.attempt.number === 1 ? [] : [`Attempts: ${phase.attempt.number}.`]),
    `The full change:\n\n\`\`\`sh\n${restoreCommand(context)}\n\`\`\``,
    ...(context.publish === 'phase'
      ? [`The commits of the phase in any clone:\n\n\`\`\`sh\n${findCommand(context)}\n\`\`\``]
      : []),
  ]
  return `${sections.join('\n\n')}\n`
}

/**
 * Returns the command that shows the phase's commit from any folder of the repository or a clone: the commit
 * that wrote this summary.
 *
 * Commits of attempts have the same trailers but no summary. A squash has no trailers of phases; there the
 * command shows the newest commit with the summary.
 */
const restoreCommand = ({ runId, phase, path, publish }: SummaryContext): string => {
  const matching =
    publish === 'phase'
      ? [matchTrailers({ Run: runId, Phase: phase.id, Attempt: String(phase.attempt.number) })]
      : []
  return ['git log --all -1 --patch --full-diff', ...matching, `-- ':/${path}'`].join(' ')
}

/** Returns the command that finds the phase's commits by their trailers, which clones without refs keep. */
const findCommand = ({ runId, phase }: SummaryContext): string =>
  `git log --all ${matchTrailers({ Run: runId, Phase: phase.id })}`

const matchTrailers = (trailers: Record<string, string>): string =>
  [
    '--all-match',
    ...Object.entries(trailers).map(
      ([name, value]) => `--grep='^Amelia-${name}: ${value.replaceAll('.', '\\.')}$'`,
    ),
  ].join(' ')

/** Returns the id of a step or subtask with its description in the plan. */
const nameOf = ({ planned }: FrozenPhase, id: string): string => {
  const step = planned.subtasks.flatMap(({ steps }) => steps).find((one) => one.id === id)
  const text = step?.description ?? planned.subtasks.find((subtask) => subtask.id === id)?.title ?? ''
  return text === '' ? id : `${id}: ${pageText(text)}`
}

/**
 * Describes the files of the run that the phase's attempts changed. They are not in its commit, and neither
 * is their text: later sessions read the summary.
 */
const describeOwn = ({ phase, runId }: SummaryContext): string[] => {
  const files = [...phase.restored.values()]
  const named = (own: readonly RestoredFile[]): string => own.map(({ path }) => code(path)).join(', ')
  const proposed = files.filter(({ plan, ticks }) => plan && !ticks)
  const others = files.filter(({ plan }) => !plan)
  return [
    ...(proposed.length === 0
      ? []
      : [
          `Proposed a change of the plan, which is not applied: ${named(proposed)}. To see where it is kept and, before the run ends, how to apply it: \`amelia status ${runId}\`.`,
        ]),
    ...(files.some(({ ticks }) => ticks) ? ['Ticks that the agent set in the plan are left out.'] : []),
    ...(others.length === 0
      ? []
      : [`Tried to change files of the run, which are restored: ${named(others)}`]),
  ]
}

const listOf = (changes: readonly DiffEntry[]): string => {
  const lines = changes.slice(0, maxPaths).map(({ path, status, added, removed }) => {
    const count = added === null || removed === null ? 'binary' : `+${added} -${removed}`
    return `- ${code(path)} ${status}, ${count}`
  })
  const left = changes.length - maxPaths
  return [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')
}

/** Renders a foreign name as code; a line break or backtick in it cannot end the code. */
const code = (text: string): string => `\`${plainLabel(text).replaceAll('`', "'")}\``
